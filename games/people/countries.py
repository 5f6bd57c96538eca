"""Countries, in the reader's language."""

from django_countries import countries


def choices() -> list[tuple[str, str]]:
    """Codes and names, sorted by name."""
    return [(country.code, country.name) for country in countries]


def codes() -> list[str]:
    """The codes of ISO 3166-1, sorted."""
    return sorted(countries.countries)


def name_of(code: str) -> str:
    """The name of the country; empty for a code that is none."""
    return str(countries.name(code))
