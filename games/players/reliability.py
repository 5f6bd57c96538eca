"""How reliably a player moves in time, computed from the games they have played.

The figures are not stored: computed on demand, they are also right after a verdict reverts a time-out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models.rows import fetched

# The number of latest games with a result that count, and the number of half-moves in them.
WINDOW, ANSWERS = 100, 200
# The number of punctual games with which everybody starts, and the number of games before a figure is shown.
CREDIT, SHOWN_FROM = 5, 5
# The period in which aborted games are counted.
YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Punctuality:
    """The latest games with a result, at most WINDOW: how many there are, and how many were not lost on time.

    A game that was aborted because the player has not made a first move counts as lost on time, for that player only.
    """

    games: int = 0
    on_time: int = 0

    @property
    def percent(self) -> int | None:
        """(on_time + 5) / (games + 5) in percent, rounded down, so that 100 means no loss on time; None before five
        games.

        The credit of five games limits the weight of a bad start. Games that a player has aborted do not count.
        """
        if self.games < SHOWN_FROM:
            return None
        return 100 * (self.on_time + CREDIT) // (self.games + CREDIT)

    @property
    def lost_on_time(self) -> int:
        return self.games - self.on_time


@dataclass(frozen=True, slots=True)
class Reliability:
    """The public figures: punctuality, the median time of answers, and the games aborted within a year.

    `median_answer_seconds` is taken over the last ANSWERS answers in games that have ended, as their clocks counted
    them: without leave and days off. White's first half-move is no answer. None if there is no answer.
    """

    punctuality: Punctuality
    median_answer_seconds: int | None
    aborted: int


def punctuality_of(user_ids: Iterable[int]) -> dict[int, Punctuality]:
    """The punctuality of each of the users, in one query that reads at most WINDOW games of each."""
    players = sorted(set(user_ids))
    if not players:
        return {}
    return {player: Punctuality(games, games - late) for player, games, late in fetched(_PUNCTUALITY, [players])}


def percent_of(user_id: int) -> int | None:
    """The percentage of one player; None while they have too few games."""
    return punctuality_of([user_id])[user_id].percent


def reliability_of(user_id: int, *, now: datetime) -> Reliability:
    """All figures of one player, in one query."""
    ((games, late, median, aborted),) = fetched(_RELIABILITY, {"player": user_id, "since": now - YEAR})
    return Reliability(Punctuality(games, games - late), median, aborted)


# The latest games of a player with a result, and those aborted because they have not made a first move. Reads two
# indexes from their ends; the first condition of both is theirs.
# `side` is the remainder of the player's half-moves divided by two.
_LAST_GAMES = """
    SELECT number, finished_at, side, late FROM (
        (SELECT number, finished_at, 1 AS side,
                termination = 'aborted' OR termination = 'timeout' AND result = '0-1' AS late
            FROM core_game WHERE white_id = {player} AND finished_at IS NOT NULL
                AND (status = 'finished' OR termination = 'aborted' AND ply %% 2 = 0)
            ORDER BY finished_at DESC LIMIT {window})
        UNION ALL
        (SELECT number, finished_at, 0, termination = 'aborted' OR termination = 'timeout' AND result = '1-0'
            FROM core_game WHERE black_id = {player} AND finished_at IS NOT NULL
                AND (status = 'finished' OR termination = 'aborted' AND ply %% 2 = 1)
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
                AND game.finished_at IS NOT NULL AND game.termination = 'abort' AND game.finished_at > %(since)s
                AND event.type = 'game_finished' AND event.actor_id = %(player)s)
    FROM last
"""  # noqa: S608


def aborts_of(user_ids: Iterable[int], *, since: datetime) -> dict[int, int]:
    """How many rated games each of the players has ended without a result since then: by aborting them, or by not
    making a first move. Reads the games that a player has ended since then, by two indexes."""
    players = sorted(set(user_ids))
    return dict(fetched(_ABORTS, {"players": players, "since": since})) if players else {}


_ABORTED_AS = """
    SELECT number FROM core_game AS game
    WHERE {side}_id = player.id AND finished_at IS NOT NULL AND finished_at > %(since)s AND rated
        AND (termination = 'aborted' AND ply %% 2 = {parity} OR termination = 'abort' AND EXISTS (
            SELECT FROM core_event AS event WHERE event.game_id = game.number
                AND event.type = 'game_finished' AND event.actor_id = player.id
        ))
"""
_ABORTS = f"""
    SELECT player.id, count(aborted.number)
    FROM unnest(%(players)s::bigint[]) AS player (id)
    LEFT JOIN LATERAL (
        {_ABORTED_AS.format(side="white", parity=0)} UNION ALL {_ABORTED_AS.format(side="black", parity=1)}
    ) AS aborted ON true
    GROUP BY player.id
"""  # noqa: S608
