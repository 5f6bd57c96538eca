"""Template tags for players: names as links, and ratings."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.looks import Look
from accounts.models import User
from games.core.labels import as_seen, side_name, stone_name
from games.players.models import Rating
from games.players.ratings import signed
from muehle import RULESETS, Color

register = template.Library()
register.filter(signed)


@register.inclusion_tag("players/_player.html")
def player(user: User, rating: int | None = None) -> dict[str, Any]:
    """The player's name as a link to their page, followed by the rating if one is given."""
    return {"player": user, "rating": rating}


register.simple_tag(stone_name, name="stone_of")


@register.simple_tag(takes_context=True)
def side_of(context: dict[str, Any], rules: str, color: str) -> str:
    """The name of a side under the given rules, with the stones that the reader's board style shows: White, Green."""
    look: Look = context.get("look") or Look()
    return side_name(as_seen(RULESETS[rules], look.board_style), Color(color))


@register.filter
def marked_name(user: User) -> SafeString:
    """The name; a bot's is marked."""
    if not user.is_bot:
        return format_html("{}", user.name)
    return format_html('{} <span class="bot" title="{}">{}</span>', user.name, _("This is a bot"), _("Bot"))


@register.filter
def cuttable(user: User) -> SafeString:
    """The name where there may be no room for all of it: it is cut then, and whole in its title."""
    return format_html('<b class="name" title="{0}">{0}</b>', user.name)


@register.filter
def face(user: User) -> str:
    """The static file with the face of a computer."""
    return f"players/computers/{user.computer_level}.svg"


@register.filter
def rating_text(rating: Rating) -> SafeString:
    """The rating; a provisional one is marked with a question mark."""
    if not rating.is_provisional:
        return format_html("{}", round(rating.value))
    words = _("provisional: few rated games, or none for a long time")
    return format_html('{}<abbr title="{}">?</abbr>', round(rating.value), words)
