"""Figures and how they are printed. Measures nothing itself."""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Taken:
    """What a download or copy took: games, bytes, seconds; and the peak of the process before and after, in MB."""

    games: int
    megabytes: float
    seconds: float
    before: float
    after: float


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0 to 1) of all values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def milliseconds(seconds: float) -> str:
    """A time for the reader of a table."""
    return f"{seconds * 1000:.2f} ms" if seconds < 0.01 else f"{seconds * 1000:.1f} ms"


def verdict(value: float, *, at_most: float | None = None, at_least: float | None = None) -> str:
    """Whether an aim was reached, in a word."""
    reached = (at_most is None or value <= at_most) and (at_least is None or value >= at_least)
    return "reached" if reached else "MISSED"


def print_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table with its first column to the left and the figures to the right."""
    cells = [[str(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    print(f"\n{title}")
    for row in cells:
        first = row[0].ljust(widths[0])
        print("  " + "  ".join([first, *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]))
