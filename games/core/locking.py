"""The ways to lock a game's row."""

from games.core.errors import NotAPlayer, NotFound
from games.core.models.games import Game


def locked_game_of(number: int, player_id: int) -> Game:
    """A game of the player's, its row held until the transaction ends. Raises NotFound, NotAPlayer."""
    game = Game.objects.select_for_update().filter(number=number).first()
    if game is None:
        raise NotFound
    if not game.has_player(player_id):
        raise NotAPlayer(game)
    return game


# --- Shared -----------------------------------------------------------------------------------------------------------


def locked_game(number: int) -> Game:
    game = Game.objects.locked(number)
    if game is None:
        raise NotFound
    return game
