"""Template tags of rankings."""

from django import template

from games.core.models.games import Game

register = template.Library()


@register.filter
def termination_words(code: str) -> str:
    """How games ended, in words."""
    return str(Game.Termination(code).label)
