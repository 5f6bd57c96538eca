"""What a browser calls itself, in words that its owner knows."""

from typing import Final

from django import template
from django.utils.translation import gettext

register = template.Library()

# The first that fits counts: all of them claim to be several others, and the last ones are what they all claim.
PROGRAMS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
LONGEST: Final = 60


@register.filter
def device(user_agent: str) -> str:
    """“Firefox on Windows”, or the beginning of what it says of itself where that is unknown."""
    program, system = _first(PROGRAMS, user_agent), _first(SYSTEMS, user_agent)
    if program and system:
        return gettext("%(program)s on %(system)s") % {"program": program, "system": system}
    return program or system or user_agent[:LONGEST] or gettext("Unknown program")


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for sign, name in names if sign in user_agent), "")
