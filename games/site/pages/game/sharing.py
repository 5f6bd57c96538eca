"""Addresses of a game to be given away: links, pictures, and lines for other people's pages (sharing.html)."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from games.core.models.games import Game
from games.web.embedding import embed_code

# As high as the embedded board needs at the width of embedded games.
EMBED_HEIGHT = 664


class Sharing(NamedTuple):
    """Whole addresses, of the game and of what is shown of it."""

    game: str
    position: str
    png: str
    svg: str
    qr: str
    embed: str
    embed_code: str


def sharing_of(game: Game, *, ply: int, is_at_end: bool) -> Sharing:
    """The addresses as a page without scripts has them."""
    shown = "" if is_at_end else "?" + urlencode({"ply": ply})

    def address(name: str, *more: str) -> str:
        return f"{settings.SITE_URL}{reverse(name, args=[game.number, *more])}"

    embed = address("embed")
    return Sharing(
        game=address("game"),
        position=address("game") + shown,
        png=address("board_of_game", "png") + shown,
        svg=address("board_of_game", "svg") + shown,
        qr=address("qr_of_game") + shown,
        embed=embed,
        embed_code=embed_code(embed + shown, game, EMBED_HEIGHT),
    )
