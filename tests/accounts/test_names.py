"""Display names: which there can be, that none looks like another, and that they are shown."""

import sys
import unicodedata
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from accounts import names
from accounts.look_alikes import keys_of
from accounts.models import NameKey, User
from accounts.privacy import erasure
from accounts.scripts import BETWEEN, BETWEEN_SYLLABLES
from accounts.tasks import clean_up
from games.core.models.games import Game
from tests.accounts.pages.test_account_pages import PREFERENCES, SIGN_UP
from tests.accounts.test_staff_actions import FIELDS
from tests.support.people import new_guest, new_person
from tests.support.racing import at_once
from tests.support.savepoints import rolled_back
from tests.support.signing_in import sign_in

keys = import_module("accounts.migrations.0011_keys_without_signs")
ideographs = import_module("accounts.migrations.0021_keys_of_ideographs")
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("wanted", "stored"),
    [
        ("Jörg", "Jörg"),
        ("  Jörg   Müller ", "Jörg Müller"),
        ("Jo\u0308rg", "Jörg"),
        ("Ｊörg", "Jörg"),
        ("Jean-Luc O'Neill", "Jean-Luc O'Neill"),
        ("Дмитрий 7", "Дмитрий 7"),
        ("Ελένη", "Ελένη"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("Nguyễn Đức", "Nguyễn Đức"),
        ("Əli Ağayev", "Əli Ağayev"),
        ("Ɗanjuma", "Ɗanjuma"),
        ("Æsa Straße", "Æsa Straße"),
        ("   ", ""),
    ],
)
def test_a_display_name_is_stored_in_one_form(anna: User, wanted: str, stored: str) -> None:
    names.give(anna, wanted)

    anna.refresh_from_db()
    assert anna.display_name == stored
    assert anna.name == (stored or "anna")


@pytest.mark.parametrize(
    "wanted",
    [
        "J",
        "x" * 31,
        "Jörg\u200d",
        "Jörg\u202e",
        "Jörg 😀",
        "Jörg (bot)",
        "@anna",
        "-Jörg",
        "Jоrg",  # a Cyrillic o
        "ᚠᚢᚦ",
        "ᴊöʀɢ",  # small capitals
        "ɦugo",
        "annaǀ",
        "adminꞌ",
        "ꞁris",
        "Schiedsrichter",
        "Ad min",
        "deleted-7",
        "123",
    ],
)
def test_a_display_name_is_refused(anna: User, wanted: str) -> None:
    with pytest.raises(ValidationError):
        names.give(anna, wanted)

    anna.refresh_from_db()
    assert anna.display_name == ""


@pytest.mark.parametrize(
    "wanted", ["Bert", "BERT", "Bеrt", "Ｂert", "BerT"], ids=["case", "capitals", "cyrillic e", "wide", "last"]
)
def test_nobody_gets_a_name_that_looks_like_anothers_username(anna: User, bert: User, wanted: str) -> None:
    with pytest.raises(ValidationError):
        names.give(anna, wanted)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *[("Jörg", "JÖRG"), ("Willi", "WiIIi"), ("Bernd", "Bemd"), ("Oskar", "0skar"), ("Расо", "Paco")],
        *[("Lukasz", "Łukasz"), ("Bert2", "Ɓert2"), ("Felix", "ƒelix"), ("Jørgen", "Jorgen")],
        *[("علي", "علی"), ("कला ३", "कला 3"), ("カロ", "力口"), ("ヘレン", "へレン"), ("عمر ٣", "عمر ۳")],
    ],
)
def test_two_names_never_look_alike(anna: User, bert: User, first: str, second: str) -> None:
    names.give(anna, first)

    with pytest.raises(ValidationError):
        names.give(bert, second)


@pytest.mark.parametrize("sign", list(BETWEEN + BETWEEN_SYLLABLES))
def test_signs_do_not_tell_two_names_apart(anna: User, bert: User, sign: str) -> None:
    own = "スーパー" if sign == "・" else "བསྟན" if sign in BETWEEN_SYLLABLES else "Felix"
    names.give(anna, own)

    for alike in (f"{own[0]}{sign}{own[1:]}", f"{own}{sign}", f"{own[:2]}{sign}{sign}{own[2:]}"):
        with pytest.raises(ValidationError):
            names.give(bert, alike)


@pytest.mark.parametrize("username", ["an_na", "an-na", "a--nna"])
def test_signs_do_not_tell_two_usernames_apart(anna: User, client: Client, username: str) -> None:
    client.post("/accounts/signup/", SIGN_UP | {"username": username})

    assert not User.objects.filter(username=username).exists()


def test_accents_tell_two_people_apart(anna: User, bert: User) -> None:
    names.give(anna, "Jörg")
    names.give(bert, "Jorg")

    assert bert.name == "Jorg"


# --- Names that are older than the rule -------------------------------------------------------------------------------


@pytest.fixture
def alike(anna: User) -> User:
    """An account with names that the rule would refuse, made before it."""
    other = User.objects.create(username="an-na")
    User.objects.filter(pk=other.pk).update(display_name="An.na")
    NameKey.objects.create(key="an-na", user=other)
    return User.objects.get(pk=other.pk)


def test_older_names_stay_and_their_accounts_can_be_saved(alike: User) -> None:
    alike.first_name = "Anna"
    alike.save()
    names.give(alike, "An.na")
    names.give(alike, "Berta")

    alike.refresh_from_db()
    assert (alike.username, alike.display_name) == ("an-na", "Berta")


def test_the_migration_adds_keys_and_leaves_older_ones(anna: User, alike: User, bert: User) -> None:
    """The code before goes on to find the names that it has stored, until it is replaced."""
    names.give(bert, "Jörg-Uwe")
    names.replace(bert, "Hans-Uwe")
    NameKey.objects.exclude(key__in=["anna", "an-na"]).delete()

    keys.add_keys(apps, None)

    held = NameKey.objects.exclude(held_until=None)
    found = set(NameKey.objects.filter(held_until=None).values_list("key", "user"))
    assert found == {("anna", anna.pk), ("an-na", alike.pk), ("bert", bert.pk), ("hansuwe", bert.pk)}
    assert list(held.values_list("user", flat=True)) == [bert.pk]
    assert names.is_taken("Jörg Uwe", besides=alike)


def test_no_letter_of_another_script_is_left_out_of_a_name() -> None:
    """Also if it looks like a sign. All of Unicode."""
    letters = [chr(number) for number in range(sys.maxunicode + 1) if unicodedata.category(chr(number)) == "Lo"]
    others = [letter for letter in letters if not unicodedata.name(letter, "").startswith("LATIN")]

    assert others
    assert [letter for letter in others if "" in keys_of(letter)] == []


@pytest.mark.parametrize(("first", "second"), [("小山", "大山"), ("さくら", "さら"), ("山田", "川田"), ("דינה", "דנה")])
def test_names_that_differ_by_a_letter_that_looks_like_a_sign_are_two(
    anna: User, bert: User, first: str, second: str
) -> None:
    names.give(anna, first)
    names.give(bert, second)

    assert (anna.display_name, bert.display_name) == (first, second)


def test_the_migration_renews_keys_from_which_letters_were_left_out(anna: User, bert: User) -> None:
    names.give(anna, "王小山")
    names.give(bert, "Jörg")
    before = set(NameKey.objects.values_list("key", "user", "held_until"))
    NameKey.objects.filter(key="王小山").update(key="王")

    ideographs.renew_keys(apps, None)

    assert set(NameKey.objects.filter(held_until=None).values_list("key", "user", "held_until")) == before
    assert list(NameKey.objects.exclude(held_until=None).values_list("key", "user")) == [("王", anna.pk)]


def test_a_name_of_ones_own_can_be_spelt_anew(anna: User) -> None:
    names.give(anna, "Anna")
    names.give(anna, "ANNA")
    names.give(anna, "anna")

    assert anna.display_name == ""
    assert NameKey.objects.filter(user=anna).count() == 1


def test_nobody_signs_up_with_a_name_that_looks_like_a_display_name(anna: User, client: Client) -> None:
    names.give(anna, "Willi")

    answer = client.post(
        "/accounts/signup/", {"username": "WiIIi", "email": "w@example.org", "password1": "kieselstein 7 im bach"}
    )

    assert not User.objects.filter(username="WiIIi").exists()
    assert answer.status_code == 422 or answer.context["form"].errors["username"]


@pytest.mark.django_db(transaction=True)
def test_one_of_two_gets_a_name_at_the_same_moment(anna: User, bert: User) -> None:
    def take(user: User) -> bool:
        try:
            names.give(user, "Jörg")
        except ValidationError:
            return False
        return True

    assert sorted(map(bool, at_once(lambda: take(anna), lambda: take(bert)))) == [False, True]
    assert User.objects.filter(display_name="Jörg").count() == 1


# --- Names of deleted accounts ----------------------------------------------------------------------------------------


def sign_up(name: str) -> object:
    return Client().post("/accounts/signup/", SIGN_UP | {"username": name})


def sign_up_as_a_guest(name: str) -> object:
    browser = Client()
    browser.force_login(new_guest())
    return browser.post("/accounts/keep/", SIGN_UP | {"username": name})


def choose_as_display_name(name: str) -> object:
    fields = PREFERENCES | {"display_name": name}
    return sign_in(Client(), User.objects.get(username="bert")).post("/preferences/", fields)


def let_staff_give_it(name: str) -> object:
    boss = new_person("boss", is_staff=True, is_superuser=True)
    fields = FIELDS | {"username": "bert", "email": "", "display_name": name, "is_active": "on", "why": "Asked."}
    bert = User.objects.get(username="bert")
    return sign_in(Client(), boss).post(f"/admin/accounts/user/{bert.pk}/change/", fields)


WAYS_TO_A_NAME = [sign_up, sign_up_as_a_guest, choose_as_display_name, let_staff_give_it]
# By name of the deleted account, or one that looks like it: the days after which somebody else may have it.
FREE_AFTER = {
    "ziiillwalter": None, "ziiiIIwaIter": None, "Walter-Kuhn": 30, "WaIter-Kuhn": 30, "Willi-Kuhn": 10, "WiIIi-Kuhn": 10
}  # fmt: skip


@pytest.fixture
def _deleted(clock: time_machine.Traveller) -> None:
    """Somebody who had changed their display name is gone, and was looked for once more."""
    walter = new_person("ziiillwalter")
    names.give(walter, "Willi Kuhn")
    clock.shift(timedelta(days=1))
    names.give(walter, "Walter Kuhn")
    clock.shift(timedelta(days=20))
    erasure.close(walter, ending=True)
    assert erasure.finish(walter.pk)
    erasure.erase_again()


@pytest.mark.parametrize("take", WAYS_TO_A_NAME)
@pytest.mark.parametrize("days", [0, 11, 31, pytest.param(4000, marks=pytest.mark.campaign)])
def test_nobody_is_called_like_somebody_whose_account_is_deleted(
    clock: time_machine.Traveller, bert: User, _deleted: None, take: Callable[[str], object], days: int
) -> None:
    clock.shift(timedelta(days=days))
    clean_up()

    given = set()
    for name in FREE_AFTER:
        with rolled_back():
            take(name)
            if User.objects.filter(Q(username=name) | Q(display_name=name)).exists():
                given.add(name)

    assert given == {name for name, free_after in FREE_AFTER.items() if free_after is not None and days > free_after}


def test_a_deleted_account_leaves_no_name_that_can_be_read(_deleted: None) -> None:
    kept = " ".join(NameKey.objects.values_list("key", flat=True)).casefold()

    assert kept
    assert [word for word in ("lwalter", "walter", "kuhn", "wllll", "zlll") if word in kept] == []
    assert not User.objects.exclude(display_name="").exists()


def test_the_preferences_page_gives_the_name(anna: User, client: Client) -> None:
    client.force_login(anna)
    form = client.get(reverse("preferences")).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() not in (False, None)}

    client.post(reverse("preferences"), sent | {"display_name": "Jörg"})
    refused = client.post(reverse("preferences"), sent | {"display_name": "Admin"})

    anna.refresh_from_db()
    assert anna.display_name == "Jörg"
    assert refused.status_code == 422
    assert "This name is reserved" in refused.content.decode() or "reserviert" in refused.content.decode()


def test_the_api_gives_and_shows_the_name(anna: User, client: Client) -> None:
    client.force_login(anna)

    changed = client.patch("/api/v1/account/", {"display_name": "Jörg"}, content_type="application/json")
    refused = client.patch("/api/v1/account/", {"display_name": "Jоrg"}, content_type="application/json")
    profile = client.get("/api/v1/players/anna/").json()

    assert changed.json()["display_name"] == profile["display_name"] == "Jörg"
    assert refused.status_code == 400
    assert "display_name" in refused.json()["errors"]


def test_a_game_shows_the_name_to_everybody(game: Game, client: Client) -> None:
    names.give(game.white, "Jörg")

    page = client.get(f"/games/{game.number}/").content.decode()
    data = client.get(f"/api/v1/games/{game.number}/").json()

    assert page.count("Jörg") > page.count(">anna<") == 0
    assert data["players"]["white"] == data["players"]["white"] | {"username": "anna", "display_name": "Jörg"}
