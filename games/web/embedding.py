"""Lines for other people's pages."""

from django.conf import settings
from django.utils.html import format_html

from games.core.models.games import Game

EMBED_WIDTH = 400


def embed_code(path: str, game: Game, height: int) -> str:
    """A frame with what a path of this site shows of a game."""
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{} – {}, Mühle" loading="lazy" style="border: 0"></iframe>',
        settings.SITE_URL + path,
        EMBED_WIDTH,
        height,
        game.white.shown_name,
        game.black.shown_name,
    )
