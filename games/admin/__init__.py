"""Django’s administration of games: records to look at, and the panel of those who settle disputes."""

from games.admin import records

__all__ = ["records"]
