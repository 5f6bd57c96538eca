"""Timeout judgement: pauses that have begun, emergency days, and grace periods.

It decides and draws the emergency day; timeouts.py, which holds the game's row, changes the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Timeout
from games.time_off.leave import mark_stale
from games.time_off.models import Leave
from games.time_off.pauses import Hours, course_for, hours_for
from muehle.clocks import DAY
from muehle.clocks.leave import EMERGENCY_DAY, Absence, is_covered
from muehle.clocks.pauses import Course, Pause

# In games where a time-out is claimed: how long the player can still move and the opponent claim. Then the game ends.
GRACE = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The judgement of an overdue game: its course, and whether it is lost.

    `grace_until` is set while the opponent may claim it.
    """

    game: Game
    course: Course
    drew_emergency_day: bool
    grace_until: datetime | None
    is_lost: bool


def judged(games: Sequence[Game], *, now: datetime) -> list[Judgement]:
    """Judge overdue games whose rows are held, in a fixed number of queries."""
    hours = hours_for(games, now=now)
    courses = {game.pk: course_for(game, hours) for game in games}
    late = [game for game in games if courses[game.pk].deadline_at < now]
    drawn = _draw_emergency_days(late, courses, hours, now=now)
    return [_judgement(game, courses[game.pk], drew=game.pk in drawn, now=now) for game in games]


def _judgement(game: Game, course: Course, *, drew: bool, now: datetime) -> Judgement:
    is_over, grace_until = course.deadline_at < now, None
    if is_over and game.timeout == Timeout.CLAIM and not game.awaits_first_move:
        # A dispute has put it off.
        grace_until = max(course.deadline_at + GRACE, game.grace_until or course.deadline_at)
        is_over = grace_until < now
    return Judgement(
        game=game,
        course=course,
        drew_emergency_day=drew,
        grace_until=None if is_over else grace_until,
        is_lost=is_over,
    )


def _draw_emergency_days(
    games: Sequence[Game], courses: dict[int, Course], hours: dict[int, Hours], *, now: datetime
) -> set[int]:
    """Draw days from the leave of players who may and can have them; returns the games that they were drawn for.

    A day begins at the deadline, whenever the game is looked at, and stops the clocks of all games of its player:
    `courses` and `hours` are changed, and other games are marked to be renewed.
    """
    asked = [game for game in games if _may_draw(game, courses[game.pk])]
    accounts = _accounts_of({game.player_id(game.turn) for game in asked}) if asked else {}
    drawn: list[Leave] = []
    for game in sorted(asked, key=lambda game: (courses[game.pk].deadline_at, game.pk)):
        player = game.player_id(game.turn)
        if player not in accounts:
            continue
        account, own = accounts[player], hours.setdefault(player, Hours())
        # With the days that have been drawn since they were read, for other games.
        own.emergency_days[:] = account.emergency_days
        course = course_for(game, hours)
        day = _day_of(game, player, course.deadline_at)
        if not _was_held(course, own) and account.can_spare(day):
            account.add(day)
            own.emergency_days[:] = account.emergency_days
            drawn.append(day)
    courses |= {game.pk: course_for(game, hours) for game in games}
    Leave.objects.bulk_create(drawn)
    for player in sorted({day.user_id for day in drawn}):
        mark_stale(player, now=now)
    return {day.game_id for day in drawn if day.game_id is not None}


def _may_draw(game: Game, course: Course) -> bool:
    """Whether the terms leave room for a day. A first move that is missed aborts the game, so it needs none."""
    used = game.leave_seconds_of(game.turn) + course.limited_seconds(course.deadline_at)
    return not game.awaits_first_move and game.leave_days * DAY - used >= DAY


def _was_held(course: Course, own: Hours) -> bool:
    """Whether an emergency day has stopped the clock in this turn: one covers all games, and there is no second one."""
    return any(day.start <= course.deadline_at and day.end > course.started_at for day in own.emergency_days)


def _day_of(game: Game, player_id: int, at: datetime) -> Leave:
    return Leave(user_id=player_id, game=game, starts_at=at, ends_at=at + EMERGENCY_DAY, begun_at=at)


@dataclass(slots=True)
class _Account:
    """The leave of a player whose row is held; `games` are those in which a day has been drawn already."""

    since: datetime
    absences: list[Absence] = field(default_factory=list)
    emergency_days: list[Pause] = field(default_factory=list)
    games: set[int] = field(default_factory=set)

    def add(self, leave: Leave) -> None:
        self.absences.append(leave.absence)
        if leave.game_id is not None:
            self.emergency_days.append(leave.pause)
            self.games.add(leave.game_id)

    def can_spare(self, day: Leave) -> bool:
        """Whether the account has the day left beside planned leave."""
        taken = [*self.absences, day.absence]
        return day.game_id not in self.games and is_covered(since=self.since, absences=taken, start=day.starts_at)


def _accounts_of(players: set[int]) -> dict[int, _Account]:
    """The accounts of players who want emergency days, locked in the order of ids; bots have none."""
    rows = User.objects.filter(pk__in=players).select_for_update(no_key=True).order_by("pk")
    accounts = {user.pk: _Account(user.date_joined) for user in rows if user.emergency_day and not user.is_bot}
    for leave in Leave.objects.filter(user__in=accounts):
        accounts[leave.user_id].add(leave)
    return accounts
