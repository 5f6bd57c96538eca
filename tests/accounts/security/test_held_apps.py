"""Registered apps that an intruder may have changed: nobody connects with them until their owner has saved them."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import App, ConfirmedAddress, SecurityMail, User
from accounts.oauth import registration
from accounts.security import mails, securing
from tests.accounts.oauth.visits import HOME, asking, keys_for, posted, registered, renewal, works
from tests.accounts.security.test_security_mails import link_in, sent
from tests.games.notifications.people import confirm
from tests.support.api import Site, refused
from tests.support.pages import Reader
from tests.support.reading import text_of

THIEVES = "https://thief.example/back"
WITH_ITS_ADDRESSES = {"name": "Club Table", "homepage": "https://club.example/", "redirect_uris": HOME}


@pytest.fixture
def owner(clock: time_machine.Traveller, bert: User) -> User:
    """Bert, who confirmed his address long ago, and registered an app since."""
    confirm(bert)
    ConfirmedAddress.objects.create(user=bert, email="bert@example.org", confirmed_at=timezone.now())
    registered(bert)
    clock.shift(timedelta(days=100))
    SecurityMail.objects.all().delete()
    return bert


@pytest.fixture
def app(owner: User) -> App:
    """The app of the owner, as nobody has changed it."""
    return App.objects.get()


def secure(owner: User) -> None:
    mails.record(owner, mails.Kind.TOTP_ADDED)
    securing.secure(SecurityMail.objects.filter(can_secure=True).latest("pk"))
    owner.refresh_from_db()


def can_be_allowed(reader: Reader, user: User, app: App, **changes: str) -> bool:
    return reader(user).get(asking(app, **changes)).status_code == 200


def test_an_app_that_was_changed_waits_for_its_owner(reader: Reader, owner: User, app: App, anna: User) -> None:
    keys = keys_for(anna, app)
    registration.change(app, {"redirect_uris": [THIEVES]})

    secure(owner)

    app.refresh_from_db()
    assert not can_be_allowed(reader, anna, app)
    assert not works(keys["access_token"])
    assert renewal(app, keys["refresh_token"]).status_code == 400


def test_an_app_that_waits_is_none_where_tokens_are_made(owner: User, app: App, anna: User) -> None:
    registration.change(app, {"name": "Other Table"})
    secure(owner)

    answer = posted("oauth/token/", {"grant_type": "refresh_token", "client_id": app.client_id, "refresh_token": "x"})

    assert answer.json()["error"] == "invalid_client"


def test_an_app_that_was_registered_lately_waits_too(reader: Reader, owner: User, anna: User) -> None:
    thieves = registered(owner, THIEVES)

    secure(owner)

    assert not can_be_allowed(reader, anna, thieves)


@pytest.mark.parametrize("days", [31, 99])
def test_an_app_that_nobody_changed_lately_goes_on(
    reader: Reader, owner: User, app: App, anna: User, clock: time_machine.Traveller, days: int
) -> None:
    registration.change(app, {"name": "Other Table"})
    clock.shift(timedelta(days=days))
    keys = keys_for(anna, app)

    secure(owner)

    assert can_be_allowed(reader, anna, app)
    assert works(keys["access_token"])


def test_an_app_that_was_saved_as_it_was_has_not_changed(owner: User, app: App, anna: User, reader: Reader) -> None:
    registration.change(app, {"name": app.name, "homepage": app.homepage, "redirect_uris": list(app.redirect_uris)})

    secure(owner)

    assert can_be_allowed(reader, anna, app)


def test_the_owner_reads_why_and_saves_it(reader: Reader, owner: User, app: App, anna: User) -> None:
    registration.change(app, {"redirect_uris": [THIEVES]})
    secure(owner)
    browser, address = reader(owner), f"/preferences/apps/own/{app.client_id}/"

    listed, before = browser.get("/preferences/apps/own/"), browser.get(address)
    browser.post(address, WITH_ITS_ADDRESSES)

    app.refresh_from_db()
    assert "needs your review" in text_of(listed)
    assert "Nobody can connect to this app until you have checked it" in text_of(before)
    assert "Nobody can connect to this app" not in text_of(browser.get(address))
    assert can_be_allowed(reader, anna, app)
    assert not can_be_allowed(reader, anna, app, redirect_uri=THIEVES)


@pytest.mark.parametrize(
    ("changes", "is_on"), [({"name": "Club Table"}, False), ({"redirect_uris": [HOME]}, True)], ids=["name", "uris"]
)
def test_over_the_api_the_addresses_have_to_be_sent_again(
    site: Site, owner: User, app: App, changes: dict[str, object], is_on: bool
) -> None:
    registration.change(app, {"redirect_uris": [THIEVES]})
    secure(owner)

    answer = site(owner).patch(f"/api/v1/apps/{app.client_id}/", changes, format="json")

    assert (answer.json()["held_at"] is None) == is_on


def test_what_staff_switched_off_stays_off(reader: Reader, owner: User, app: App, anna: User) -> None:
    registration.change(app, {"redirect_uris": [THIEVES]})
    registration.switch_off(app)
    secure(owner)

    reader(owner).post(f"/preferences/apps/own/{app.client_id}/", WITH_ITS_ADDRESSES)

    app.refresh_from_db()
    assert (app.held_at, can_be_allowed(reader, anna, app)) == (None, False)


def test_a_change_that_was_on_its_way_does_not_switch_the_app_on(owner: User, app: App) -> None:
    registration.change(app, {"name": "Other Table"})
    as_the_thief_read_it = App.objects.get(pk=app.pk)
    secure(owner)

    registration.change(as_the_thief_read_it, {"redirect_uris": [THIEVES]})

    assert App.objects.get().held_at is not None


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Nobody can connect to these apps of yours until you have checked and saved them: Club Table"),
        ("de", "Mit diesen deiner Apps kann sich niemand verbinden, bis du sie geprüft und gespeichert hast: Club"),
    ],
)
def test_the_page_of_the_link_says_so(owner: User, app: App, client: Client, language: str, sentence: str) -> None:
    User.objects.filter(pk=owner.pk).update(language=language)
    owner.refresh_from_db()
    mails.record(owner, mails.Kind.TOTP_ADDED)
    sent()

    before = text_of(client.get(link_in()))
    registration.change(app, {"redirect_uris": [THIEVES]})

    assert sentence not in before
    assert sentence in text_of(client.get(link_in()))


def test_deleting_an_app_needs_a_fresh_proof(site: Site, owner: User, app: App, clock: time_machine.Traveller) -> None:
    caller = site(owner)
    clock.shift(timedelta(days=1))

    refused(caller.delete(f"/api/v1/apps/{app.client_id}/"), 403, "fresh_authentication_required")

    assert App.objects.filter(pk=app.pk).exists()
