"""The clocks of games: begin a turn, stop it, correct it where leave, days off or the calendar have changed.

The course of a turn is computed from the rows, never from what was stored before. Functions that get one game expect
its row locked, and their caller saves it; those that look for games lock and save them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from games.core import event_log
from games.core.event_log import Entry
from games.core.models.games import Game
from games.play import deadline_steps
from games.play.events import deadline_moved, time_ran_out
from games.play.timeout_judgement import Judgement
from games.time_off import pauses
from games.time_off.models import StaleClocks
from games.time_off.pauses import Hours
from kit import database_time
from kit.sql import update_rows
from muehle import Color
from muehle.clocks.pauses import Course, standstills_as_text

# What a course is stored as; and what a turn leaves behind.
COLUMNS = ("deadline_at", "quarter_at", "deadline_notification_at", "standstills", "grace_until")
BANKS = (
    "white_seconds", "black_seconds", "white_total_seconds", "black_total_seconds", "white_leave_seconds",
    "black_leave_seconds", "turn_started_at",
)  # fmt: skip
BATCH = 100
DAY = timedelta(hours=24)


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
    """Add seconds to this turn of the side on move; what had run out before can be claimed no longer."""
    game.grace_until = None
    add(game, game.turn, seconds)
    correct(game, hours)


def add(game: Game, color: Color, seconds: int) -> None:
    """Add seconds to the clock of a side, and to its total; the course of its turn stays as it is."""
    total = game.total_seconds_of(color)
    total = None if total is None else total + seconds
    if color is Color.WHITE:
        game.white_seconds, game.white_total_seconds = game.white_seconds + seconds, total
    else:
        game.black_seconds, game.black_total_seconds = game.black_seconds + seconds, total


def stop(game: Game, hours: Mapping[int, Hours], *, now: datetime) -> TurnTime:
    """Subtract the time of the turn from the mover's clock, their total, and their leave in this game."""
    course = pauses.course_for(game, hours)
    spent = TurnTime(course.seconds_run(now), course.deadline_at)
    left = game.clock.seconds_after_move(game.seconds_of(game.turn), seconds_spent=spent.seconds)
    leave = game.leave_seconds_of(game.turn) + course.limited_seconds(now)
    total = game.total_seconds_of(game.turn)
    total = None if total is None else max(0, total - spent.seconds)
    if game.turn is Color.WHITE:
        game.white_seconds, game.white_total_seconds, game.white_leave_seconds = left, total, leave
    else:
        game.black_seconds, game.black_total_seconds, game.black_leave_seconds = left, total, leave
    return spent


def apply(judgement: Judgement) -> list[Entry]:
    """Store the course that was judged, and return its events."""
    game = judgement.game
    _set_course(game, judgement.course, is_over=judgement.is_lost)
    game.grace_until = judgement.grace_until
    if judgement.drew_emergency_day:
        return [deadline_moved(game, why="emergency_day")]
    if judgement.is_lost:
        return []
    if judgement.grace_until is not None:
        return [time_ran_out(game)]
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
        deadline_steps.attach(games)
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


def _set_course(game: Game, course: Course, *, is_over: bool = False) -> None:
    game.deadline_at, game.quarter_at = course.deadline_at, course.quarter_at
    game.deadline_notification_at = None if is_over else min(_notification_moments(game))
    game.standstills = standstills_as_text(course.standstills)


def set_next_look(games: Sequence[Game], *, now: datetime) -> None:
    """Store when the sweep for deadline notifications looks at each of these locked games next."""
    for game in games:
        game.deadline_notification_at = min(
            (moment for moment in _notification_moments(game) if moment > now), default=None
        )
    update_rows(games, ("deadline_notification_at",))


def _notification_moments(game: Game) -> tuple[datetime, ...]:
    """When a deadline notification may be due: a quarter of the time is left, or a day; or as its player has chosen."""
    assert game.quarter_at is not None and game.deadline_at is not None  # noqa: S101, PT018  (the game goes on)
    if hours := deadline_steps.hours_of(game):
        return tuple(game.deadline_at - timedelta(hours=each) for each in hours)
    return game.quarter_at, game.deadline_at - DAY


def look_again(player_id: int, *, limit: int = BATCH) -> None:
    """Store when deadline notifications come next where the player is on move, who has chosen other steps."""
    after: int | None = 0
    while after is not None:
        rows = Game.objects.ongoing().filter(on_move=player_id, number__gt=after).order_by("number")
        with transaction.atomic():
            held = list(rows.select_for_update()[:limit])
            deadline_steps.attach(held)
            set_next_look(held, now=database_time.now())
        after = held[-1].number if len(held) == limit else None


def renew_stale_clocks(*, limit: int = 500) -> int:
    """Renew the courses of up to `limit` players whose leave or calendar has changed; returns how many."""
    marks = list(StaleClocks.objects.order_by("since")[:limit])
    for mark in marks:
        renew_clocks(mark)
    return len(marks)


def renew_clocks(mark: StaleClocks) -> None:
    """Handle the player's games in batches. If the process dies, the mark stays and the next one starts again."""
    after: int | None = 0
    while after is not None:
        after = renew(mark.user_id, why=mark.why, after=after)
    # Not if it was changed again meanwhile.
    StaleClocks.objects.filter(user=mark.user_id, since=mark.since).delete()
