"""How the functions are compiled, and what they count bits with: single instructions of the processor."""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import intrinsic

# Threads run compiled functions at the same time, and the next process finds them compiled.
compiled = njit(nogil=True, cache=True)
# Called for each position or move. A call would count references to its arrays, and threads would wait for one another.
inlined = njit(nogil=True, cache=True, inline="always")


@intrinsic
def _population_count(typing_context, number):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@compiled
def bit_count(points):
    """The number of points of a set."""
    return _population_count(np.int64(points))


@compiled
def lowest(points):
    """The number of the lowest point of a set that is not empty."""
    return np.int64(trailing_zeros(np.int64(points)))
