"""Names of browsers and devices for people."""

import re
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
# How other programs begin: `curl/8.5.0`. Mails show the name, and whoever sends it may have written anything there.
PRODUCT: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,30}/\d[\d.]{0,15}(?![^\s])", re.ASCII)


@register.filter
def device(user_agent: str) -> str:
    """“Firefox on Windows”, or name and version of another program."""
    program, system = _first(PROGRAMS, user_agent), _first(SYSTEMS, user_agent)
    if program and system:
        return gettext("%(program)s on %(system)s") % {"program": program, "system": system}
    other = PRODUCT.match(user_agent)
    return program or system or (other[0] if other else gettext("Unknown program"))


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for sign, name in names if sign in user_agent), "")
