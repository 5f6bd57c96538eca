"""Template filters for challenges."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games.challenges.models import Challenge
from games.challenges.pages.computers import offered
from games.challenges.prospects import prospects_for
from games.core import rule_sets
from games.players.ratings import Prospects
from games.players.templatetags.players import register, side_of
from kit import database_time
from muehle import RULESETS, STANDARD, Color


@register.filter
def needs_bot_consent(challenge: Challenge, user: User | AnonymousUser) -> bool:
    """Whether the reader must agree to a rated game against a bot before they can accept."""
    return challenge.rated and challenge.challenger.is_bot and not getattr(user, "is_bot", False)


@register.filter
def rating_prospects(challenge: Challenge, user: User | AnonymousUser) -> Prospects | None:
    """How the game would change the reader's rating; None for casual games."""
    reader = user if isinstance(user, User) else None
    return prospects_for(reader, [challenge], at=database_time.now()).get(challenge.number)


@register.inclusion_tag("challenges/_play_now.html", takes_context=True)
def play_now(context: dict[str, Any], level: int = 1) -> dict[str, Any]:
    """The form that begins a game with a computer, this one chosen; nothing if there are none."""
    request = context["request"]
    return {
        "computers": offered(),
        "level": level,
        "colours": [
            (Challenge.Colour.LOT.value, _("random colours")),
            *((color.value, side_of(context, STANDARD.name, color.value)) for color in Color),
        ],
        "rule_sets": rule_sets.choices(),
        "answers": Challenge.Answers,
        "may_be_rated": getattr(request.user, "is_authenticated", False) and not request.user.is_guest,
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("challenges/_first_game.html", takes_context=True)
def first_game(context: dict[str, Any]) -> dict[str, Any]:
    """The button that begins a game with the weakest computer, with the stones that begin."""
    return {"computers": offered()[:1], "csrf_token": context.get("csrf_token")}


@register.simple_tag(takes_context=True)
def offered_colour(context: dict[str, Any], challenge: Challenge) -> dict[str, Any]:
    """The side of whoever accepts: its words, and its stone; no stone if the sides are drawn."""
    if challenge.colour == Challenge.Colour.LOT:
        return {"words": _("random colours"), "stone": ""}
    color = Color(challenge.colour).opponent
    side = side_of(context, challenge.rules, color.value)
    stone = RULESETS[challenge.rules].colours[0 if color is Color.WHITE else 1]
    return {"words": _("you play %(side)s") % {"side": side}, "stone": stone}
