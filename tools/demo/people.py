"""The players of the demo."""

from typing import NamedTuple

from accounts.models import User

PASSWORD = "muehle demo"
# Addresses of a domain that cannot exist: mails to them are not delivered.
DOMAIN = "demo.invalid"


class DemoPlayer(NamedTuple):
    name: str
    language: str
    time_zone: str


PEOPLE = (
    DemoPlayer("anna", "de", "Europe/Berlin"),
    DemoPlayer("bert", "de", "Europe/Berlin"),
    DemoPlayer("clara", "de", "Europe/Vienna"),
    DemoPlayer("david", "en", "Europe/London"),
    DemoPlayer("emma", "en", "America/New_York"),
    DemoPlayer("felix", "de", "Europe/Zurich"),
    DemoPlayer("greta", "de", "Europe/Berlin"),
    DemoPlayer("hugo", "en", "Australia/Sydney"),
)
# An arbiter who has settled a dispute and plays no games. To look at the panel, make an account of staff.
ARBITER = "iris"


def are_here() -> bool:
    """Whether the demo has been played on this server before."""
    return User.objects.filter(email__endswith=f"@{DOMAIN}").exists()


def names_taken() -> list[str]:
    """Names of the demo that other people have."""
    names = [*(person.name for person in PEOPLE), ARBITER]
    return sorted(User.objects.filter(username__in=names).values_list("username", flat=True))


def make() -> dict[str, User]:
    """The players by name, made now."""
    return {
        person.name: User.objects.create_user(
            person.name,
            f"{person.name}@{DOMAIN}",
            PASSWORD,
            language=person.language,
            time_zone=person.time_zone,
        )
        for person in PEOPLE
    }


def make_arbiter() -> User:
    """Of the staff, and without a password."""
    return User.objects.create_user(ARBITER, f"{ARBITER}@{DOMAIN}", is_staff=True)
