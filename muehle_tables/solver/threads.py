"""Rows in chunks over the threads; the compiled functions release the GIL."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

CHUNKS_EACH: Final = 16
FEWEST_ROWS: Final = 64


class Threads:
    """A pool of threads that works on ranges of rows. Results do not depend on the number of threads."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool = ThreadPoolExecutor(number)

    def over_rows(self, function: Callable[..., None], rows: int, *arguments: Any, small: bool = False) -> None:
        """Call `function(first, last, *arguments)` for ranges that make up all rows; at once if the work is small."""
        if small or rows < FEWEST_ROWS or self.number == 1:
            function(0, rows, *arguments)
            return
        chunks = min(rows, CHUNKS_EACH * self.number)
        ends = [rows * chunk // chunks for chunk in range(chunks + 1)]
        futures = [self._pool.submit(function, first, last, *arguments) for first, last in pairwise(ends)]
        for future in futures:
            future.result()

    def each(self, function: Callable[[int], None], numbers: Iterable[int]) -> None:
        """Call a function for each number."""
        for _ in self._pool.map(function, numbers):
            pass

    def map(self, function: Callable[[Any], bytes], parts: list[Any]) -> list[bytes]:
        """The results of a function for each part, in order."""
        return list(self._pool.map(function, parts))
