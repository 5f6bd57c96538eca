"""How reliably a player moves in time: counted from their games, and stored for lists that show and sort it.

Whoever writes that a game has ended, or goes on again, calls store() in the same transaction. All readers read what is
stored. The median of answers and the aborted games are shown for one player at a time, and counted when they are asked
for.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from games.players.models import SHOWN_FROM, WINDOW, StoredReliability
from kit.sql import fetched, update_rows

# The number of half-moves in the latest games whose time counts.
ANSWERS = 200
# The number of punctual games with which everybody starts.
CREDIT = 5
# The period in which aborted games are counted.
YEAR = timedelta(days=365)
# The number of accounts that are compared with their games in one statement.
COMPARED_AT_ONCE = 500


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


# --- What is stored ---------------------------------------------------------------------------------------------------


def punctuality_of(user_ids: Iterable[int]) -> dict[int, Punctuality]:
    """The stored punctuality of each of the users, in one query."""
    players = set(user_ids)
    if not players:
        return {}
    rows = StoredReliability.objects.filter(user__in=players).values_list("user", "games", "on_time")
    stored = {user: Punctuality(games, on_time) for user, games, on_time in rows}
    return {player: stored.get(player, Punctuality()) for player in players}


def percent_of(user_id: int) -> int | None:
    """The percentage of one player; None while they have too few games."""
    return punctuality_of([user_id])[user_id].percent


def store(user_ids: Iterable[int]) -> None:
    """Store the punctuality of the players, as their games are now, in the transaction that has changed the games.

    Locks the rows in the order of user ids before it counts: of two games that end at once, the later transaction
    counts both. Deleted accounts get no row.
    """
    players = sorted(set(user_ids))
    fetched(_MISSING, [players])
    rows = list(StoredReliability.objects.select_for_update().filter(user__in=players).order_by("user_id"))
    counted = _counted([row.user_id for row in rows])
    changed = [row for row in rows if _take_over(row, counted[row.user_id])]
    update_rows(changed, ("games", "on_time", "percent"))


def store_again(user_id: int) -> None:
    """Store the punctuality of one player, in a transaction of its own."""
    with transaction.atomic():
        store([user_id])


def _take_over(row: StoredReliability, counted: Punctuality) -> bool:
    """Whether the row was another one before."""
    before = (row.games, row.on_time, row.percent)
    row.games, row.on_time, row.percent = after = (counted.games, counted.on_time, counted.percent)
    return after != before


def _counted(user_ids: Iterable[int]) -> dict[int, Punctuality]:
    """The punctuality as it follows from the games, in one query that reads at most 2 × WINDOW games of each player."""
    return {player: Punctuality(games, games - late) for player, games, late in fetched(_PUNCTUALITY, [list(user_ids)])}


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored figure that is not what follows from the games."""

    user_id: int
    username: str
    stored: tuple[int, int, int | None]
    counted: Punctuality


def differences() -> Iterator[Difference]:
    """Compare what is stored with the games, for all accounts that are not deleted, in pieces.

    Each piece is one statement, which sees games and figures at the same instant.
    """
    last = 0
    while rows := fetched(_COMPARED, {"after": last, "most": COMPARED_AT_ONCE}):
        for user_id, username, *stored, games, late in rows:
            counted, (stored_games, on_time, percent) = Punctuality(games, games - late), stored
            if (stored_games, on_time, percent) != (counted.games, counted.on_time, counted.percent):
                yield Difference(user_id, username, (stored_games, on_time, percent), counted)
        last = rows[-1][0]


# --- What is counted --------------------------------------------------------------------------------------------------


def reliability_of(user_id: int, *, now: datetime) -> Reliability:
    """All figures of one player, in one query."""
    ((games, on_time, median, aborted),) = fetched(_RELIABILITY, {"player": user_id, "since": now - YEAR})
    return Reliability(Punctuality(games, on_time), median, aborted)


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
# Rows of accounts that have none. Deleted accounts have none, like ratings: a verdict may still change their games.
_MISSING = """
    INSERT INTO players_storedreliability (user_id, games, on_time)
    SELECT id, 0, 0 FROM accounts_user AS player
    WHERE id = ANY(%s) AND NOT EXISTS (SELECT FROM accounts_deletion WHERE user_id = player.id)
    ORDER BY id ON CONFLICT (user_id) DO NOTHING
"""
_COMPARED = f"""
    WITH player AS (
        SELECT id, username FROM accounts_user
        WHERE id > %(after)s AND NOT EXISTS (SELECT FROM accounts_deletion WHERE user_id = accounts_user.id)
        ORDER BY id LIMIT %(most)s
    )
    SELECT player.id, username, coalesce(stored.games, 0), coalesce(stored.on_time, 0), stored.percent,
        count(last.number), count(*) FILTER (WHERE last.late)
    FROM player LEFT JOIN players_storedreliability AS stored ON stored.user_id = player.id
    LEFT JOIN LATERAL ({_LAST_GAMES.format(player="player.id", window=WINDOW)}) AS last ON true
    GROUP BY player.id, username, stored.user_id ORDER BY player.id
"""  # noqa: S608
_RELIABILITY = f"""
    WITH last AS ({_LAST_GAMES.format(player="%(player)s", window=WINDOW)}),
    answers AS (
        SELECT seconds_spent FROM last JOIN core_move AS move ON move.game_id = last.number
        WHERE move.ply %% 2 = last.side AND move.ply > 1
        ORDER BY last.finished_at DESC, last.number DESC, move.ply DESC LIMIT {ANSWERS}
    )
    SELECT coalesce(max(stored.games), 0), coalesce(max(stored.on_time), 0),
        (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds_spent) FROM answers),
        (SELECT count(DISTINCT game.number) FROM core_game AS game
            JOIN core_event AS event ON event.game_id = game.number
            WHERE (game.white_id = %(player)s OR game.black_id = %(player)s)
                AND game.finished_at IS NOT NULL AND game.termination = 'abort' AND game.finished_at > %(since)s
                AND event.type = 'game_finished' AND event.actor_id = %(player)s)
    FROM players_storedreliability AS stored WHERE stored.user_id = %(player)s
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
