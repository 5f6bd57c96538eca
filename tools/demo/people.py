"""The players of the demo."""

from typing import NamedTuple

from accounts.models import User
from games.people import profiles
from games.people.pictures import Picture
from games.people.profiles import Wording

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
PROFILES = {
    "anna": Wording(
        country="DE",
        about="Meine Oma hat mir mit fünf das Mühlespiel beigebracht. Seitdem gehört zum Morgenkaffee ein Zug.",
        favourite_rules="standard",
        picture=Picture(13, 1),
        shows_presence=True,
    ),
    "bert": Wording(
        country="DE", about="Verein: Schwarz-Weiß Celle. Ich ziehe nach Feierabend.", picture=Picture(6, 2)
    ),
    "clara": Wording(country="AT", about="Lieber eine Zwickmühle als drei Mühlen.", picture=Picture(22, 3)),
    "david": Wording(
        country="GB",
        about="I collect old boards, and I lose on most of them. Happy to explain the rules to anyone.",
        favourite_rules="classic",
        picture=Picture(0, 0),
        shows_presence=True,
    ),
    "emma": Wording(country="US", about="One move a day, usually on the subway.", picture=Picture(17, 9)),
    "felix": Wording(country="CH", favourite_rules="applet"),
    "hugo": Wording(country="AU", about="Playing from the other side of the clock.", picture=Picture(15, 7)),
}
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
    made = {
        person.name: User.objects.create_user(
            person.name,
            f"{person.name}@{DOMAIN}",
            PASSWORD,
            language=person.language,
            time_zone=person.time_zone,
        )
        for person in PEOPLE
    }
    for name, wanted in PROFILES.items():
        profiles.save(made[name], wanted)
    return made


def make_arbiter() -> User:
    """Of the staff, and without a password."""
    return User.objects.create_user(ARBITER, f"{ARBITER}@{DOMAIN}", is_staff=True)
