"""Links and codes in mails: each works for the address that it was sent to, and ends when the account is closed."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.privacy import waiting
from accounts.security import mails
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.notifications import choosable_kinds
from games.mail_moves import links
from games.notifications import unsubscribing
from tests.accounts.test_staff_actions import FIELDS
from tests.games.notifications.people import confirm
from tests.support.addresses import routes
from tests.support.pages import Reader
from tests.support.playing import fresh
from tests.support.ruling import Staff
from tests.support.signing_in import sign_in

OLD, NEW = "anna@example.org", "other@example.org"
KEYS = {"key", "token", "secret", "uidb36"}
Use = Callable[[], bool]


def in_mail(pattern: str) -> str:
    message = mail.outbox[-1]
    assert message.to == [OLD]
    return str(re.findall(pattern, f"{message.subject} {message.body}")[0])


def confirmation(anna: User, _game: Game) -> Use:
    EmailAddress.objects.filter(user=anna).update(verified=False)
    sign_in(Client(), anna).post("/accounts/email/", {"email": OLD, "action_send": ""})
    link = in_mail(r"http://localhost:8000(/accounts/confirm-email/\S+)")
    return lambda: Client().post(link).status_code != 404


def new_password(_anna: User, _game: Game) -> Use:
    Client().post("/accounts/password/reset/", {"email": OLD})
    link = in_mail(r"http://localhost:8000(/accounts/password/reset/key/\S+)")
    return lambda: b'name="password1"' in Client().get(link, follow=True).content


def login_code(_anna: User, _game: Game) -> Use:
    browser = Client()
    browser.post("/accounts/login/code/", {"email": OLD})
    code = in_mail(r"^\S+")

    def use() -> bool:
        browser.post("/accounts/login/code/confirm/", {"code": code})
        return browser.get("/preferences/").status_code == 200

    return use


def move(anna: User, game: Game) -> Use:
    address = f"/move/{links.token_for(fresh(game), anna)}/"

    def use() -> bool:
        Client().post(address, {"choice": "d6"})
        return Move.objects.filter(game=game).exists()

    return use


def securing(anna: User, _game: Game) -> Use:
    if anna.is_active:
        mails.record(anna, mails.Kind.TOTP_ADDED)
    while mails.send_next():
        pass
    link = in_mail(r"http://localhost:8000(/accounts/secure/\S+)")
    return lambda: Client().post(link).status_code == 302


# By the pattern of the address; the code has none with a key.
KINDS: dict[str, Callable[[User, Game], Use]] = {
    "accounts/confirm-email/": confirmation,
    "accounts/password/reset/key/": new_password,
    "accounts/login/code/": login_code,
    "move/": move,
}
FOR_THE_OLD_ADDRESS = {
    "accounts/secure/": "gives the account back to the address that it was sent to",
    "unsubscribe/": "ends the mails to that address",
}
NOT_MAILED = {
    "calendar/": "shown to its owner",
    "clubs/join/": "shown to officers of the club",
    "invitations/": "shown to whoever invites",
}


def by_owner(_reader: Reader, _staff: Staff, anna: User) -> None:
    """Confirm another address and make it the primary one, then remove the first."""
    EmailAddress.objects.create(user=anna, email=NEW, verified=True)
    browser = sign_in(Client(), anna)
    browser.post("/accounts/email/", {"email": NEW, "action_primary": ""})
    browser.post("/accounts/email/", {"email": OLD, "action_remove": ""})


def by_staff(reader: Reader, staff: Staff, anna: User) -> None:
    row = EmailAddress.objects.get(user=anna)
    fields: dict[str, Any] = {"user": anna.pk, "email": NEW, "primary": "on"}
    if row.verified:
        fields["verified"] = "on"
    browser = reader(staff("chief", "superuser"))
    browser.post(f"/admin/account/emailaddress/{row.pk}/change/", fields)
    fields = FIELDS | {"email": NEW, "is_active": "on", "why": "Moved."}
    browser.post(f"/admin/accounts/user/{anna.pk}/change/", fields)


def test_every_address_with_a_key_is_of_a_kind_here() -> None:
    with_key = {str(route) for route in routes() if KEYS & set(route.parameters)}
    kinds = (*KINDS, *FOR_THE_OLD_ADDRESS, *NOT_MAILED)

    unknown = {route for route in with_key if not route.replace("^", "").startswith((*kinds, "admin/", "api/"))}

    assert with_key
    assert unknown == set()


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_mailed_works(anna: User, game: Game, kind: str) -> None:
    confirm(anna)

    assert KINDS[kind](anna, game)()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", [by_owner, by_staff])
def test_what_was_mailed_ends_with_the_address(
    reader: Reader, staff: Staff, anna: User, game: Game, kind: str, change: Callable[..., None]
) -> None:
    confirm(anna)
    use = KINDS[kind](anna, game)

    change(reader, staff, anna)

    assert EmailAddress.objects.get(user=anna).email == NEW
    assert not use()


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"accounts/login/code/"}))
def test_links_in_mails_end_with_a_new_password(anna: User, game: Game, kind: str) -> None:
    """Who knew the former one may have asked for them. A code works for minutes, in the browser that asked for it."""
    confirm(anna)
    use = KINDS[kind](anna, game)

    anna.refresh_from_db()
    anna.set_password("a brand new trombone")
    anna.save()

    assert not use()


@pytest.mark.parametrize("kind", [*KINDS, "accounts/secure/"])
def test_what_was_mailed_stays_when_somebody_logs_in(anna: User, game: Game, kind: str) -> None:
    """Or whoever knows the password keeps out an owner who has forgotten it."""
    confirm(anna)
    use = (KINDS | {"accounts/secure/": securing})[kind](anna, game)

    answer = Client().post("/accounts/login/", {"login": "anna", "password": "a good password"})

    assert answer.status_code == 302
    assert use()


def close_and_open(staff_browser: Client, anna: User) -> None:
    for is_active in ({}, {"is_active": "on"}):
        fields = FIELDS | is_active | {"why": "A mistake."}
        assert staff_browser.post(f"/admin/accounts/user/{anna.pk}/change/", fields).status_code == 302


@pytest.mark.parametrize("kind", [*KINDS, "accounts/secure/"])
def test_what_was_mailed_ends_when_staff_closes_the_account_and_stays_ended(
    reader: Reader, staff: Staff, anna: User, game: Game, kind: str
) -> None:
    confirm(anna)
    use = (KINDS | {"accounts/secure/": securing})[kind](anna, game)

    close_and_open(reader(staff("chief", "superuser")), anna)

    assert not use()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_mailed_after_it_was_opened_again_works(
    reader: Reader, staff: Staff, anna: User, game: Game, kind: str
) -> None:
    confirm(anna)
    close_and_open(reader(staff("chief", "superuser")), anna)
    anna.refresh_from_db()

    assert KINDS[kind](anna, game)()


def test_staff_who_changes_an_account_that_waits_for_its_deletion_does_not_keep_its_owner_from_keeping_it(
    reader: Reader, staff: Staff, anna: User, game: Game
) -> None:
    confirm(anna)
    waiting.ask(anna, ending=True)
    use = securing(anna, game)

    fields = FIELDS | {"language": "de", "why": "Asked by letter."}
    reader(staff("chief", "superuser")).post(f"/admin/accounts/user/{anna.pk}/change/", fields)

    assert use()


def test_the_link_that_secures_an_account_gives_it_back_to_its_address(
    reader: Reader, staff: Staff, anna: User, game: Game
) -> None:
    confirm(anna)
    use = securing(anna, game)
    by_staff(reader, staff, anna)

    assert use()

    assert list(EmailAddress.objects.filter(user=anna).values_list("email", "verified")) == [(OLD, True)]


def test_the_link_that_ends_mails_changes_nothing_else(reader: Reader, staff: Staff, anna: User) -> None:
    link = f"/unsubscribe/{unsubscribing.token_for(anna, choosable_kinds()[:1])}/"
    by_owner(reader, staff, anna)
    anna.refresh_from_db()
    before = User.objects.values().get(pk=anna.pk)

    Client().post(link)

    assert User.objects.values().get(pk=anna.pk) == before | {"email_on_your_move": False}
