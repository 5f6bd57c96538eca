"""Agreement with the best moves on the page of a case: both players side by side, in words."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median_low
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.models.games import Game, PlayedMove
from games.core.queries import positions_before
from games.disputes.admin.players import NOTHING, Group, PlayerFigure, PlayerFigureRow
from games.disputes.evidence import ClockHistory
from games.reviews import agreement
from games.reviews.agreement import Difficulty, JudgedMove, Peers, Phase, Tally
from games.reviews.half_moves import reviewed_moves
from games.reviews.models import GameReview
from games.reviews.presenters import status_of
from kit.times import duration
from muehle import Color

PHASES: Final = {
    Phase.PLACING: gettext_lazy("Placing"),
    Phase.MOVING: gettext_lazy("Moving"),
    Phase.FLYING: gettext_lazy("Flying"),
}
DIFFICULTIES: Final = {
    Difficulty.ALL_KEEP: gettext_lazy("All moves keep the value"),
    Difficulty.SOME_KEEP: gettext_lazy("Several moves keep the value"),
    Difficulty.ONE_KEEPS: gettext_lazy("Only one move keeps the value"),
}


@dataclass(frozen=True)
class BestMoves:
    """What the review of a game says of both players; `moves` are all half-moves of the game."""

    game: Game
    review: GameReview | None
    moves: Sequence[PlayedMove]
    clock: ClockHistory

    @property
    def status(self) -> str:
        """`none` without a review, or as in the API."""
        return status_of(self.review) if self.review else "none"

    @property
    def judged(self) -> int:
        return len(self.review.half_moves) if self.review else 0

    @property
    def is_behind(self) -> bool:
        """Whether half-moves have been played since it was asked for."""
        return self.review is not None and self.review.plies < self.game.ply

    @cached_property
    def groups(self) -> list[Group]:
        """Empty until the review is finished."""
        if self.status != "finished":
            return []
        groups = [
            Group(_("In this game, proved positions"), self._phases(is_proved=True), is_folded=False),
            Group(_("In this game, estimated positions"), self._phases(is_proved=False), is_folded=False),
            Group(_("In this game, median time for a move"), self._times(), is_folded=False),
            Group(_("In all reviewed games of the player"), self._many_games(), is_folded=False),
        ]
        return [group for group in groups if group.rows_that_say_something]

    @cached_property
    def _judged(self) -> list[list[JudgedMove]]:
        """The half-moves of White, and those of Black."""
        reviewed = reviewed_moves(self.review) if self.review else []
        positions = positions_before(self.moves[: len(reviewed)])
        return [agreement.judged_moves(reviewed, positions, color) for color in Color]

    def _phases(self, *, is_proved: bool) -> list[PlayerFigureRow]:
        judged = [[each for each in side if each.is_proved is is_proved] for side in self._judged]
        rows = [
            _row(label, [_counted(_sum(each for each in side if each.phase is phase)) for side in judged])
            for phase, label in PHASES.items()
        ]
        return [*rows, _row(_("All phases"), [_with_interval(_sum(side)) for side in judged])]

    def _times(self) -> list[PlayerFigureRow]:
        # The first half-move of a game has no clock to compare with.
        spent = {move.ply: move.spent for move in self.clock.moves if move.ply > 1}

        def median(side: Iterable[JudgedMove], difficulty: Difficulty) -> str:
            times = [spent[each.ply] for each in side if each.difficulty is difficulty and each.ply in spent]
            moves = ngettext("%(count)s half-move", "%(count)s half-moves", len(times)) % {"count": len(times)}
            return f"{duration(median_low(times))} ({moves})" if times else NOTHING

        return [
            _row(label, [median(side, difficulty) for side in self._judged])
            for difficulty, label in DIFFICULTIES.items()
        ]

    def _many_games(self) -> list[PlayerFigureRow]:
        own = [agreement.own_games(self.game.player_id(color)) for color in Color]
        peers = [self._peers(color) for color in Color]

        def others(tallies: Iterable[Tally], shares: Callable[[Peers], list[float]]) -> PlayerFigureRow:
            words = [_standing(tally, of, shares) for tally, of in zip(tallies, peers, strict=True)]
            return _row(_("Others of this rating"), words)

        proved, estimated = [each.tallies.proved for each in own], [each.tallies.estimated for each in own]
        return [
            _row(_("Reviewed games"), [str(each.games) for each in own]),
            _row(_("Proved positions"), map(_with_interval, proved)),
            others(proved, lambda of: of.proved),
            _row(_("Estimated positions"), map(_with_interval, estimated)),
            others(estimated, lambda of: of.estimated),
        ]

    def _peers(self, color: Color) -> Peers | None:
        """None for a player without a rating in this game."""
        rating = self.game.white_rating if color is Color.WHITE else self.game.black_rating
        return None if rating is None else agreement.peers_of(self.game.player_id(color), rating)


def _row(label: str | Promise, words: Iterable[str]) -> PlayerFigureRow:
    return PlayerFigureRow(label, [PlayerFigure(each) for each in words])


def _sum(judged: Iterable[JudgedMove]) -> Tally:
    return sum((each.tally for each in judged), Tally())


def _percent(share: float) -> int:
    return round(100 * share)


def _counted(tally: Tally) -> str:
    """So many best moves, and how many lots would have drawn."""
    if not tally.choices:
        return NOTHING
    figures = {"percent": _percent(tally.share), "count": tally.kept, "total": tally.choices}
    words = _("%(percent)s%% (%(count)s of %(total)s)") % figures
    if not tally.by_chance:
        return words
    return _("%(share)s, by chance %(percent)s%%") % {
        "share": words,
        "percent": _percent(tally.by_chance / tally.choices),
    }


def _with_interval(tally: Tally) -> str:
    if not tally.choices:
        return NOTHING
    low, high = tally.interval
    figures = {"share": _counted(tally), "low": _percent(low), "high": _percent(high)}
    return _("%(share)s, confidence interval %(low)s to %(high)s%%") % figures


def _standing(tally: Tally, peers: Peers | None, shares: Callable[[Peers], list[float]]) -> str:
    """Where the player stands among others."""
    if peers is None or not tally.choices:
        return NOTHING
    found = agreement.standing(tally.share, shares(peers))
    figures = {"low": peers.band, "high": peers.band + agreement.BAND - 1, "players": len(shares(peers))}
    if found is None:
        return _("too few players rated %(low)s to %(high)s: %(players)s") % figures
    words = _("half of %(players)s players rated %(low)s to %(high)s: %(from)s to %(to)s%%; lower: %(below)s%%")
    quartiles = {"from": _percent(found.low), "to": _percent(found.high), "below": _percent(found.below)}
    return words % (figures | quartiles)
