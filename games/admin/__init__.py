"""Django’s administration of games: records to look at, and the panel of those who settle disputes."""

from games.admin import panel, records

__all__ = ["panel", "records"]
