"""How domain tests play: positions drawn by points, lines of moves, and the proof that a refusal changed nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.apps import apps
from django.db import connection, transaction
from django.db.models import F, Model

from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.moves import Move
from games.play.actions import play_move
from muehle import Color, Position
from muehle.board import mask

# To and fro with one stone each; from SHUFFLING the position recurs after every fourth half-move.
SHUFFLE = ("a7-d7", "g1-d1", "d7-a7", "d1-g1")

# The columns of pg_stat_xact_user_tables; the view itself also asks for all that was read, which takes longer. What is
# written to a partitioned table is counted by its partitions.
ROWS_WRITTEN = """
    SELECT relname, pg_stat_get_xact_tuples_inserted(oid), pg_stat_get_xact_tuples_updated(oid),
        pg_stat_get_xact_tuples_deleted(oid)
    FROM pg_class LEFT JOIN pg_inherits ON inhrelid = oid
    WHERE oid = ANY(%(tables)s::regclass[]) OR inhparent = ANY(%(tables)s::regclass[]) ORDER BY relname
"""


def drawn(*, white: str, black: str, turn: Color = Color.WHITE, hands: tuple[int, int] = (0, 0), quiet: int = 0) -> str:
    """The text of a position from the names of the points that each side occupies: "a7 d7 g4"."""
    return Position(mask(white.split()), mask(black.split()), turn, *hands, quiet).text


SHUFFLING = drawn(white="a7 b4 e5 f2", black="g1 c3 f6 d6")


def stand_at(game: Game, position: str, *, ply: int | None = None) -> Game:
    """Put the game at a position, after as few half-moves as could have led to it or after `ply`, and return it so.

    Of its past only that half-move is stored that led there, so that the position stands for the first time.
    """
    parsed = Position.parse(position)
    placed = 18 - parsed.white_hand - parsed.black_hand
    ply = ply or placed + (placed % 2 != (parsed.to_move is Color.BLACK))
    columns = {"position": position, "ply": ply, "on_move": game.player_id(parsed.to_move)}
    Game.objects.filter(number=game.number).update(**columns)
    arrival = {"notation": "d6", "played_at": game.started_at, "seconds_spent": 0, "deadline_at": game.started_at}
    Move.objects.create(game=game, ply=ply, position=position, **arrival)
    return fresh(game)


def fresh(game: Game) -> Game:
    """The game as it is stored now."""
    return Game.objects.with_players().get(number=game.number)


def play(game: Game, *moves: str) -> Game:
    """Play the moves from where the game stands, each by the player on move, and return the game after them."""
    game = fresh(game)
    for move in moves:
        player = game.white if game.on_move_id == game.white_id else game.black
        game = play_move(game.number, player, move, ply=game.ply + 1).game
    return game


def let_time_run_out() -> None:
    """Let the turns of all games have begun, and ended, more than a year earlier."""
    earlier = timedelta(days=400)
    Game.objects.ongoing().update(
        turn_started_at=F("turn_started_at") - earlier, deadline_at=F("deadline_at") - earlier
    )


def event_types(game: Game) -> list[str]:
    """The types of the game's events, in the order of its log."""
    return list(Event.objects.filter(game=game).order_by("id").values_list("type", flat=True))


@contextmanager
def unchanged() -> Iterator[None]:
    """Assert that no row of the games' tables was added, removed or altered.

    PostgreSQL counts the rows that a transaction has written, those of statements that were rolled back too. Only where
    the counts differ, the rows themselves are read: as they are now, and as they were at a savepoint before.
    """
    if not connection.in_atomic_block:
        with _unchanged_rows():
            yield
        return
    written, before = rows_written(), transaction.savepoint()
    yield
    if rows_written() == written:
        transaction.savepoint_commit(before)
        return
    now = snapshot()
    transaction.savepoint_rollback(before)
    assert snapshot() == now


@contextmanager
def _unchanged_rows() -> Iterator[None]:
    """The same where the block commits: counts of other transactions are not to be had at once."""
    before = snapshot()
    yield
    assert snapshot() == before


def rows_written() -> list[tuple[object, ...]]:
    """How many rows of each of the games' tables the current transaction has inserted, updated and deleted so far."""
    with connection.cursor() as cursor:
        cursor.execute(ROWS_WRITTEN, {"tables": [model._meta.db_table for model in _models()]})
        return list(cursor.fetchall())


def snapshot() -> dict[str, list[tuple[object, ...]]]:
    return {model.__name__: list(model._default_manager.order_by("pk").values_list()) for model in _models()}


def _models() -> list[type[Model]]:
    return [model for model in apps.get_models() if model.__module__.startswith("games.")]
