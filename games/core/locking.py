"""The one way to lock the row of a game, and to read one game without a lock."""

from datetime import datetime
from functools import cache
from typing import Any

from accounts.models.users import SHOWN_COLUMNS, user_from_columns
from games.core.errors import NotAPlayer
from games.core.models.games import Game, PlayedMove
from kit import database_time
from kit.errors import NotFound, raises
from kit.sql import columns_of, fetched, instance_of, width_of

_flags: dict[str, str] = {}
_NAMES = len(SHOWN_COLUMNS)


def load_with_lock(attribute: str, condition: str) -> None:
    """Let every game that is read here know whether a condition holds, or a value; for what nearly every action needs.

    `condition` is SQL about the row `game`, evaluated when the row is held. It sees other tables as they were before
    the row was waited for, unless it calls a volatile function. Apps call this when they are ready. Games of querysets
    have the value of the class.
    """
    _flags[attribute] = condition
    _statement.cache_clear()


@raises(NotFound)
def locked_game(number: int) -> Game:
    """The game with its moves, its row held until the transaction ends.

    Its players have id, names and bot_since; other fields are loaded when they are read. `locked_at` is the database's
    time when the lock was granted, or when the turn began if that clock has been set back since.
    """
    game, moment = _read(_statement("FOR UPDATE OF game"), number)
    game.locked_at = max(database_time.source.heard(moment), game.turn_started_at)
    return game


@raises(NotFound)
def read_game(number: int) -> Game:
    """The game as locked_game() returns it, but without a lock and its time."""
    game, _moment = _read(_statement(), number)
    return game


def _read(statement: str, number: int) -> tuple[Game, datetime]:
    rows = fetched(statement, [number])
    if not rows:
        raise NotFound
    width = width_of(Game)
    columns = rows[0][width:-4]
    of_white, of_black, (moment, *flags) = columns[:_NAMES], columns[_NAMES : 2 * _NAMES], columns[2 * _NAMES :]
    game = instance_of(Game, rows[0][:width])
    game.white = user_from_columns(game.white_id, *of_white)
    game.black = user_from_columns(game.black_id, *of_black)
    vars(game).update(zip(_flags, flags, strict=True))
    game.known_moves = _known_moves(game, *rows[0][-4:])
    return game, moment


def _known_moves(game: Game, *columns: list[Any] | None) -> list[PlayedMove] | None:
    """The moves that were read with the row; None where the lock was waited for while another one was played.

    The row is then as the other transaction has left it, and the moves are as they were before.
    """
    moves = list(map(PlayedMove, *(column or () for column in columns)))
    return moves if (moves[-1].ply if moves else 0) == game.ply else None


@raises(locked_game, NotAPlayer)
def locked_game_of(number: int, player_id: int) -> Game:
    """A game of the player's, locked."""
    game = locked_game(number)
    if not game.has_player(player_id):
        raise NotAPlayer(game)
    return game


@cache
def _statement(lock: str = "") -> str:
    names = ", ".join(f"{side}.{column}" for side in ("white", "black") for column in SHOWN_COLUMNS)
    flags = "".join(f", {condition}" for condition in _flags.values())
    # In one SELECT the time and the flags could be read before the lock is waited for.
    return f"""
        WITH held AS MATERIALIZED (
            SELECT {columns_of(Game, "game")}, {names}
            FROM core_game AS game
            JOIN accounts_user AS white ON white.id = game.white_id
            JOIN accounts_user AS black ON black.id = game.black_id
            WHERE game.number = %s {lock}
        ) SELECT game.*, {database_time.TIME}{flags}, moves.* FROM held AS game, LATERAL (
            SELECT array_agg(ply ORDER BY ply), array_agg(notation ORDER BY ply), array_agg(played_at ORDER BY ply),
                array_agg(position ORDER BY ply)
            FROM core_move WHERE game_id = game.number
        ) AS moves
        """  # noqa: S608
