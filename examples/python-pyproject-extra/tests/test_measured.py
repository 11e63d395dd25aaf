import pytest
from hypothesis import given

import measured
