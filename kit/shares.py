"""How sure a share is that was counted in a few cases."""

import math
from typing import Final

# Standard deviations of a normal distribution that hold 95 of 100 cases.
_CONFIDENCE: Final = 1.96


def interval(share: float, total: int) -> tuple[float, float]:
    """Where the true share is in 95 of 100 cases, by Wilson's formula. `total` is at least 1."""
    square = _CONFIDENCE**2
    middle = (share + square / (2 * total)) / (1 + square / total)
    spread = share * (1 - share) / total + square / (4 * total**2)
    half = _CONFIDENCE * math.sqrt(spread) / (1 + square / total)
    return middle - half, middle + half
