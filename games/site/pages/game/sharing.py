"""Addresses of a game to be given away: links, pictures, and lines for other people's pages (sharing.html)."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html

from games.core.models.games import Game

# As high as the embedded board needs at this width.
EMBED_WIDTH, EMBED_HEIGHT = 400, 664


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
        embed_code=_embed_code(embed + shown, game),
    )


def _embed_code(address: str, game: Game) -> str:
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{} – {}, Mühle" loading="lazy" style="border: 0"></iframe>',
        address,
        EMBED_WIDTH,
        EMBED_HEIGHT,
        game.white.shown_name,
        game.black.shown_name,
    )
