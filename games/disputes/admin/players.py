"""Figures about both players of a case, as rows of one table with a column for each player."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.template.defaultfilters import floatformat
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.notifications import DeliveryStatus
from games.disputes import evidence
from games.disputes.behaviour import BehaviourStatistics, Share
from kit.times import duration

NOTHING = "–"


class PlayerFigure(NamedTuple):
    """A figure in words; `games` are the numbers of those that it counts, to be looked at; `then` is what it was when
    the case was opened, where that was otherwise."""

    words: str
    games: Sequence[int] = ()
    more: str = ""
    then: str = ""


@dataclass(frozen=True, slots=True)
class PlayerFigureRow:
    """A figure of White’s and the same of Black’s."""

    label: str | Promise
    cells: list[PlayerFigure]

    @property
    def differs(self) -> bool:
        return len({cell.words for cell in self.cells}) > 1

    @property
    def says_something(self) -> bool:
        """Whether there is anything of either player, now or when the case was opened."""
        return any(cell.words not in ("0", NOTHING) or cell.then for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Group:
    """Figures that were counted over the same games."""

    heading: str | Promise
    rows: list[PlayerFigureRow]
    is_folded: bool

    @property
    def rows_that_say_something(self) -> list[PlayerFigureRow]:
        return [row for row in self.rows if row.says_something]


@dataclass(frozen=True, slots=True)
class Known:
    """All that is counted of a player: `kept` is what evidence.kept() says, now and `then`, when the case was opened
    (None for one that has not kept it); `statistics` is what a year’s games say."""

    kept: dict[str, Any]
    then: dict[str, Any] | None
    statistics: BehaviourStatistics


# --- The words of each figure, from what is kept when a case is opened ------------------------------------------------


def _notifications(kept: dict[str, Any]) -> str:
    """How many there were, by what became of them."""
    found = [f"{DeliveryStatus(status).label}: {count}" for status, count in kept["notices"].items()]
    return ", ".join(found) or NOTHING


def _answer_elsewhere(kept: dict[str, Any]) -> str:
    habit = kept["habit"]
    if habit["elsewhere"] is None:
        return NOTHING
    last = ngettext("last %(counter)s answer", "last %(counter)s answers", habit["answers"])
    return f"{_taking(habit['elsewhere'])} ({last % {'counter': habit['answers']}})"


def _lost_on_time(kept: dict[str, Any]) -> str:
    words = ngettext("%(losses)s of %(games)s game", "%(losses)s of the last %(games)s games", kept["games"])
    return words % {"losses": kept["lost_on_time"], "games": kept["games"]}


def _reliability(kept: dict[str, Any]) -> str:
    percent = evidence.reliability_in(kept["games"], kept["lost_on_time"])
    return NOTHING if percent is None else _("%(percent)s%%") % {"percent": percent}


def _taking(seconds: int | None) -> str:
    return NOTHING if seconds is None else duration(seconds)


# --- And from the games of a year -------------------------------------------------------------------------------------


def _share(share: Share) -> str:
    if not share.total:
        return NOTHING
    figures = {"percent": share.percent, "count": share.count, "total": share.total}
    return _("%(percent)s%% (%(count)s of %(total)s)") % figures


def _timeouts(statistics: BehaviourStatistics) -> PlayerFigure:
    run = statistics.longest_run_of_timeouts
    more = _("(%(count)s in a row)") % {"count": run} if run > 1 else ""
    return _games(statistics.timeouts)._replace(more=more)


def _games(numbers: Sequence[int]) -> PlayerFigure:
    return PlayerFigure(str(len(numbers)), numbers)


Rows = list[tuple[str | Promise, Callable[[Known], PlayerFigure]]]


def _kept(words: Callable[[dict[str, Any]], object]) -> Callable[[Known], PlayerFigure]:
    """A figure that is kept with a case, and what it was when that was opened."""

    def cell(known: Known) -> PlayerFigure:
        now = str(words(known.kept))
        then = now if known.then is None else str(words(known.then))
        return PlayerFigure(now, then="" if then == now else then)

    return cell


def _statistic(words: Callable[[BehaviourStatistics], object]) -> Callable[[Known], PlayerFigure]:
    return lambda known: PlayerFigure(str(words(known.statistics)))


def _which(numbers: Callable[[BehaviourStatistics], Sequence[int]]) -> Callable[[Known], PlayerFigure]:
    return lambda known: _games(numbers(known.statistics))


HERE: Rows = [
    (gettext_lazy("Time to answer here"), _kept(lambda kept: _taking(kept["habit"]["here"]))),
    (gettext_lazy("Moves near the deadline"), _kept(lambda kept: kept["near_the_deadline"])),
    (gettext_lazy("Draw offers"), _kept(lambda kept: kept["offers"])),
    (gettext_lazy("Notifications"), _kept(_notifications)),
]
LATELY: Rows = [
    (gettext_lazy("Time to answer elsewhere"), _kept(_answer_elsewhere)),
    (gettext_lazy("Lost on time"), _kept(_lost_on_time)),
    (gettext_lazy("Reliability"), _kept(_reliability)),
]
IN_A_YEAR: Rows = [
    (gettext_lazy("Games"), _statistic(lambda statistics: statistics.games)),
    (gettext_lazy("Late answers when behind"), _statistic(lambda statistics: _share(statistics.late_when_behind))),
    (gettext_lazy("Late answers otherwise"), _statistic(lambda statistics: _share(statistics.late_otherwise))),
    (gettext_lazy("Draw offers per game"), _statistic(lambda statistics: floatformat(statistics.offers_a_game, 1))),
    (
        gettext_lazy("Games with more than three offers turned down"),
        _which(lambda statistics: statistics.insistent_games),
    ),
    (gettext_lazy("Lost on time"), lambda known: _timeouts(known.statistics)),
    (gettext_lazy("Aborted by the player"), _which(lambda statistics: statistics.aborted)),
    (gettext_lazy("Messages reported by opponents"), _which(lambda statistics: statistics.reported)),
]
BEFORE_ARBITERS: Rows = [
    (gettext_lazy("Sanctions so far"), _kept(lambda kept: len(kept["sanctions"]))),
]
# With whether they are folded.
GROUPS = (
    (gettext_lazy("In this game"), HERE, False),
    (gettext_lazy("In recent games"), LATELY, False),
    (gettext_lazy("Sanctions and cases"), BEFORE_ARBITERS, False),
    (gettext_lazy("Games in progress and those of the last year"), IN_A_YEAR, True),
)


def has_changed(groups: Iterable[Group]) -> bool:
    """Whether a figure was otherwise when the case was opened."""
    return any(cell.then for group in groups for row in group.rows for cell in row.cells)


def groups_of(players: Sequence[Known]) -> list[Group]:
    """The table of these players, a column for each; no query."""
    return [
        Group(heading, [PlayerFigureRow(label, [cell(known) for known in players]) for label, cell in rows], is_folded)
        for heading, rows, is_folded in GROUPS
    ]
