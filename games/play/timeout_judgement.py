"""Timeout judgement: pauses that have begun, emergency days, and grace periods.

It decides and draws the emergency day; timeouts.py, which holds the game's row, changes the game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Timeout
from games.time_off.models import Leave
from games.time_off.pauses import Hours, course_for, hours_for
from muehle.clocks import DAY
from muehle.clocks.leave import EMERGENCY_DAY, Absence, is_covered
from muehle.clocks.pauses import Course

# So long the player may still move in a game of claims, and the opponent claim it; then it ends by itself.
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
    saved = _draw_emergency_days([game for game in games if courses[game.pk].deadline_at < now], courses, hours)
    return [_judgement(game, saved.get(game.pk), courses[game.pk], now=now) for game in games]


def _judgement(game: Game, saved: Course | None, course: Course, *, now: datetime) -> Judgement:
    course = saved or course
    is_over, grace_until = course.deadline_at < now, None
    if is_over and game.timeout == Timeout.CLAIM:
        # A dispute has put it off.
        grace_until = max(course.deadline_at + GRACE, game.grace_until or course.deadline_at)
        is_over = grace_until < now
    return Judgement(
        game=game,
        course=course,
        drew_emergency_day=saved is not None,
        grace_until=None if is_over else grace_until,
        is_lost=is_over,
    )


def _draw_emergency_days(
    games: Iterable[Game], courses: dict[int, Course], hours: dict[int, Hours]
) -> dict[int, Course]:
    """Draw a day from each player's leave that may and can be, and return the courses of those games with it.

    The day begins at the deadline, whenever the game is looked at.
    """
    asked = [game for game in games if _may_draw(game, courses[game.pk], hours)]
    accounts = _accounts_of({game.player_id(game.turn) for game in asked}) if asked else {}
    drawn: list[Leave] = []
    found: dict[int, Course] = {}
    for game in asked:
        player = game.player_id(game.turn)
        day = _day_of(game, player, courses[game.pk].deadline_at)
        if player in accounts and accounts[player].can_spare(day):
            accounts[player].absences.append(day.absence)
            drawn.append(day)
            own = hours.get(player, Hours())
            with_day = replace(own, emergency_days={**own.emergency_days, game.pk: day.pause})
            found[game.pk] = course_for(game, {player: with_day})
    Leave.objects.bulk_create(drawn)
    return found


def _may_draw(game: Game, course: Course, hours: dict[int, Hours]) -> bool:
    """Whether the terms leave room for a day, and the side has not had one in this turn; an earlier one is in a row."""
    own = hours.get(game.player_id(game.turn), Hours())
    used = game.leave_seconds_of(game.turn) + course.limited_seconds(course.deadline_at)
    return game.pk not in own.emergency_days and game.leave_days * DAY - used >= DAY


def _day_of(game: Game, player_id: int, at: datetime) -> Leave:
    return Leave(user_id=player_id, game=game, starts_at=at, ends_at=at + EMERGENCY_DAY, begun_at=at)


@dataclass(slots=True)
class _Account:
    """The leave of a player whose row is held; `games` are those in which a day has been drawn already."""

    since: datetime
    absences: list[Absence]
    games: set[int]

    def can_spare(self, day: Leave) -> bool:
        """Whether the account has the day left beside planned leave."""
        taken = [*self.absences, day.absence]
        return day.game_id not in self.games and is_covered(since=self.since, absences=taken, start=day.starts_at)


def _accounts_of(players: set[int]) -> dict[int, _Account]:
    """The accounts of players who want emergency days, locked in the order of ids; bots have none."""
    rows = User.objects.filter(pk__in=players).select_for_update(no_key=True).order_by("pk")
    accounts = {
        user.pk: _Account(user.date_joined, [], set()) for user in rows if user.emergency_day and not user.is_bot
    }
    for leave in Leave.objects.filter(user__in=accounts):
        accounts[leave.user_id].absences.append(leave.absence)
        accounts[leave.user_id].games |= {leave.game_id} if leave.game_id else set()
    return accounts
