"""Why a clock stands still, who is away, and when a first move is due, in sentences (pending.html). Decides nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.core.models.games import Game
from games.play import first_moves
from kit.times import duration, moment
from muehle.clocks.pauses import Reason

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage

# For the player and for everybody else; of several reasons the first one in this order is shown.
_WORDS: dict[Reason, tuple[Promise, Promise]] = {
    Reason.DISPUTE: (
        gettext_lazy("Disputed game: your clock is stopped until an arbiter decides, until %(at)s at the latest."),
        gettext_lazy("Disputed game: the clock is stopped until an arbiter decides, until %(at)s at the latest."),
    ),
    Reason.AGREEMENT: (
        gettext_lazy(
            "Paused by agreement until %(at)s: both clocks are paused. You can still move; your move is due "
            "by %(deadline)s."
        ),
        gettext_lazy(
            "Paused by agreement until %(at)s: both clocks are paused. Moves can still be played; the next "
            "one is due by %(deadline)s."
        ),
    ),
    Reason.LEAVE: (
        gettext_lazy("You are on leave: your clock is paused until %(at)s."),
        gettext_lazy("%(name)s is on leave: the clock is paused until %(at)s."),
    ),
    Reason.EMERGENCY_DAY: (
        gettext_lazy("Your time ran out, so your emergency day was used: your clock is paused until %(at)s."),
        gettext_lazy("%(name)s ran out of time, so the emergency day was used: the clock is paused until %(at)s."),
    ),
    Reason.HOLIDAY: (
        gettext_lazy("You have a public holiday: your clock is paused until %(at)s."),
        gettext_lazy("%(name)s has a public holiday: the clock is paused until %(at)s."),
    ),
    Reason.DAY_OFF: (
        gettext_lazy("You have a day off: your clock is paused until %(at)s."),
        gettext_lazy("%(name)s has a day off: the clock is paused until %(at)s."),
    ),
}


@dataclass(frozen=True)
class Pending:
    """What the game waits for, for its players and spectators."""

    page: "GamePage"

    @property
    def first_move(self) -> str:
        return _first_move(self.page.game, viewer_id=self.page.viewer_id, now=self.page.now)

    @property
    def pauses(self) -> list[str]:
        """Why the clock stands still, and who is away."""
        page = self.page
        return _pauses(page.game, away=page.away, viewer_id=page.viewer_id, now=page.now)


def _pauses(game: Game, *, away: Mapping[int, datetime], viewer_id: int | None, now: datetime) -> list[str]:
    """What is to be known of the clock beside the time that is left; nothing of a game that has ended.

    `away` are the players on leave, with its end.
    """
    if not game.is_ongoing:
        return []
    mover, waiting = game.player(game.turn), game.player(game.turn.opponent)
    is_mine = mover.pk == viewer_id
    sentences = [words(game, mover, is_mine=is_mine, now=now) for words in (_of_the_clock, _of_the_total)]
    if waiting.pk in away and game.leave_days:
        sentences.append(_away(waiting, until=away[waiting.pk], is_mine=waiting.pk == viewer_id))
    return [sentence for sentence in sentences if sentence]


def _of_the_clock(game: Game, mover: User, *, is_mine: bool, now: datetime) -> str:
    if game.grace_until is not None:
        return _time_ran_out(game, mover, is_mine=is_mine)
    standstill = game.course.standstill_at(now)
    if standstill is None:
        return ""
    assert game.deadline_at is not None  # noqa: S101  (a constraint of the table: the game goes on)
    words = {"name": mover.shown_name, "at": moment(game.course.stands_until(now))}
    own, of_other = _WORDS[next(reason for reason in _WORDS if reason in standstill.reasons)]
    return str(own if is_mine else of_other) % {**words, "deadline": moment(game.deadline_at)}


def _of_the_total(game: Game, mover: User, *, is_mine: bool, now: datetime) -> str:
    """Why the side on move has less time than the time control gives."""
    if game.grace_until is not None or not game.is_limited_by_total:
        return ""
    words = {"name": mover.shown_name, "time": duration(game.total_left_of(game.turn, at=now))}
    if is_mine:
        return _("You have %(time)s of the total length left for all your moves.") % words
    return _("%(name)s has %(time)s of the total length left for all moves.") % words


def _first_move(game: Game, *, viewer_id: int | None, now: datetime) -> str:
    """When the first move of a side is due, and what comes without it; "" if none is.

    Whoever has to make it may read that it would be lost, which takes a query.
    """
    if not game.is_ongoing or not game.awaits_first_move or game.deadline_at is None:
        return ""
    mover = game.player(game.turn)
    is_mine = mover.pk == viewer_id
    words = {"name": mover.shown_name, "at": moment(game.deadline_at)}
    if not is_mine:
        return _("The first move of %(name)s is due by %(at)s. Without it the game is aborted.") % words
    if first_moves.may_abort(mover.pk, now=now):
        return _("Your first move is due by %(at)s. Without it the game is aborted without a result.") % words
    words |= {"most": str(first_moves.MOST_ABORTS), "days": str(first_moves.DAYS_OF_ABORTS)}
    sentence = _(
        "Your first move is due by %(at)s. Without it you lose, because you have left %(most)s rated "
        "games without a result within %(days)s days."
    )
    return sentence % words


def _away(player: User, *, until: datetime, is_mine: bool) -> str:
    if is_mine:
        return _("You are on leave until %(at)s.") % {"at": moment(until)}
    return _("%(name)s is on leave until %(at)s.") % {"name": player.shown_name, "at": moment(until)}


def _time_ran_out(game: Game, mover: User, *, is_mine: bool) -> str:
    assert game.grace_until is not None  # noqa: S101  (for the type checker)
    at = moment(game.grace_until)
    if is_mine:
        return _(
            "Your time has run out. You can still move until your opponent claims the win; the game ends on "
            "%(at)s at the latest."
        ) % {"at": at}
    words = _("%(name)s has run out of time. If no move is played, the game ends automatically on %(at)s.")
    return words % {"name": mover.shown_name, "at": at}
