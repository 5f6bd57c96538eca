"""Template filters for challenges."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games.challenges.models import Challenge
from games.players.templatetags.players import register, side_of
from muehle import RULESETS, Color


@register.filter
def needs_bot_consent(challenge: Challenge, user: User | AnonymousUser) -> bool:
    """Whether the reader must agree to a rated game against a bot before they can accept."""
    return challenge.rated and challenge.challenger.is_bot and not getattr(user, "is_bot", False)


@register.simple_tag(takes_context=True)
def offered_colour(context: dict[str, Any], challenge: Challenge) -> dict[str, Any]:
    """The side of whoever accepts: its words, and its stone; no stone if the sides are drawn."""
    if challenge.colour == Challenge.Colour.LOT:
        return {"words": _("random colours"), "stone": ""}
    color = Color(challenge.colour).opponent
    side = side_of(context, challenge.rules, color.value)
    stone = RULESETS[challenge.rules].colours[0 if color is Color.WHITE else 1]
    return {"words": _("you have %(side)s") % {"side": side}, "stone": stone}
