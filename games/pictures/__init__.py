"""Boards as SVG and PNG."""

from games.pictures.board import BoardPicture
from games.pictures.card import Card, Seat
from games.pictures.lying import BLACK_BELOW, UPRIGHT, Lies
from games.pictures.rendering import png_of
from games.pictures.styles import STYLES, Style

__all__ = ["BLACK_BELOW", "STYLES", "UPRIGHT", "BoardPicture", "Card", "Lies", "Seat", "Style", "png_of"]
