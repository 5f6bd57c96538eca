"""Changes of a game for disputes: hold and release its clocks, set its result, resume it.

The caller holds the row and records the events that are returned. Who may decide is checked in games/disputes.
"""

from datetime import datetime
from typing import Final

from accounts.models import User
from games.core.event_log import Entry
from games.core.models.games import Game
from games.play import clocks
from games.play.endings import STATE, Ending, finish
from games.play.errors import VerdictImpossible
from games.play.events import deadline_moved
from games.players import ratings, reliability
from games.time_off import pauses
from games.time_off.models import Freeze
from kit.errors import raises
from kit.hooks import Hook
from kit.sql import update_row

# An ended game, whose row is locked, is to have another end, or goes on. It is still as it ended.
reopened: Hook[[Game], None] = Hook()

# Endings that an arbiter can change: all that were not decided on the board.
_REVERSIBLE = (
    Game.Termination.AGREEMENT,
    Game.Termination.RESIGNATION,
    Game.Termination.TIMEOUT,
    Game.Termination.ADJUDICATION,
    Game.Termination.ABORT,
    Game.Termination.ABORTED,
)
# In seconds: the player on move in a resumed game is notified before they can lose it on time again.
LEAST_LEFT: Final = 24 * 60 * 60


def hold(game: Game, case: int, *, until: datetime, now: datetime) -> list[Entry]:
    """Stop both clocks until then at the latest; an earlier hold of the same dispute is extended."""
    freeze, is_new = Freeze.objects.get_or_create(
        case_number=case, defaults={"game": game, "starts_at": now, "ends_at": until}
    )
    if not is_new:
        freeze.ends_at = until
        freeze.save(update_fields=["ends_at"])
    game.freezes += is_new
    # Another dispute may hold them for longer.
    _freeze_until(game, max(until, game.frozen_until or until), now=now)
    return _with_course(game, now=now)


def release(game: Game, case: int, *, now: datetime) -> list[Entry]:
    """Start the clocks again, if this dispute holds them."""
    return _with_course(game, now=now) if _thawed(game, case, now=now) else []


@raises(VerdictImpossible)
def conclude(game: Game, result: Game.Result, *, now: datetime) -> list[Entry]:
    """End the game with this result, or change the one it has; OPEN annuls it. Ratings follow, where both have one yet.

    Raises VerdictImpossible where the game has this result already, or the board has decided it.
    """
    if not game.is_ongoing:
        _require_reversible(game)
        if game.result == result:
            raise VerdictImpossible
        _reopen(game)
    termination = Game.Termination.ADJUDICATION
    return end(Ending(game=game, result=result, termination=termination, counts=_has_both(game)), now=now)


def end(ending: Ending, *, now: datetime) -> list[Entry]:
    """End a game that goes on."""
    return finish([ending], now=now)


@raises(VerdictImpossible)
def resume(game: Game, case: int, *, seconds: int, now: datetime) -> list[Entry]:
    """Resume the game, and add seconds to the clock of the side on move.

    If the game has ended, or the time has run out in a game of claims, the turn begins anew with at least LEAST_LEFT
    seconds. Raises VerdictImpossible if the game was decided on the board, or a player has left the site.
    """
    _thawed(game, case, now=now)
    hours = pauses.hours_for([game], now=now)
    if not game.is_ongoing:
        _require_reversible(game)
        if not _has_both(game):
            raise VerdictImpossible
    had_ended = not game.is_ongoing
    if had_ended or game.grace_until is not None:
        seconds = max(_left_at_the_end(game) + seconds, LEAST_LEFT) - game.turn_seconds
        _reopen(game)
        clocks.begin(game, hours, now=now)
    clocks.give(game, seconds, hours)
    update_row(game, STATE)
    if had_ended:
        reliability.store(game.player_ids)
    return [deadline_moved(game, why="dispute")]


def can_be_changed(game: Game) -> bool:
    """Whether a verdict may set the result: the game goes on, or was not won on the board."""
    return game.is_ongoing or game.termination in _REVERSIBLE


def _require_reversible(game: Game) -> None:
    if not can_be_changed(game):
        raise VerdictImpossible


def _has_both(game: Game) -> bool:
    """Whether both accounts exist. A deleted account plays no games and has no rating."""
    return not User.objects.filter(pk__in=game.player_ids, deletion__isnull=False).exists()


def _left_at_the_end(game: Game) -> int:
    """The seconds of the side on move when the game ended; its clock has not been touched since."""
    return game.course.seconds_left_at(game.finished_at) if game.finished_at else 0


def _reopen(game: Game) -> None:
    """Restore the state before the end, with stopped clocks, and reverse its changes of ratings."""
    reopened(game)
    ratings.revert(game)
    game.status, game.result, game.termination = Game.Status.ONGOING, Game.Result.OPEN, ""
    game.finished_at = game.white_rating_change = game.black_rating_change = None
    game.on_move_id = game.player_id(game.turn)


def _thawed(game: Game, case: int, *, now: datetime) -> bool:
    """End what the dispute holds; whether the clock of a game that goes on is another one by that."""
    held = Freeze.objects.filter(case_number=case, ends_at__gt=now).update(ends_at=now)
    if not held or not game.is_ongoing:
        return False
    others = Freeze.objects.filter(game=game, ends_at__gt=now).order_by("ends_at").last()
    _freeze_until(game, others.ends_at if others else None, now=now)
    return True


def _freeze_until(game: Game, until: datetime | None, *, now: datetime) -> None:
    """Hold the game so long; where its time had run out before, the grace stands still meanwhile."""
    if game.grace_until is not None:
        game.grace_until += max(until or now, now) - max(game.frozen_until or now, now)
    game.frozen_until = until


def _with_course(game: Game, *, now: datetime) -> list[Entry]:
    clocks.correct(game, pauses.hours_for([game], now=now))
    update_row(game, STATE)
    return [deadline_moved(game, why="dispute")]
