"""The one way to lock the row of a game."""

from functools import cache

from accounts import database_time
from accounts.models.rows import columns_of, fetched, instance_of, width_of
from accounts.models.users import named
from games.core.errors import NotAPlayer, NotFound
from games.core.models.games import Game

_flags: dict[str, str] = {}


def load_with_lock(attribute: str, condition: str) -> None:
    """Let every locked game know whether a condition holds; for what nearly every action needs.

    `condition` is SQL about the row `game`. Apps call this when they are ready. Unlocked games have the class's value.
    """
    _flags[attribute] = condition
    _statement.cache_clear()


def locked_game(number: int) -> Game:
    """The game, its row held until the transaction ends. Raises NotFound.

    Its players have id, name and bot_since; other fields are loaded when they are read. `locked_at` is the database's
    time when the lock was granted, or when the turn began if that clock has been set back since.
    """
    rows = fetched(_statement(), [number])
    if not rows:
        raise NotFound
    width = width_of(Game)
    white_name, white_bot_since, black_name, black_bot_since, *flags, moment = rows[0][width:]
    game = instance_of(Game, rows[0][:width])
    game.white = named(game.white_id, white_name, white_bot_since)
    game.black = named(game.black_id, black_name, black_bot_since)
    vars(game).update(zip(_flags, flags, strict=True))
    game.locked_at = max(database_time.source.heard(moment), game.turn_started_at)
    return game


def locked_game_of(number: int, player_id: int) -> Game:
    """A game of the player's, locked. Raises NotFound, NotAPlayer."""
    game = locked_game(number)
    if not game.has_player(player_id):
        raise NotAPlayer(game)
    return game


@cache
def _statement() -> str:
    flags = "".join(f", {condition}" for condition in _flags.values())
    # In one SELECT the time could be read before the lock is waited for.
    return f"""
        WITH held AS MATERIALIZED (
            SELECT {columns_of(Game, "game")}, white.username, white.bot_since, black.username, black.bot_since{flags}
            FROM core_game AS game
            JOIN accounts_user AS white ON white.id = game.white_id
            JOIN accounts_user AS black ON black.id = game.black_id
            WHERE game.number = %s FOR UPDATE OF game
        ) SELECT held.*, {database_time.TIME} FROM held
        """  # noqa: S608
