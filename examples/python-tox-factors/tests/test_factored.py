import pytest
import freezegun
import factored
