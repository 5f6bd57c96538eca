"""Django’s administration of games: records to look at, and the panel of those who settle disputes."""

from games.admin import book, panel, records

__all__ = ["book", "panel", "records"]
