"""The chart of a rating over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from games.rankings.histories import Point

WIDTH: Final = 600
HEIGHT: Final = 200
# Points that are drawn; more would not be seen.
MOST_POINTS: Final = 240
# Ratings from one line of the grid to the next: the first of these that gives six lines at most.
STEPS: Final = (25, 50, 100, 200, 500, 1000)
MOST_LINES: Final = 6


class Line(NamedTuple):
    rating: int
    y: float


@dataclass(frozen=True)
class Chart:
    """Coordinates for the points, the first one first; there are two of them at least."""

    points: Sequence[Point]

    @property
    def size(self) -> tuple[int, int]:
        return WIDTH, HEIGHT

    @property
    def path(self) -> str:
        return " ".join(f"{self._x(point):.1f},{self._y(point.rating):.1f}" for point in self.points)

    @property
    def band(self) -> str:
        """The outline of one deviation above and below."""
        above = [f"{self._x(point):.1f},{self._y(point.rating + point.deviation):.1f}" for point in self.points]
        below = [f"{self._x(point):.1f},{self._y(point.rating - point.deviation):.1f}" for point in self.points]
        return " ".join([*above, *reversed(below)])

    @property
    def lines(self) -> list[Line]:
        lowest, highest = self._bounds
        step = self._step
        return [Line(rating, round(self._y(rating), 1)) for rating in range(lowest, highest + 1, step)]

    @property
    def ends(self) -> tuple[Point, Point]:
        return self.points[0], self.points[-1]

    @cached_property
    def _step(self) -> int:
        lowest, highest = self._extremes
        return next((step for step in STEPS if (highest - lowest) / step < MOST_LINES - 1), STEPS[-1])

    @cached_property
    def _extremes(self) -> tuple[float, float]:
        ratings = [point.rating for point in self.points]
        return min(ratings), max(ratings)

    @cached_property
    def _bounds(self) -> tuple[int, int]:
        lowest, highest = self._extremes
        return int(lowest // self._step * self._step), int(-(-highest // self._step) * self._step)

    def _x(self, point: Point) -> float:
        first, last = self.ends
        whole = (last.at - first.at).total_seconds()
        return WIDTH * (point.at - first.at).total_seconds() / whole if whole else 0.0

    def _y(self, rating: float) -> float:
        lowest, highest = self._bounds
        height = HEIGHT * (highest - rating) / ((highest - lowest) or self._step)
        return min(float(HEIGHT), max(0.0, height))
