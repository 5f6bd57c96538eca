"""The clubs of the demo, and what is written on their noticeboards."""

from datetime import datetime, timedelta
from typing import NamedTuple

from accounts.models import User
from games.clubs import founding, joining, members, noticeboard
from games.clubs.founding import Wording
from games.clubs.models import Club, Role
from tools.demo.stories import Story

DAY = timedelta(days=1)


class DemoClub(NamedTuple):
    """Who has founded it, who is in it, and who would like to be; posts are authors and texts."""

    name: str
    about: str
    admission: Club.Admission
    owner: str
    officers: tuple[str, ...]
    members: tuple[str, ...]
    asking: tuple[str, ...]
    posts: tuple[tuple[str, str], ...]


CLUBS = (
    DemoClub(
        "Schwarz-Weiß Celle",
        "Wir spielen seit 1987 jeden ersten Freitag im Café am Markt, und hier an allen anderen Tagen. Wer in der Nähe "
        "wohnt, ist willkommen; wer nicht in der Nähe wohnt, auch.",
        Club.Admission.REQUEST,
        "bert",
        ("anna",),
        ("clara", "greta"),
        ("hugo",),
        (
            ("bert", "Willkommen am Schwarzen Brett! Unter „Rangliste“ sieht man, wer den Kuchen mitbringt."),
            ("greta", "Am Freitag bin ich nicht da. Kann jemand die beiden großen Bretter aufschließen?"),
            ("anna", "Mache ich. Wir sollten auch einmal nach den klassischen Regeln spielen – wer hat Lust?"),
        ),
    ),
    DemoClub(
        "One Move a Day",
        "For everyone who plays on the way to work. No stress, no blitz.",
        Club.Admission.OPEN,
        "emma",
        (),
        ("david", "hugo", "anna"),
        (),
        (
            ("emma", "Welcome aboard! Please say hello."),
            ("hugo", "Hello from Sydney. My day ends when yours begins, so we never wait for each other."),
        ),
    ),
    DemoClub("Zwickmühle Zürich", "", Club.Admission.LINK, "felix", (), ("clara",), (), ()),
)


def of_club(plan: DemoClub, people: dict[str, User], *, now: datetime) -> Story:
    """The club is founded, filled and written to within the last weeks."""
    at = now - 60 * DAY
    yield at
    club = founding.found(people[plan.owner], plan.name, Wording(about=plan.about))
    for name in (*plan.officers, *plan.members):
        at += 2 * DAY
        yield at
        joining.join(club.slug, people[name])
        if name in plan.officers:
            members.give_role(club.slug, people[plan.owner], people[name], Role.OFFICER)
    founding.change(club.slug, people[plan.owner], admission=plan.admission)
    for days, (author, text) in zip((5, 3, 1), plan.posts, strict=False):
        yield now - days * DAY
        noticeboard.write(club, people[author], text)
    for name in plan.asking:
        yield now - DAY / 2
        joining.join(club.slug, people[name])
