"""How domain tests play: a line of moves by whoever is on move, and the proof that a refusal changed nothing."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps

from games.models import Game
from games.transitions import play_move


def play(game: Game, *moves: str) -> Game:
    """Play the moves from where the game stands, each by the player on move, and return the game after them."""
    game = Game.objects.with_players().get(number=game.number)
    for move in moves:
        player = game.white if game.on_move_id == game.white_id else game.black
        game = play_move(game.number, player, move, ply=game.ply + 1).game
    return game


@contextmanager
def unchanged() -> Iterator[None]:
    """Assert that no row of the games' tables was added, removed or altered."""
    before = snapshot()
    yield
    assert snapshot() == before


def snapshot() -> dict[str, list[tuple[object, ...]]]:
    models = apps.get_app_config("games").get_models()
    return {model.__name__: list(model.objects.order_by("pk").values_list()) for model in models}  # type: ignore[attr-defined]
