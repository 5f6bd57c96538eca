"""Template tags of profiles: pictures, and names of countries."""

from typing import Any

from django import template

from accounts.models import User
from games.people import countries
from games.people.models import Profile
from games.people.pictures import Picture
from games.people.profiles import loaded_profile, picture_url

register = template.Library()


@register.inclusion_tag("people/_picture.html")
def portrait(player: User, profile: Profile | None = None, size: int = 24) -> dict[str, Any]:
    """The picture of a player, so many pixels wide; their name stands beside it."""
    return {"url": picture_url(player, profile or loaded_profile(player)), "size": size}


@register.inclusion_tag("people/_picture.html")
def picture(shown: Picture, size: int) -> dict[str, Any]:
    """A picture to choose."""
    return {"url": shown.url, "size": size}


register.filter("country_name", countries.name_of)
