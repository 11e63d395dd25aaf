import pytest
import responses
import verse
