"""A deletion waits for three days, in which the owner, who is told, can keep the account."""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import AccessToken, ConfirmedAddress, Deletion, SecurityMail, User
from accounts.privacy import erasure, waiting
from accounts.security import addresses, mails, securing
from accounts.tasks import clean_up, finish_deletions
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import play_move
from games.players.errors import PlayerUnavailable
from tests.accounts.test_staff_actions import FIELDS
from tests.games.notifications.people import confirm
from tests.support.pages import Reader
from tests.support.playing import fresh
from tests.support.racing import at_once
from tests.support.reading import heading, messages_in, text_of
from tests.support.ruling import Staff
from tests.support.signing_in import sign_in

PAGE, KEEP = "/preferences/delete/", "/accounts/deletion/"
LOGIN = {"login": "anna", "password": "a good password"}


@pytest.fixture
def owner(anna: User) -> User:
    """Anna, who confirmed her address long ago."""
    confirm(anna)
    long_ago = timezone.now() - timedelta(days=100)
    ConfirmedAddress.objects.create(user=anna, email="anna@example.org", confirmed_at=long_ago)
    return anna


def send() -> None:
    while mails.send_next():
        pass


def link() -> str:
    [found] = re.findall(r"http://localhost:8000(/accounts/secure/\S+)", str(mail.outbox[-1].body))
    return str(found)


def is_due(user: User) -> None:
    User.objects.filter(pk=user.pk).update(deletion_due_at=timezone.now() - timedelta(seconds=1))


def state(user: User) -> str:
    user.refresh_from_db()
    if user.username.startswith("deleted-"):
        return "deleted"
    return "open" if user.is_active else "waits" if user.deletion_due_at else "closed"


# --- While it waits ---------------------------------------------------------------------------------------------------


def test_the_account_is_closed_at_once_and_deleted_after_three_days(owner: User, reader: Reader) -> None:
    browser = reader(owner)
    before = text_of(browser.get(PAGE))

    answer = browser.post(PAGE, {"name": "anna"})
    finish_deletions()

    assert "closed at once and deleted three days later" in before
    assert messages_in(answer)[-1].startswith("Your account is closed and will be deleted on ")
    assert state(owner) == "waits"
    assert owner.deletion_due_at is not None
    assert abs(owner.deletion_due_at - timezone.now() - timedelta(days=3)) < timedelta(minutes=1)
    assert browser.get("/preferences/").status_code == 302
    assert not Deletion.objects.exists()


def test_who_cannot_be_told_is_deleted_at_once(anna: User, reader: Reader) -> None:
    """As from an address that was never confirmed, and so a guest."""
    browser = reader(anna)
    before = text_of(browser.get(PAGE))

    answer = browser.post(PAGE, {"name": "anna"})

    assert "This takes effect at once and cannot be undone." in before
    assert messages_in(answer)[-1:] == ["Your account has been deleted. Thank you for playing here."]
    assert state(anna) == "deleted"


def test_an_address_that_was_removed_lately_makes_it_wait(owner: User) -> None:
    EmailAddress.objects.filter(user=owner).delete()
    ConfirmedAddress.objects.filter(user=owner).update(removed_at=timezone.now())

    assert waiting.ask(owner, ending=True) is not None


def test_nobody_gets_in_meanwhile(owner: User) -> None:
    session = sign_in(Client(), owner)
    _token, secret = AccessToken.issue(user=owner, description="bot", scopes=["game:read"])
    waiting.ask(owner, ending=True)
    browser, bearer = Client(), {"authorization": f"Bearer {secret}"}

    by_password = browser.post("/accounts/login/", LOGIN)
    browser.post("/accounts/login/code/", {"email": "anna@example.org"})
    browser.post("/accounts/password/reset/", {"email": "anna@example.org"})

    assert by_password["Location"] == KEEP
    assert [client.get("/preferences/").status_code for client in (session, browser)] == [302, 302]
    assert Client().get("/api/v1/account/", headers=bearer).status_code == 401
    assert not [each for each in mail.outbox if "/password/reset/key/" in str(each.body) or "code" in each.subject]


def test_it_looks_like_a_closed_account_to_others(owner: User, bert: User) -> None:
    waiting.ask(owner, ending=True)

    assert Client().get("/players/anna/").status_code == 404
    assert Client().get("/api/v1/players/anna/").status_code == 404
    with pytest.raises(PlayerUnavailable):
        actions.challenge_player(bert, owner, Proposal(agreement=Agreement()))


def test_games_go_on_and_challenges_are_withdrawn(
    owner: User, bert: User, carla: User, begin: Callable[..., Game]
) -> None:
    game = begin()
    play_move(game.number, owner, "d6", ply=1)
    sent = actions.challenge_player(owner, carla, Proposal(agreement=Agreement()))
    got = actions.challenge_player(carla, owner, Proposal(agreement=Agreement()))

    waiting.ask(owner, ending=True)
    play_move(game.number, bert, "d2", ply=2)
    finish_deletions()
    statuses = [Challenge.objects.get(number=each.number).status for each in (sent, got)]
    during = fresh(game).status
    is_due(owner)
    finish_deletions()

    assert (statuses, during) == (["cancelled", "declined"], "ongoing")
    assert (fresh(game).status, fresh(game).ply) == ("aborted", 2)


def test_a_challenge_that_the_request_has_left_is_withdrawn_by_the_worker(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = actions.challenge_anyone(owner, Proposal(agreement=Agreement()))
    with monkeypatch.context() as patch:
        patch.setattr(erasure, "leave_first", lambda _user: None)
        waiting.ask(owner, ending=True)
    before = Challenge.objects.get(number=left.number).status

    finish_deletions()

    assert (before, Challenge.objects.get(number=left.number).status) == ("open", "cancelled")


# --- Kept -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["will be deleted on ", "If not, secure your account", "until the account is deleted"]),
        ("de", ["Es wird am ", "Wenn nicht, sichere dein Konto", "bis das Konto gelöscht wird"]),
    ],
)
def test_the_link_in_the_mail_keeps_the_account(owner: User, language: str, words: list[str]) -> None:
    User.objects.filter(pk=owner.pk).update(language=language)
    owner.refresh_from_db()
    waiting.ask(owner, ending=True)
    send()
    [message] = mail.outbox
    browser = Client()

    page = text_of(browser.get(link()))
    form = browser.post(link(), follow=True)
    browser.post(form.request["PATH_INFO"], {"password1": "a brand new trombone"})

    assert isinstance(message, EmailMultiAlternatives)
    for part in (str(message.body), str(message.alternatives[0][0])):
        assert [word for word in words if word not in part] == []
    assert ("reopened" if language == "en" else "wieder geöffnet") in page
    assert state(owner) == "open"
    assert owner.check_password("a brand new trombone")


def test_the_link_of_an_earlier_mail_keeps_it_too(owner: User) -> None:
    """A thief adds something first, and its mail is the one that the owner opens."""
    mails.record(owner, mails.Kind.TOTP_ADDED)
    send()
    waiting.ask(owner, ending=True)

    Client().post(link())

    assert state(owner) == "open"


def test_an_address_that_was_added_lately_hears_of_it_without_the_link(owner: User) -> None:
    EmailAddress.objects.create(user=owner, email="thief@example.org", verified=True)
    addresses.confirmed(owner, "thief@example.org", now=timezone.now())

    waiting.ask(owner, ending=True)
    send()

    bodies = {each.to[0]: str(each.body) for each in mail.outbox}
    assert {to: "/accounts/secure/" in body for to, body in bodies.items()} == {
        "anna@example.org": True,
        "thief@example.org": False,
    }
    assert "log in with your password before then" in bodies["thief@example.org"]


def test_whoever_logs_in_can_keep_it_and_is_not_in_before_the_second_login(owner: User) -> None:
    waiting.ask(owner, ending=True)
    browser = Client(headers={"accept-language": "en"})

    page = browser.post("/accounts/login/", LOGIN, follow=True)
    kept = browser.post(KEEP)
    is_in = browser.get("/preferences/").status_code == 200
    browser.post("/accounts/login/", LOGIN)

    assert heading(page) == "Keep the account anna?"
    assert messages_in(kept) == ["Your account will not be deleted. Please log in again."]
    assert (is_in, browser.get("/preferences/").status_code) == (False, 200)
    assert state(owner) == "open"
    assert SecurityMail.objects.filter(kind="deletion_cancelled", can_secure=True).count() == 1


@pytest.mark.parametrize("how", ["no login", "wrong password", "too late"])
def test_nobody_else_keeps_it(owner: User, how: str) -> None:
    waiting.ask(owner, ending=True)
    browser = Client()
    if how != "no login":
        browser.post("/accounts/login/", LOGIN | ({"password": "a guess"} if how == "wrong password" else {}))
    if how == "too late":
        session = browser.session
        session["account_to_keep"] |= {"at": session["account_to_keep"]["at"] - 15 * 60 - 1}
        session.save()

    assert browser.post(KEEP)["Location"] == "/accounts/login/"
    assert state(owner) == "waits"


def test_staff_sees_who_waits_and_keeps_the_account_by_opening_it(
    owner: User, bert: User, reader: Reader, staff: Staff
) -> None:
    waiting.ask(owner, ending=True)
    browser = reader(staff("chief", "superuser"))

    listed = text_of(browser.get("/admin/accounts/user/?deletion_due_at__isempty=0"))
    browser.post(f"/admin/accounts/user/{owner.pk}/change/", FIELDS | {"is_active": "on", "why": "Asked by letter."})

    assert ("anna" in listed, "bert" in listed) == (True, False)
    assert state(owner) == "open"
    finish_deletions()
    assert state(owner) == "open"


# --- Carried out ------------------------------------------------------------------------------------------------------


def test_it_is_carried_out_once_also_if_a_worker_dies_on_the_way(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting.ask(owner, ending=True)
    is_due(owner)

    def die(_user_id: int) -> bool:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(erasure, "finish", die)
        for _time in range(2):
            with pytest.raises(MemoryError):
                finish_deletions()
    between = state(owner)
    for _time in range(2):
        finish_deletions()

    assert (between, state(owner)) == ("closed", "deleted")
    assert list(SecurityMail.objects.values_list("kind", "address")) == [("deleted", "anna@example.org")]


def test_links_end_when_it_is_carried_out(owner: User) -> None:
    waiting.ask(owner, ending=True)
    send()
    row = SecurityMail.objects.get()
    is_due(owner)
    finish_deletions()

    assert Client().post(link()).status_code == 410
    with pytest.raises(securing.LinkUsed):
        securing.secure(row)
    assert not waiting.keep(owner.pk)


def test_staff_is_not_deleted_and_holds_up_nobody(owner: User, bert: User) -> None:
    confirm(bert)
    for user in (owner, bert):
        waiting.ask(user, ending=True)
        is_due(user)
    User.objects.filter(pk=owner.pk).update(is_staff=True)

    finish_deletions()

    assert (state(owner), state(bert)) == ("waits", "deleted")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["kept", "secured"])
@pytest.mark.parametrize("workers", [1, 2])
def test_of_cancelling_and_carrying_out_at_once_one_happens(owner: User, how: str, workers: int) -> None:
    waiting.ask(owner, ending=True)
    row = SecurityMail.objects.get()
    is_due(owner)

    def cancel() -> bool:
        try:
            return waiting.keep(owner.pk) if how == "kept" else bool(securing.secure(row))
        except securing.LinkUsed:
            return False

    is_kept, *_rest = at_once(cancel, *[partial(finish_deletions)] * workers)
    finish_deletions()

    assert state(owner) == ("open" if is_kept else "deleted")
    assert Deletion.objects.exists() is not is_kept
    assert SecurityMail.objects.filter(kind="deleted").count() == (0 if is_kept else 1)


def test_what_erases_again_leaves_it_alone(owner: User) -> None:
    waiting.ask(owner, ending=True)

    erasure.erase_again()
    clean_up()

    assert state(owner) == "waits"


def test_after_a_restore_it_waits_anew_and_is_told_again(owner: User) -> None:
    """It may have been cancelled after the moment of the backup."""
    waiting.ask(owner, ending=True)
    is_due(owner)
    SecurityMail.objects.all().delete()

    call_command("restored")
    finish_deletions()

    assert state(owner) == "waits"
    assert SecurityMail.objects.get().kind == "deletion_asked"
