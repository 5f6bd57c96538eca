"""Which solver there is: compiled by numba, or NumPy alone for few stones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from muehle_tables.errors import CannotBuild
from muehle_tables.families import Family
from muehle_tables.sectors import MovingSector
from muehle_tables.solver.solution import Array, Solution
from muehle_tables.solver.threads import Threads

Load = Callable[[MovingSector], Array]
# Solves a pair (more, fewer stones); `load` gives the cells of the pairs with one stone fewer.
Solver = Callable[[Family, tuple[int, int], Load, Threads], list[Solution]]
MOST_WITHOUT_NUMBA: Final = 9


def solver_for(stones: int) -> Solver:
    """The solver for pairs of that many stones at most; raises CannotBuild if that needs numba and it is not there."""
    try:
        from muehle_tables.solver.moving import solve_pair
    except ImportError as error:
        if stones > MOST_WITHOUT_NUMBA:
            raise CannotBuild(
                f"More than {MOST_WITHOUT_NUMBA} stones need numba, which compiles the build: NumPy alone would take"
                f" many hours ({error})."
            ) from error
        from muehle_tables.solver.moving_in_numpy import solve_pair
    return solve_pair
