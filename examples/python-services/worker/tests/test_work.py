import pytest

from work import double


@pytest.mark.parametrize("value", [1, 2])
def test_double(value):
    assert double(value) == 2 * value
