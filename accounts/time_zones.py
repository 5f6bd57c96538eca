"""The time zones to choose from, with places in the reader's language (CLDR, by Babel)."""

import unicodedata
import zoneinfo
from functools import cache

from babel.dates import get_timezone_location
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

ZoneGroups = list[tuple[str, list[tuple[str, str]]]]

# The groups in the order in which they are listed. Other names of zones are older ones of these.
CONTINENTS = {
    "Europe": _("Europe"),
    "America": _("America"),
    "Asia": _("Asia"),
    "Africa": _("Africa"),
    "Australia": _("Australia"),
    "Pacific": _("Pacific"),
    "Atlantic": _("Atlantic"),
    "Indian": _("Indian Ocean"),
    "Arctic": _("Arctic"),
    "Antarctica": _("Antarctica"),
}


def time_zones(own: str) -> ZoneGroups:
    """Zones and their places by continent, Europe first; UTC, and `own` even if it is not in the list."""
    language = get_language() or "en"
    groups: ZoneGroups = [(str(title), _places(language, name, own)) for name, title in CONTINENTS.items()]
    groups.append(("UTC", [("UTC", "UTC")]))
    if own not in {zone for _title, places in groups for zone, _place in places}:
        groups.append(("…", [(own, own)]))
    return groups


def place_of(zone: str) -> str:
    """The place by which a zone is listed, in the reader's language."""
    return _place(zone, get_language() or "en") if zone.partition("/")[0] in CONTINENTS else zone


@cache
def _place(zone: str, language: str) -> str:
    return get_timezone_location(zone, locale=language, return_city=True)


def _places(language: str, continent: str, own: str) -> list[tuple[str, str]]:
    """Zone and place. A place with several zones is listed once: with `own`, or with the zone that has its name."""
    zones = {place: zone for zone, place in _all_places(language, continent)}
    zones.update({place: zone for zone, place in _all_places(language, continent) if zone == own})
    return [(zone, place) for place, zone in sorted(zones.items(), key=lambda each: _sorted_as(each[0]))]


@cache
def _all_places(language: str, continent: str) -> tuple[tuple[str, str], ...]:
    """All zones, those last that have the name of their place."""
    zones = sorted(zone for zone in zoneinfo.available_timezones() if zone.startswith(f"{continent}/"))
    zones.sort(key=lambda zone: zone.rpartition("/")[2].replace("_", " ") == _place(zone, "en"))
    return tuple((zone, _place(zone, language)) for zone in zones)


def _sorted_as(place: str) -> str:
    """The place without accents, so that Ä stands beside A."""
    return unicodedata.normalize("NFKD", place).encode("ascii", "ignore").decode().casefold()
