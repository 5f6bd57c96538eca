"""Template filters for challenges."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.challenges.models import Challenge
from games.players.templatetags.players import register


@register.filter
def needs_bot_consent(challenge: Challenge, user: User | AnonymousUser) -> bool:
    """Whether the reader must agree to a rated game against a bot before they can accept."""
    return challenge.rated and challenge.challenger.is_bot and not getattr(user, "is_bot", False)
