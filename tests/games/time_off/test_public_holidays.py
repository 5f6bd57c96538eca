"""The regions of public holidays, and what the library says of them."""

from datetime import date

import holidays
import pytest
from django.utils import translation

from games.time_off.models import DaysOff
from games.time_off.public_holidays import COUNTRIES, PARTS, REGIONS, holidays_after, holidays_of


@pytest.mark.parametrize("region", REGIONS)
def test_every_region_has_holidays_in_years_to_come(region: str) -> None:
    assert all(1 <= len(holidays_of(region, year)) <= 25 for year in (2026, 2027, 2032))
    assert all(day.year == 2027 for day in holidays_of(region, 2027))


def test_every_region_fits_into_its_column() -> None:
    assert max(map(len, REGIONS)) == DaysOff._meta.get_field("region").max_length


def test_the_library_knows_every_country() -> None:
    assert set(COUNTRIES) <= holidays.list_supported_countries().keys()


@pytest.mark.parametrize("country", PARTS)
def test_the_parts_of_a_country_are_those_that_the_library_knows(country: str) -> None:
    known = holidays.country_holidays(country).subdivisions

    # It has cities as well, which ISO 3166 does not.
    assert set(PARTS[country]) == {part for part in known if part.isupper()}


@pytest.mark.parametrize("country", PARTS)
def test_the_parts_of_a_country_have_the_names_that_the_library_knows(country: str) -> None:
    codes = holidays.country_holidays(country).subdivisions_aliases
    names = [(part, name) for part, both in PARTS[country].items() for name in both.replace("St.", "Sankt").split("/")]

    assert [(codes.get(name), name) for _part, name in names] == names


def test_the_parts_of_a_country_differ() -> None:
    corpus_christi = date(2026, 6, 4)

    assert corpus_christi in holidays_of("DE-BY", 2026)
    assert corpus_christi not in holidays_of("DE-BE", 2026)


@pytest.mark.parametrize("region", ["", "XX", "DE", "DE-XX", "../de"])
def test_what_is_no_region_has_no_holidays(region: str) -> None:
    assert holidays_of(region, 2026) == frozenset()
    assert holidays_after(date(2026, 1, 1), region, count=3) == []


@pytest.mark.parametrize(
    ("language", "region", "name"),
    [
        ("en", "DE-BY", "New Year's Day"),
        ("de", "DE-BY", "Neujahr"),
        ("de", "CH-ZH", "Neujahrstag"),
        # The library would name these in Luxembourgish.
        ("de", "LU", "Neujahr"),
        # Not known in German, so in the language that is spoken there.
        ("de", "FR", "Jour de l'an"),
    ],
)
def test_holidays_are_named_in_the_readers_language_where_that_is_known(language: str, region: str, name: str) -> None:
    with translation.override(language):
        (found,) = holidays_after(date(2026, 12, 31), region, count=1)

    assert (found.day, found.name) == (date(2027, 1, 1), name)


def test_a_holiday_of_the_day_itself_is_the_next_one() -> None:
    christmas_day = date(2026, 12, 25)

    assert [found.day for found in holidays_after(christmas_day, "DE-BY", count=2)] == [
        christmas_day,
        date(2026, 12, 26),
    ]
