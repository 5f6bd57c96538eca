"""What the notifications of games have in common."""

from django.urls import reverse

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.notifications import NotificationLine, game_of
from games.play.events import GAME_STARTED


def names_in(game: Game, reader: User) -> dict[str, object]:
    return {"opponent": game.opponent_of(reader.pk).shown_name, "number": game.number}


def line_of(event: Event, reader: User, text: str, icon: str, more: str = "", **words: object) -> NotificationLine:
    """`text` with the names of the game put in, leading to the page of the game; `more` is a sentence of ours."""
    game = game_of(event)
    url = reverse("game", args=[game.number])
    return NotificationLine(text % {**names_in(game, reader), **words}, more, url, icon, is_ours=True)


def ply_of(event: Event) -> int:
    """Half-moves played after the event."""
    return 0 if event.type == GAME_STARTED else int(event.data["ply"])
