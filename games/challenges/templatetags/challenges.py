"""Challenges in templates."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.challenges.models import Challenge
from games.players.templatetags.players import register


@register.filter
def needs_word_against(challenge: Challenge, user: User | AnonymousUser) -> bool:
    """Whether the reader must say that he wants to be rated against a bot before he can accept."""
    return challenge.rated and challenge.challenger.is_bot and not getattr(user, "is_bot", False)
