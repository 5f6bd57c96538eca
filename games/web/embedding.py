"""Lines for other people's pages."""

from django.utils.html import format_html

from games.core.models.games import Game

EMBED_WIDTH = 400


def embed_code(address: str, game: Game, height: int) -> str:
    """A frame with the page of an address, which shows something of a game."""
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{} – {}, Mühle" loading="lazy" style="border: 0"></iframe>',
        address,
        EMBED_WIDTH,
        height,
        game.white.shown_name,
        game.black.shown_name,
    )
