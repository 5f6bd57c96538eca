"""Profiles in the administration: who may take words away, and that it is recorded."""

import pytest
from django.test import Client

from accounts.models import User
from games.disputes.models import AuditEntry
from games.people.models import Profile
from games.people.profiles import Wording, save
from tests.support.pages import Reader
from tests.support.playing import unchanged
from tests.support.ruling import Staff

LIST = "/admin/people/profile/"


def take_away(browser: Client, row: Profile, *, why: str) -> int:
    data = {"action": "take_words_away", "_selected_action": [row.pk], "why": why}
    return browser.post(LIST, data).status_code


@pytest.fixture
def insult(anna: User) -> Profile:
    return save(anna, Wording(about="You all cheat.", country="AT"))


def test_an_arbiter_takes_words_away_for_a_reason_which_is_recorded(
    reader: Reader, iris: User, anna: User, insult: Profile
) -> None:
    browser = reader(iris)
    with unchanged():
        take_away(browser, insult, why=" ")

    take_away(browser, insult, why="An insult.")

    insult.refresh_from_db()
    assert (insult.about, insult.country) == ("", "AT")
    row = AuditEntry.objects.get(action="take_words_away_profile")
    assert (row.actor, row.user, row.reason) == (iris, anna, "An insult.")


@pytest.mark.parametrize(
    ("role", "reads", "takes"),
    [
        ("player", False, False),
        ("helper", True, False),
        ("arbiter", True, True),
        ("administrator", False, False),
        ("superuser", True, True),
    ],
)
def test_who_may_read_and_take_words_away(
    reader: Reader, staff: Staff, insult: Profile, role: str, reads: bool, takes: bool
) -> None:
    browser = reader(staff("dora", role))

    assert (browser.get(LIST).status_code == 200) is reads
    take_away(browser, insult, why="An insult.")

    insult.refresh_from_db()
    assert (insult.about == "") is takes
