"""What the build of the whole game counted under some rules, as the page shows it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core import rule_sets
from games.solved.tables import open_tables
from muehle.board import POINTS, STONES_EACH
from muehle.symmetry import SYMMETRIES
from muehle_tables import Family, Result, full_build
from muehle_tables.manifest import Entry
from muehle_tables.sectors import FEWEST, MOST_STONES, MovingSector, PlacingSector, Sector, moving_pairs, sectors_of

WORDS: Final[dict[Result, Promise]] = {Result.WON: _("won"), Result.DRAWN: _("drawn"), Result.LOST: _("lost")}
STONES: Final = range(FEWEST, STONES_EACH + 1)
START, AFTER_ONE = PlacingSector(0, 0, 0), PlacingSector(1, 1, 0)
# The points that are the same up to the symmetries of the board, each kind by one of them.
KINDS: Final[dict[str, Promise]] = {
    "a7": _("corner of the outer or the inner ring"),
    "d7": _("middle of a side of the outer or the inner ring"),
    "b6": _("corner of the middle ring"),
    "d6": _("middle of a side of the middle ring"),
}


class Share(NamedTuple):
    """How many positions have a result; `is_most` marks the most frequent one."""

    result: Result
    number: int
    percent: str
    is_most: bool

    @property
    def words(self) -> str:
        share = gettext("%(percent)s%%") % {"percent": self.percent}
        return f"{WORDS[self.result]} {share}"


def shares_of(counts: Counter[Result]) -> list[Share]:
    """The results in the order in which they are always shown."""
    total = counts.total()
    return [
        Share(result, counts[result], _percent(counts[result], total), counts[result] == max(counts.values()))
        for result in WORDS
    ]


def _percent(count: int, total: int) -> str:
    """A whole number, which says nothing and everything only where that is so."""
    rounded = round(100 * count / total)
    if rounded == 0 and count:
        return "< 1"
    return "> 99" if rounded == 100 and count < total else str(rounded)


def counts_of(entries: Iterable[Entry]) -> Counter[Result]:
    """The positions of some sectors by result."""
    counts: Counter[Result] = Counter()
    for entry in entries:
        counts.update({Result.WON: entry.won, Result.DRAWN: entry.drawn, Result.LOST: entry.lost})
    return counts


@dataclass(frozen=True)
class CountedSector:
    """A sector of the moving phase; `entry` is None if it was not counted yet."""

    sector: MovingSector
    entry: Entry | None
    is_here: bool

    @cached_property
    def shares(self) -> list[Share]:
        return shares_of(counts_of([self.entry])) if self.entry else []

    @property
    def mostly(self) -> str:
        """The most frequent result, for the style sheet."""
        return next((share.result.value for share in self.shares if share.is_most), "unknown")


class FirstMove(NamedTuple):
    """First half-moves that are the same up to the symmetries of the board."""

    kind: Promise
    points: tuple[str, ...]
    value: Promise | None


@dataclass(frozen=True)
class CountedFamily:
    """The counts under the rules of a family. What was not counted yet is None or missing."""

    family: Family

    @property
    def labels(self) -> str:
        """The names of the rule sets."""
        return ", ".join(str(rule_sets.WORDS[rules.name].name) for rules in self.family.rule_sets)

    @property
    def rules(self) -> str:
        """The rule set that stands for the family in addresses and programs."""
        return self.family.rule_sets[0].name

    def _entry(self, sector: Sector) -> Entry | None:
        return full_build().entry(self.family.name, sector)

    def _counted(self, sector: MovingSector) -> CountedSector:
        is_here = open_tables().entry(self.family.name, sector) is not None
        return CountedSector(sector, self._entry(sector), is_here)

    @cached_property
    def sectors(self) -> list[CountedSector]:
        """All sectors, in the order in which they are built."""
        return [self._counted(sector) for pair in moving_pairs(MOST_STONES) for sector in sectors_of(pair)]

    @property
    def rows(self) -> list[tuple[int, list[CountedSector]]]:
        """The same by the stones of the side to move, and in a row by those of the other."""
        found = {each.sector: each for each in self.sectors}
        return [(own, [found[MovingSector(own, other)] for other in STONES]) for own in STONES]

    @property
    def counted(self) -> list[Entry]:
        return [each.entry for each in self.sectors if each.entry]

    @property
    def is_complete(self) -> bool:
        return len(self.counted) == len(self.sectors)

    @property
    def here(self) -> int:
        """How many sectors this server has."""
        return sum(each.is_here for each in self.sectors)

    @property
    def positions(self) -> int:
        return counts_of(self.counted).total()

    @property
    def shares(self) -> list[Share]:
        return shares_of(counts_of(self.counted))

    @property
    def longest(self) -> list[CountedSector]:
        """The sectors with the longest distance to the next capture or block; none before all are counted."""
        if not self.is_complete:
            return []
        most = max(entry.longest for entry in self.counted)
        return [each for each in self.sectors if each.entry and each.entry.longest == most]

    @property
    def start(self) -> Promise | None:
        """The value of the start for White."""
        result = _only_result(self._entry(START))
        return WORDS[result] if result else None

    @property
    def first_moves(self) -> list[FirstMove]:
        """The kinds of first half-moves with their value for White."""
        result = _only_result(self._entry(AFTER_ONE))
        value = WORDS[result.opposite] if result else None
        return [FirstMove(kind, _images(point), value) for point, kind in KINDS.items()]


def _only_result(entry: Entry | None) -> Result | None:
    """The result of all positions of a sector, if they have the same."""
    results = list(+counts_of([entry])) if entry else []
    return results[0] if len(results) == 1 else None


def _images(point: str) -> tuple[str, ...]:
    """The points that a symmetry of the board exchanges with this one."""
    images = {symmetry[POINTS.index(point)] for symmetry in SYMMETRIES}
    return tuple(POINTS[image] for image in sorted(images))
