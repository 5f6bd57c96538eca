"""The list of time zones in the preferences."""

import zoneinfo

import pytest
from django.utils import translation

from accounts.models import User
from accounts.time_zones import time_zones

LANGUAGES = ("en", "de")
# Two names of one place.
OF_BUENOS_AIRES = ("America/Buenos_Aires", "America/Argentina/Buenos_Aires")


def zones_of(language: str, own: str = "Europe/Berlin") -> dict[str, dict[str, str]]:
    with translation.override(language):
        return {title: {place: zone for zone, place in places} for title, places in time_zones(own)}


@pytest.mark.parametrize(
    ("language", "continent", "place", "zone"),
    [
        ("en", "Europe", "Vienna", "Europe/Vienna"),
        ("de", "Europa", "Wien", "Europe/Vienna"),
        ("de", "Afrika", "Kairo", "Africa/Cairo"),
        ("de", "Asien", "Kalkutta", "Asia/Kolkata"),
    ],
)
def test_places_have_the_names_of_the_readers_language(language: str, continent: str, place: str, zone: str) -> None:
    assert zones_of(language)[continent][place] == zone


@pytest.mark.parametrize(
    ("zone", "shown"),
    [("Europe/Vienna", "Wien"), ("Asia/Calcutta", "Kalkutta"), ("UTC", "UTC"), ("EST5EDT", "EST5EDT")],
)
def test_the_zone_of_an_account_is_shown_by_its_place(zone: str, shown: str) -> None:
    with translation.override("de"):
        assert User(time_zone=zone).time_zone_place == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_europe_comes_first(language: str) -> None:
    assert next(iter(zones_of(language))) in ("Europe", "Europa")


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_in_the_order_of_the_alphabet_and_listed_once(language: str) -> None:
    with translation.override(language):
        europe = [place for _zone, place in time_zones("Europe/Berlin")[0][1]]

    assert len(europe) == len(set(europe))
    assert europe.index("Berlin") < europe.index("Paris") < europe.index("Zürich" if language == "de" else "Zurich")


def test_a_place_of_several_zones_is_listed_with_ones_own() -> None:
    buenos_aires = {own: zones_of("en", own)["America"]["Buenos Aires"] for own in OF_BUENOS_AIRES}

    assert buenos_aires == {own: own for own in OF_BUENOS_AIRES}


def test_ones_own_zone_is_always_listed() -> None:
    owns = [*sorted(zoneinfo.available_timezones()), "Mars/Olympus_Mons"]

    missing = [
        own for own in owns if own not in {zone for _title, places in time_zones(own) for zone, _place in places}
    ]

    assert missing == []
