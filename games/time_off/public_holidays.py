"""Public holidays by region. The dates come from the library `holidays`.

A region is a country (FR), or a part of a country (DE-BY) where the parts have different holidays, by its ISO 3166
code. For countries without parts here, only nationwide holidays are known.
"""

from collections.abc import Mapping
from datetime import date
from functools import cache, lru_cache
from typing import NamedTuple

import holidays
from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy

COUNTRIES: Mapping[str, Promise] = {
    "AR": pgettext_lazy("country", "Argentina"),
    "AT": pgettext_lazy("country", "Austria"),
    "AU": pgettext_lazy("country", "Australia"),
    "BA": pgettext_lazy("country", "Bosnia and Herzegovina"),
    "BE": pgettext_lazy("country", "Belgium"),
    "BG": pgettext_lazy("country", "Bulgaria"),
    "BR": pgettext_lazy("country", "Brazil"),
    "CA": pgettext_lazy("country", "Canada"),
    "CH": pgettext_lazy("country", "Switzerland"),
    "CL": pgettext_lazy("country", "Chile"),
    "CY": pgettext_lazy("country", "Cyprus"),
    "CZ": pgettext_lazy("country", "Czechia"),
    "DE": pgettext_lazy("country", "Germany"),
    "DK": pgettext_lazy("country", "Denmark"),
    "EE": pgettext_lazy("country", "Estonia"),
    "ES": pgettext_lazy("country", "Spain"),
    "FI": pgettext_lazy("country", "Finland"),
    "FR": pgettext_lazy("country", "France"),
    "GB": pgettext_lazy("country", "United Kingdom"),
    "GR": pgettext_lazy("country", "Greece"),
    "HR": pgettext_lazy("country", "Croatia"),
    "HU": pgettext_lazy("country", "Hungary"),
    "IE": pgettext_lazy("country", "Ireland"),
    "IL": pgettext_lazy("country", "Israel"),
    "IN": pgettext_lazy("country", "India"),
    "IS": pgettext_lazy("country", "Iceland"),
    "IT": pgettext_lazy("country", "Italy"),
    "JP": pgettext_lazy("country", "Japan"),
    "LI": pgettext_lazy("country", "Liechtenstein"),
    "LT": pgettext_lazy("country", "Lithuania"),
    "LU": pgettext_lazy("country", "Luxembourg"),
    "LV": pgettext_lazy("country", "Latvia"),
    "MX": pgettext_lazy("country", "Mexico"),
    "NL": pgettext_lazy("country", "Netherlands"),
    "NO": pgettext_lazy("country", "Norway"),
    "NZ": pgettext_lazy("country", "New Zealand"),
    "PL": pgettext_lazy("country", "Poland"),
    "PT": pgettext_lazy("country", "Portugal"),
    "RO": pgettext_lazy("country", "Romania"),
    "RS": pgettext_lazy("country", "Serbia"),
    "SE": pgettext_lazy("country", "Sweden"),
    "SI": pgettext_lazy("country", "Slovenia"),
    "SK": pgettext_lazy("country", "Slovakia"),
    "TR": pgettext_lazy("country", "Turkey"),
    "US": pgettext_lazy("country", "United States"),
    "ZA": pgettext_lazy("country", "South Africa"),
}
# The parts with their local names.
PARTS: Mapping[str, Mapping[str, str]] = {
    "CH": {
        "AG": "Aargau", "AI": "Appenzell Innerrhoden", "AR": "Appenzell Ausserrhoden", "BL": "Basel-Landschaft",
        "BS": "Basel-Stadt", "BE": "Bern", "FR": "Fribourg/Freiburg", "GE": "Genève", "GL": "Glarus",
        "GR": "Graubünden", "JU": "Jura", "LU": "Luzern", "NE": "Neuchâtel", "NW": "Nidwalden", "OW": "Obwalden",
        "SG": "St. Gallen", "SH": "Schaffhausen", "SZ": "Schwyz", "SO": "Solothurn", "TG": "Thurgau", "TI": "Ticino",
        "UR": "Uri", "VS": "Valais/Wallis", "VD": "Vaud", "ZG": "Zug", "ZH": "Zürich",
    },
    "DE": {
        "BW": "Baden-Württemberg", "BY": "Bayern", "BE": "Berlin", "BB": "Brandenburg", "HB": "Bremen", "HH": "Hamburg",
        "HE": "Hessen", "MV": "Mecklenburg-Vorpommern", "NI": "Niedersachsen", "NW": "Nordrhein-Westfalen",
        "RP": "Rheinland-Pfalz", "SL": "Saarland", "SN": "Sachsen", "ST": "Sachsen-Anhalt", "SH": "Schleswig-Holstein",
        "TH": "Thüringen",
    },
    "GB": {"ENG": "England", "NIR": "Northern Ireland", "SCT": "Scotland", "WLS": "Wales"},
}  # fmt: skip
REGIONS = tuple(
    code
    for country in COUNTRIES
    for code in ([f"{country}-{part}" for part in PARTS[country]] if country in PARTS else [country])
)


class Holiday(NamedTuple):
    """A public holiday with its name."""

    day: date
    name: str


@lru_cache(maxsize=4096)
def holidays_of(region: str, year: int) -> frozenset[date]:
    """The public holidays of a region in a year; none for an unknown region or an empty one."""
    return frozenset(_named(region, year, ""))


def holidays_after(day: date, region: str, *, count: int) -> list[Holiday]:
    """The next `count` holidays from `day` on, named in the active language if the library has it."""
    named = {**_named(region, day.year, get_language() or ""), **_named(region, day.year + 1, get_language() or "")}
    return [Holiday(each, named[each]) for each in sorted(named) if each >= day][:count]


def _named(region: str, year: int, language: str) -> Mapping[date, str]:
    if region not in REGIONS:
        return {}
    country, _dash, part = region.partition("-")
    found = holidays.country_holidays(country, subdiv=part or None, years=year, language=_language(country, language))
    return {day: name for day, name in found.items() if day.year == year}


@cache
def _language(country: str, language: str) -> str | None:
    """The library's code of the language if it has the names in it, otherwise the country's own language."""
    there = holidays.country_holidays(country)
    wanted = {"en": "en_US"}.get(language, language)
    return wanted if wanted in there.supported_languages else there.default_language
