"""Of several who want the same name at the same instant, or names that look alike, one gets it; the others read so."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts import names
from accounts.look_alikes import keys_of
from accounts.models import NameKey, User
from accounts.privacy import erasure
from tests.accounts.pages.test_account_pages import PREFERENCES, SIGN_UP
from tests.support.people import new_person
from tests.support.racing import at_once
from tests.support.reading import text_of
from tests.support.signing_in import sign_in

pytestmark = pytest.mark.django_db(transaction=True)

Send = Callable[[], Any]
ALIKE = ["zillibert", "ziIIibert", "z1lli-bert", "Zi11ibert"]
TAKEN = ["This username is taken.", str(names.TAKEN)]
WANTED = {"the same": ["gleichername"] * 4, "in capitals": ["Gleich", "gleich", "GLEICH", "gLEICH"], "alike": ALIKE}


def english() -> Client:
    return Client(headers={"accept-language": "en"})


def signing_up(number: int, name: str) -> Send:
    return partial(english().post, "/accounts/signup/", fields(number, name))


def keeping_games(number: int, name: str) -> Send:
    browser = english()
    browser.force_login(User.objects.create_user(f"guest-00000{number}", is_guest=True, language="en"))
    return partial(browser.post, "/accounts/keep/", fields(number, name))


def choosing_it_as_display_name(number: int, name: str) -> Send:
    browser = sign_in(english(), new_person(f"player{number}"))
    return partial(browser.post, "/preferences/", PREFERENCES | {"display_name": name, "language": "en"})


WAYS: list[Callable[[int, str], Send]] = [signing_up, keeping_games, choosing_it_as_display_name]


def fields(number: int, name: str) -> dict[str, str]:
    return SIGN_UP | {"username": name, "email": f"new{number}@example.org"}


def left_in(page: Any, way: Callable[[int, str], Send], number: int, name: str) -> bool:
    """Whether the form has what was typed, but not the password."""
    typed = [name] if way is choosing_it_as_display_name else [name, f"new{number}@example.org"]
    content = page.content.decode()
    return all(f'value="{value}"' in content for value in typed) and SIGN_UP["password1"] not in content


def called_so(wanted: list[str]) -> list[User]:
    keys = set().union(*map(keys_of, wanted))
    return [user for user in User.objects.all() if keys & (keys_of(user.username) | keys_of(user.name))]


@pytest.mark.parametrize("kind", WANTED)
@pytest.mark.parametrize(
    "ways", [[signing_up] * 4, [keeping_games] * 4, [*WAYS, signing_up]], ids=["sign-ups", "guests", "all ways"]
)
def test_one_of_many_gets_a_name_and_the_others_read_that_it_is_taken(
    ways: list[Callable[[int, str], Send]], kind: str
) -> None:
    wanted = WANTED[kind]
    sent = [way(number, name) for number, (way, name) in enumerate(zip(ways, wanted, strict=True))]
    before = User.objects.count()

    answers: list[Any] = at_once(*sent)

    [owner] = called_so(wanted)
    refused = [number for number, answer in enumerate(answers) if answer.status_code != 302]
    assert len(refused) == 3
    for number in refused:
        # Not by the context: Django's client mixes up those of pages that are made at the same time.
        page = text_of(answers[number])
        assert any(words in page for words in TAKEN)
        assert left_in(answers[number], ways[number], number, wanted[number])
    assert set(NameKey.objects.filter(key__in=keys_of(owner.username)).values_list("user", flat=True)) == {owner.pk}
    made = sum(way is signing_up for number, way in enumerate(ways) if number not in refused)
    assert User.objects.count() == before + made
    to = {address for message in mail.outbox for address in message.to}
    assert to <= {f"new{number}@example.org" for number in range(4) if number not in refused}


@pytest.mark.parametrize("way", WAYS)
def test_a_name_is_not_free_while_its_account_is_being_deleted(way: Callable[[int, str], Send]) -> None:
    walter = new_person("ziiillwalter")
    erasure.close(walter, ending=True)

    at_once(way(1, "ziiiIIwaIter"), partial(erasure.finish, walter.pk), way(2, "ziiillwaIter"))

    assert called_so(["ziiillwalter"]) == []
