"""Names of browsers and devices for people."""

from typing import Final

from django import template
from django.utils.translation import gettext

register = template.Library()

# The first match counts. Browsers claim to be several others; what all of them claim comes last.
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
    """“Firefox on Windows”, or the beginning of the user agent if it is unknown."""
    program, system = _first(PROGRAMS, user_agent), _first(SYSTEMS, user_agent)
    if program and system:
        return gettext("%(program)s on %(system)s") % {"program": program, "system": system}
    return program or system or user_agent[:LONGEST] or gettext("Unknown program")


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for sign, name in names if sign in user_agent), "")
