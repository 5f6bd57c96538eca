"""Guests: how long they last, how their games end, and how they become accounts."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection, transaction
from django.test import Client

from accounts import guests, names, sessions
from accounts.models import User
from accounts.tasks import clean_up
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import play_move
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.support.people import new_guest
from tests.support.playing import unchanged
from tests.support.reading import messages_in, mistakes, text_of
from tests.support.signing_in import sign_in

CASUAL = Proposal(agreement=Agreement(rated=False), colour="black")
KEEP = "/accounts/keep/"
FIELDS = SIGN_UP | {"username": "dora", "email": "dora@example.org"}
DAYS = timedelta(days=14)

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client: Client, anna: User) -> Client:
    """That of a guest who has White in a game against Anna."""
    seat = actions.challenge_anyone(anna, CASUAL)
    client.post(f"/challenges/{seat.number}/accept/", headers={"Accept-Language": "en"})
    return client


@pytest.fixture
def guest(browser: Client) -> User:
    return User.objects.get(is_guest=True)


def now_of(user: User) -> User:
    return User.objects.get(pk=user.pk)


def is_removed(user: User) -> bool:
    user = now_of(user)
    return not user.is_active and user.username.startswith("deleted-")


# --- How long they last -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("time", "gone"), [(DAYS - timedelta(hours=1), False), (DAYS + timedelta(seconds=1), True)])
def test_a_guest_who_does_not_come_back_for_fourteen_days_is_removed(
    clock: time_machine.Traveller, guest: User, time: timedelta, gone: bool
) -> None:
    clock.shift(time)
    clean_up()

    assert is_removed(guest) is gone


def test_a_guest_who_comes_back_stays(clock: time_machine.Traveller, browser: Client, guest: User) -> None:
    for _day in range(20):
        clock.shift(timedelta(days=10))
        browser.get("/")
        clean_up()

    assert not is_removed(guest)


@pytest.mark.parametrize(("plies", "status"), [(0, "aborted"), (4, "finished")])
def test_the_games_of_a_removed_guest_end_by_rule(
    clock: time_machine.Traveller, browser: Client, guest: User, anna: User, plies: int, status: str
) -> None:
    number = Game.objects.get().number
    for ply, move in enumerate(["d6", "f4", "d2", "b4"][:plies], start=1):
        play_move(number, guest if ply % 2 else anna, move, ply=ply)
    seat = actions.challenge_anyone(guest, CASUAL)
    browser.post("/accounts/logout/")
    clock.shift(guests.YOUNGEST + timedelta(seconds=1))

    clean_up()

    game = Game.objects.get()
    assert (game.status, game.termination) == (status, "resignation" if plies else "abort")
    seat.refresh_from_db()
    assert (is_removed(guest), seat.status) == (True, "cancelled")
    assert mail.outbox == []


def test_a_guest_who_has_just_come_is_not_removed_before_the_session_is_there(guest: User, browser: Client) -> None:
    browser.post("/accounts/logout/")

    clean_up()

    assert not is_removed(guest)


def test_accounts_without_a_session_stay(clock: time_machine.Traveller, anna: User) -> None:
    clock.shift(timedelta(days=1000))

    clean_up()

    assert now_of(anna).is_active


def remove_abandoned() -> None:
    """As a worker does, with a connection of its own."""
    try:
        guests.remove_abandoned()
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_gets_an_account_while_being_removed_stays(
    clock: time_machine.Traveller, guest: User, browser: Client
) -> None:
    browser.post("/accounts/logout/")
    clock.shift(timedelta(days=1))
    sessions.delete_ended()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            kept = guests.locked(guest)
            pool.submit(remove_abandoned).result()
            kept.is_guest = False
            kept.save()
        guests.remove_abandoned()

    assert (now_of(guest).is_active, now_of(guest).is_guest) == (True, False)


@pytest.mark.django_db(transaction=True)
def test_a_move_during_the_removal_leaves_a_game_that_has_ended(
    clock: time_machine.Traveller, guest: User, browser: Client
) -> None:
    number = Game.objects.get().number
    browser.post("/accounts/logout/")
    clock.shift(timedelta(days=1))
    sessions.delete_ended()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            play_move(number, guest, "d6", ply=1)
            removal = pool.submit(remove_abandoned)
        removal.result()

    game = Game.objects.get()
    assert (game.status, is_removed(guest)) == ("aborted", True)


def test_a_guest_can_delete_themselves_and_take_their_data_along(browser: Client, guest: User) -> None:
    assert browser.post("/preferences/export/", follow=True).status_code == 200
    shown = text_of(browser.get("/preferences/delete/"))

    browser.post("/preferences/delete/", {"name": guest.username, "ending": "on"})

    assert "I resign 1 game in progress" in shown
    assert (is_removed(guest), Game.objects.get().status) == (True, "aborted")


# --- Keeping the games ------------------------------------------------------------------------------------------------


def test_a_guest_keeps_the_games_with_one_form(browser: Client, guest: User) -> None:
    before = browser.session.session_key

    answer = browser.post(KEEP, FIELDS)

    account = now_of(guest)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert (account.username, account.is_guest, account.name) == ("dora", False, "dora")
    assert account.check_password(FIELDS["password1"])
    assert Game.objects.get().has_player(account.pk)
    assert browser.session["_auth_user_id"] == str(guest.pk)
    assert browser.session.session_key != before
    assert not User.objects.filter(is_guest=True).exists()


def test_the_address_of_such_an_account_waits_for_its_confirmation(browser: Client, guest: User) -> None:
    browser.post(KEEP, FIELDS)

    address = EmailAddress.objects.get()
    assert (address.email, address.verified, address.user_id) == ("dora@example.org", False, guest.pk)
    assert [message.to for message in mail.outbox] == [["dora@example.org"]]
    assert now_of(guest).never_confirmed


def test_the_log_has_the_new_name(browser: Client, guest: User) -> None:
    browser.post(KEEP, FIELDS)

    begun = Event.objects.filter(type="game_started").get()
    assert begun.data["white"] == "dora"
    assert guest.username not in str(list(Event.objects.values_list("data", flat=True)))


def test_such_an_account_outlives_its_session_and_plays_rated_games(
    clock: time_machine.Traveller, browser: Client, guest: User, anna: User
) -> None:
    browser.post(KEEP, FIELDS)
    clock.shift(timedelta(days=60))
    clean_up()

    seat = actions.challenge_anyone(anna, Proposal(agreement=Agreement()))

    assert actions.accept_challenge(seat.number, now_of(guest)).game is not None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", "anna"),
        ("username", "Аnna"),
        ("username", "guest-123456"),
        ("username", "admin"),
        ("email", "nothing"),
        ("password1", "short"),
        ("password1", "passwort123"),
    ],
)
def test_the_checks_are_those_of_a_new_account(browser: Client, guest: User, field: str, value: str) -> None:
    with unchanged():
        answer = browser.post(KEEP, FIELDS | {field: value})

    assert (answer.status_code, list(mistakes(answer))) == (422, [field])
    assert now_of(guest).is_guest
    assert b'value="dora' in answer.content


def test_an_address_that_somebody_has_is_not_told(browser: Client, guest: User, anna: User) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)

    answer = browser.post(KEEP, FIELDS | {"email": "anna@example.org"})

    assert answer["Location"] == "/"
    assert not now_of(guest).is_guest


def test_the_second_of_two_tabs_is_told_that_the_games_are_kept(browser: Client, guest: User) -> None:
    second = Client()
    second.cookies.update(browser.cookies)
    session = browser.session
    browser.post(KEEP, FIELDS)
    # As if both had been sent before either was answered.
    session.save(must_create=True)

    answer = sign_in(second, now_of(guest)).post(KEEP, FIELDS | {"username": "doris"})

    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert now_of(guest).username == "dora"


def test_a_row_is_kept_once(guest: User) -> None:
    User.objects.filter(pk=guest.pk).update(is_guest=False)

    with transaction.atomic(), pytest.raises(guests.Gone):
        guests.locked(guest)


@pytest.mark.parametrize(("who", "led_to"), [("visitor", "/accounts/signup/"), ("anna", "/")])
def test_only_guests_keep_games(client: Client, anna: User, who: str, led_to: str) -> None:
    if who == "anna":
        sign_in(client, anna)

    assert client.get(KEEP)["Location"] == client.post(KEEP, FIELDS)["Location"] == led_to


@pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/signup/"])
def test_a_guest_is_led_from_the_ways_in_to_the_own_way(browser: Client, guest: User, address: str) -> None:
    answer = browser.get(address, follow=True)

    assert answer.redirect_chain[-1][0] == KEEP
    assert messages_in(answer)[-1] == "You need an account for this. Create one here; you keep your games."
    assert f"You are playing as {guest.name}" in text_of(answer)


def test_logging_out_says_what_becomes_of_the_games(browser: Client, guest: User) -> None:
    assert "you cannot get back to your games" in text_of(browser.get("/accounts/logout/"))


# --- Their names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["guest-123456", "Guest 4711", "Gast 4711", "GUEST-1", "gast1"])
def test_nobody_else_is_called_like_a_guest(person: Callable[..., User], name: str) -> None:
    answer = Client().post("/accounts/signup/", FIELDS | {"username": name})
    with pytest.raises(Exception, match="reserved"):
        names.checked(person("carla"), name, None)

    assert "username" in mistakes(answer)


def test_a_guest_has_a_name_of_their_own(guest: User) -> None:
    assert new_guest().name == "Guest 004711"
    assert guest.username.startswith("guest-")
    assert len(guest.username) == len("guest-004711")
