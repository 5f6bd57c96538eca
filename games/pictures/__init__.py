"""Standalone pictures of positions: SVG with its own colours and letters, and PNG.

Nothing here depends on pages, users or the database. The playable board is drawn by the game's page.
"""

from games.pictures.board import BoardPicture
from games.pictures.card import Card, CardPlayer
from games.pictures.orientation import BLACK_BELOW, UPRIGHT, Orientation
from games.pictures.rendering import png_of
from games.pictures.styles import STYLES, Style

__all__ = ["BLACK_BELOW", "STYLES", "UPRIGHT", "BoardPicture", "Card", "CardPlayer", "Orientation", "Style", "png_of"]
