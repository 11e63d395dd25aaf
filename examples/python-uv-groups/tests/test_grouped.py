import pytest
import grouped
