"""The clock of a game whose row is locked: start a turn, stop it, correct it.

The course of a turn is computed from the rows, never from what was stored before; the caller saves the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts import database_time
from games.core import event_log
from games.core.event_log import Entry
from games.core.models.games import Game
from games.core.writing import update_rows
from games.play.events import deadline_moved, time_ran_out
from games.play.timeout_judgement import Judgement
from games.time_off import pauses
from games.time_off.models import StaleClocks
from games.time_off.pauses import Hours
from muehle import Color
from muehle.clocks.pauses import Course, standstills_as_text

# What a course is stored as; and what a turn leaves behind.
COLUMNS = ("deadline_at", "quarter_at", "standstills", "grace_until")
BANKS = ("white_seconds", "black_seconds", "white_leave_seconds", "black_leave_seconds", "turn_started_at")
BATCH = 100


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The seconds that a turn used, and its deadline."""

    seconds: int
    deadline_at: datetime


def begin(game: Game, hours: Mapping[int, Hours], *, now: datetime) -> None:
    """Start the clock of the side that is on move now."""
    game.turn_started_at, game.grace_until = now, None
    _set_course(game, pauses.course_for(game, hours))


def correct(game: Game, hours: Mapping[int, Hours]) -> None:
    """Compute the course of the turn again from the rows."""
    _set_course(game, pauses.course_for(game, hours))


def give(game: Game, seconds: int, hours: Mapping[int, Hours]) -> None:
    """Add seconds to this turn of the side on move."""
    left = game.seconds_of(game.turn) + seconds
    if game.turn is Color.WHITE:
        game.white_seconds = left
    else:
        game.black_seconds = left
    correct(game, hours)


def stop(game: Game, hours: Mapping[int, Hours], *, now: datetime) -> TurnTime:
    """Subtract the time of the turn from the mover's clock and from their leave in this game."""
    course = pauses.course_for(game, hours)
    spent = TurnTime(course.seconds_run(now), course.deadline_at)
    left = game.clock.seconds_after_move(game.seconds_of(game.turn), seconds_spent=spent.seconds)
    leave = game.leave_seconds_of(game.turn) + course.limited_seconds(now)
    if game.turn is Color.WHITE:
        game.white_seconds, game.white_leave_seconds = left, leave
    else:
        game.black_seconds, game.black_leave_seconds = left, leave
    return spent


def apply(judgement: Judgement) -> list[Entry]:
    """Store the course that was judged, and return its events."""
    game, had_grace = judgement.game, judgement.game.grace_until is not None
    _set_course(game, judgement.course)
    game.grace_until = judgement.grace_until
    if judgement.drew_emergency_day:
        return [deadline_moved(game, why="emergency_day")]
    if judgement.is_lost:
        return []
    if judgement.grace_until is not None:
        return [] if had_grace else [time_ran_out(game)]
    return [deadline_moved(game, why="leave")]


def renew(player_id: int, *, why: str, after: int = 0, limit: int = BATCH) -> int | None:
    """Compute the courses again where the player is on move, after a change of their leave or days off.

    Handles up to `limit` games by number; returns the last number, to continue after it, or None at the end.
    """
    # Whichever side is on move: a move of the opponent that is not committed yet has read the old hours.
    rows = Game.objects.ongoing().of(player_id).filter(number__gt=after).order_by("number")
    with transaction.atomic():
        held = list(rows.select_for_update()[:limit])
        now = database_time.now()
        games = [game for game in held if game.on_move_id == player_id]
        hours = pauses.hours_for(games, now=now)
        moved_games = [game for game in games if not game.is_overdue(now=now) and _renew_course(game, hours)]
        update_rows(moved_games, COLUMNS)
        event_log.record([deadline_moved(game, why=why) for game in moved_games], now=now)
    return held[-1].number if held else None


def _renew_course(game: Game, hours: Mapping[int, Hours]) -> bool:
    """Compute the game's course again; False if it is the same. A deadline that has passed stays."""
    before = (game.deadline_at, game.standstills)
    if game.grace_until is None:
        _set_course(game, pauses.course_for(game, hours))
    return before != (game.deadline_at, game.standstills)


def _set_course(game: Game, course: Course) -> None:
    game.deadline_at, game.quarter_at = course.deadline_at, course.quarter_at
    game.standstills = standstills_as_text(course.standstills)


def renew_stale_clocks(*, limit: int = 500) -> int:
    """Renew the courses of up to `limit` players whose leave or calendar has changed; returns how many."""
    marks = list(StaleClocks.objects.order_by("since")[:limit])
    for mark in marks:
        renew_clocks(mark)
    return len(marks)


def renew_clocks(mark: StaleClocks, **_signal: object) -> None:
    """Handle the player's games in batches. If the process dies, the mark stays and the next one starts again."""
    after: int | None = 0
    while after is not None:
        after = renew(mark.user_id, why=mark.why, after=after)
    # Not if it was changed again meanwhile.
    StaleClocks.objects.filter(user=mark.user_id, since=mark.since).delete()
