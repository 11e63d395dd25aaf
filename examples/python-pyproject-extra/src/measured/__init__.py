import attrs
from measured._lazy import later
