"""How far a player can be relied on to move in time, from the rows of the games he has played. Nothing here writes.

Nothing is stored either: what is counted whenever somebody asks is right also after a verdict takes a time-out back.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models.rows import fetched

# Games that have ended with a result, the latest; and half-moves in them.
WINDOW, ANSWERS = 100, 200
# Games in time that everybody is credited with; and how many he must have played before there is a figure.
CREDIT, SHOWN_FROM = 5, 5
# How far back aborted games are counted.
YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Punctuality:
    """Of the last WINDOW games that have ended with a result, how many there are and how many were not lost on time."""

    games: int = 0
    on_time: int = 0

    @property
    def percent(self) -> int | None:
        """(on time + 5) of (games + 5), rounded down, so that 100 says: none was lost on time; None before five games.

        The credit keeps one bad start from weighing for long. Aborted games count neither way.
        """
        if self.games < SHOWN_FROM:
            return None
        return 100 * (self.on_time + CREDIT) // (self.games + CREDIT)

    @property
    def lost_on_time(self) -> int:
        return self.games - self.on_time


@dataclass(frozen=True, slots=True)
class Reliability:
    """What everybody may know: the share, how long answers take, and how many games the player has aborted in a year.

    `median_answer_seconds` is that of the last ANSWERS answers in games that have ended, as their clocks counted them:
    leave and days off are no part of it, and White's first half-move answers nothing. None where there is no answer.
    """

    punctuality: Punctuality
    median_answer_seconds: int | None
    aborted: int


def punctuality_of(user_ids: Iterable[int]) -> dict[int, Punctuality]:
    """By player, in one query that looks at WINDOW games of each; nobody is missing."""
    players = sorted(set(user_ids))
    if not players:
        return {}
    return {player: Punctuality(games, games - late) for player, games, late in fetched(_PUNCTUALITY, [players])}


def percent_of(user_id: int) -> int | None:
    """The figure of one player; None for whoever has none yet."""
    return punctuality_of([user_id])[user_id].percent


def reliability_of(user_id: int, *, now: datetime) -> Reliability:
    """All that is known of one player, in one query."""
    ((games, late, median, aborted),) = fetched(_RELIABILITY, {"player": user_id, "since": now - YEAR})
    return Reliability(Punctuality(games, games - late), median, aborted)


# The last games of a player that have ended with a result: two indexes, from their ends, whose condition is the first
# of both. `side` is what is left when one of his half-moves is divided by two.
_LAST_GAMES = """
    SELECT number, finished_at, side, late FROM (
        (SELECT number, finished_at, 1 AS side, termination = 'timeout' AND result = '0-1' AS late FROM core_game
            WHERE white_id = {player} AND status <> 'ongoing' AND status = 'finished'
            ORDER BY finished_at DESC LIMIT {window})
        UNION ALL
        (SELECT number, finished_at, 0, termination = 'timeout' AND result = '1-0' FROM core_game
            WHERE black_id = {player} AND status <> 'ongoing' AND status = 'finished'
            ORDER BY finished_at DESC LIMIT {window})
    ) AS ended ORDER BY finished_at DESC, number DESC LIMIT {window}
"""
_PUNCTUALITY = f"""
    SELECT player.id, count(last.number), count(*) FILTER (WHERE last.late)
    FROM unnest(%s::bigint[]) AS player (id)
    LEFT JOIN LATERAL ({_LAST_GAMES.format(player="player.id", window=WINDOW)}) AS last ON true
    GROUP BY player.id
"""  # noqa: S608
_RELIABILITY = f"""
    WITH last AS ({_LAST_GAMES.format(player="%(player)s", window=WINDOW)}),
    answers AS (
        SELECT seconds_spent FROM last JOIN core_move AS move ON move.game_id = last.number
        WHERE move.ply %% 2 = last.side AND move.ply > 1
        ORDER BY last.finished_at DESC, last.number DESC, move.ply DESC LIMIT {ANSWERS}
    )
    SELECT count(*), count(*) FILTER (WHERE late),
        (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds_spent) FROM answers),
        (SELECT count(DISTINCT game.number) FROM core_game AS game
            JOIN core_event AS event ON event.game_id = game.number
            WHERE (game.white_id = %(player)s OR game.black_id = %(player)s)
                AND game.status <> 'ongoing' AND game.termination = 'abort' AND game.finished_at > %(since)s
                AND event.type = 'game_finished' AND event.actor_id = %(player)s)
    FROM last
"""  # noqa: S608
