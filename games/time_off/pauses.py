"""The pauses of stored games: leave, emergency days, days off, disputes, agreements. Reads only."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from games.core.models.games import Game
from games.time_off.public_holidays import holidays_of
from kit.sql import fetched
from muehle import Color
from muehle.clocks import DAY
from muehle.clocks.pauses import Calendar, Course, Pause, Reason, course_of


@dataclass(frozen=True, slots=True)
class Hours:
    """The pauses of a player: current leave, emergency days, and calendars; by game, disputes and agreements."""

    leave: list[Pause] = field(default_factory=list)
    emergency_days: list[Pause] = field(default_factory=list)
    of_games: dict[int, list[Pause]] = field(default_factory=lambda: defaultdict(list))
    calendars: list[Calendar] = field(default_factory=list)


def hours_for(games: Iterable[Game], *, now: datetime) -> dict[int, Hours]:
    """What can stop the clocks of these games, by player id; one query, or none if no terms allow pauses.

    Planned leave is left out: deadlines that include it would reveal it.
    """
    games = [game for game in games if game.leave_days or game.days_off or game.freezes or game.pauses]
    if not games:
        return {}
    since = min(game.turn_started_at for game in games)
    players = sorted({player for game in games for player in game.player_ids})
    found: dict[int, Hours] = defaultdict(Hours)
    stopped = [game.pk for game in games if game.freezes or game.pauses]
    values = [players, since, now, stopped, since, players]
    for reason, user_id, game_id, start, end, *days_off in fetched(_HOURS, values):
        own = found[user_id]
        if reason == Reason.DAY_OFF:
            own.calendars.append(_calendar(start, *days_off))
        elif reason in (Reason.DISPUTE, Reason.AGREEMENT):
            own.of_games[game_id].append(Pause(start, end, Reason(reason)))
        elif reason == Reason.LEAVE:
            own.leave.append(Pause(start, end, Reason.LEAVE))
        else:
            own.emergency_days.append(Pause(start, end, Reason.EMERGENCY_DAY))
    return dict(found)


# Ordered by their beginnings, as calendars need it.
_HOURS = """
SELECT CASE WHEN game_id IS NULL THEN 'leave' ELSE 'emergency_day' END, user_id, game_id, starts_at, ends_at,
    NULL AS zone, NULL::smallint[] AS weekdays, NULL AS region
FROM time_off_leave WHERE user_id = ANY(%s) AND ends_at > %s AND starts_at <= %s
UNION ALL
SELECT reason, player, game_id, starts_at, ends_at, NULL, NULL::smallint[], NULL
FROM (
    SELECT 'dispute' AS reason, game_id, starts_at, ends_at FROM time_off_freeze
    UNION ALL SELECT 'agreement', game_id, answered_at, until FROM time_off_pauseoffer WHERE status = 'accepted'
) AS stop JOIN core_game ON number = game_id, LATERAL (VALUES (white_id), (black_id)) AS of_game (player)
WHERE game_id = ANY(%s) AND ends_at > %s
UNION ALL
SELECT 'day_off', user_id, NULL, since, NULL, time_zone, weekdays, region FROM time_off_daysoff WHERE user_id = ANY(%s)
ORDER BY 4
"""


def _calendar(since: datetime, zone: str, weekdays: Iterable[int], region: str) -> Calendar:
    holidays = partial(holidays_of, region)
    return Calendar(since=since, zone=ZoneInfo(zone), weekdays=frozenset(weekdays), holidays=holidays)


def course_for(game: Game, hours: Mapping[int, Hours]) -> Course:
    """The current turn with its pauses, computed from the stored rows."""
    own = hours.get(game.player_id(game.turn), Hours())
    return course_of(
        started_at=game.turn_started_at,
        seconds_left=game.turn_seconds,
        pauses=[*own.leave, *own.emergency_days, *own.of_games.get(game.pk, [])],
        calendars=own.calendars if game.days_off else (),
        limited_seconds=leave_seconds_left(game, game.turn),
    )


def leave_seconds_left(game: Game, color: Color) -> int:
    """The leave that the terms still allow the side, in seconds.

    What counts as used is the state at the start of the turn.
    """
    return max(0, game.leave_days * DAY - game.leave_seconds_of(color))
