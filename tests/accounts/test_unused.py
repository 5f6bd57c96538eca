"""Unconfirmed addresses go after thirty days, and accounts that nobody used after ninety."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import sessions, unused
from accounts.models import AccessToken, UnconfirmedAddress, User
from accounts.privacy import erasure
from accounts.tasks import delete_what_nobody_confirmed
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.terms import Agreement
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.games.notifications.people import confirm
from tests.support.files import existing_files
from tests.support.pages import Reader
from tools.launcher.workspace import ROOT

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
ADDRESS_DAYS, ACCOUNT_DAYS = timedelta(days=30), timedelta(days=90)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def signed_up(username: str = "dora") -> tuple[User, Client]:
    browser = Client()
    fields = {"username": username, "email": f"{username}@example.org"}
    browser.post("/accounts/signup/", SIGN_UP | fields)
    return User.objects.get(username=username), browser


def after(clock: time_machine.Traveller, time: timedelta) -> None:
    clock.move_to(NOW + time)
    sessions.delete_ended()
    delete_what_nobody_confirmed()


def is_deleted(user: User) -> bool:
    user.refresh_from_db()
    return not user.is_active and user.username.startswith("deleted-")


# --- Addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("time", "left"), [(ADDRESS_DAYS, 1), (ADDRESS_DAYS + timedelta(seconds=1), 0)])
def test_an_unconfirmed_address_goes_after_thirty_days(
    clock: time_machine.Traveller, time: timedelta, left: int
) -> None:
    signed_up()

    after(clock, time)

    assert (EmailAddress.objects.count(), UnconfirmedAddress.objects.count()) == (left, left)


def test_an_address_that_was_added_goes_too_and_a_confirmed_one_stays(
    clock: time_machine.Traveller, reader: Reader, anna: User
) -> None:
    confirm(anna)
    reader(anna).post("/accounts/email/", {"email": "other@example.org", "action_add": ""})
    EmailAddress.objects.create(user=anna, email="third@example.org")
    EmailAddress.objects.filter(email="third@example.org").update(verified=True)

    after(clock, timedelta(days=31))

    assert set(EmailAddress.objects.values_list("email", flat=True)) == {"anna@example.org", "third@example.org"}
    assert not UnconfirmedAddress.objects.exists()


def test_rows_of_addresses_that_are_gone_are_cleared_away(clock: time_machine.Traveller) -> None:
    signed_up()
    EmailAddress.objects.all()._raw_delete("default")  # As the previous version of the code does.

    after(clock, timedelta(days=31))

    assert not UnconfirmedAddress.objects.exists()


def test_addresses_are_deleted_in_batches(clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unused, "ADDRESSES_AT_ONCE", 2)
    for name in ("dora", "dina", "doris"):
        signed_up(name)
    clock.move_to(NOW + timedelta(days=31))

    assert [unused.delete_addresses() for _time in range(3)] == [2, 1, 0]
    assert not EmailAddress.objects.exists()


# --- Accounts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("time", "goes"), [(ACCOUNT_DAYS, False), (ACCOUNT_DAYS + timedelta(seconds=1), True)])
def test_an_account_that_nobody_used_goes_after_ninety_days(
    clock: time_machine.Traveller, time: timedelta, goes: bool
) -> None:
    user, _browser = signed_up()

    after(clock, time)

    assert is_deleted(user) is goes
    assert mail.outbox[1:] == []


def test_looking_at_pages_is_no_use_of_an_account(clock: time_machine.Traveller) -> None:
    user, browser = signed_up()
    for page in ("/", "/lobby/", "/preferences/", "/preferences/notifications/", "/players/dora/", "/api/v1/account/"):
        assert browser.get(page).status_code == 200

    after(clock, timedelta(days=91))

    assert is_deleted(user)


def test_who_logged_in_later_or_is_still_logged_in_stays(clock: time_machine.Traveller) -> None:
    later, still = signed_up("later")[0], signed_up("still")[0]
    User.objects.filter(pk=later.pk).update(last_login=NOW + timedelta(days=2))

    clock.move_to(NOW + timedelta(days=91))
    unused.delete_accounts()

    assert UserSession.objects.filter(user=still).exists()
    assert (is_deleted(later), is_deleted(still)) == (False, False)


def used(user: User, how: str) -> None:
    match how:
        case "token":
            AccessToken.issue(user=user, description="bot", scopes=[])
        case "revoked token":
            AccessToken.issue(user=user, description="bot", scopes=[])
            AccessToken.objects.revoke()
        case "challenge":
            actions.challenge_anyone(user, Proposal(agreement=Agreement()))
        case "confirmed address":
            EmailAddress.objects.filter(user=user).update(verified=True)
            User.objects.filter(pk=user.pk).update(never_confirmed=False)
        case "bot":
            User.objects.filter(pk=user.pk).update(bot_since=NOW)
        case "staff":
            User.objects.filter(pk=user.pk).update(is_staff=True)


@pytest.mark.parametrize("how", ["token", "revoked token", "challenge", "confirmed address", "bot", "staff"])
def test_an_account_that_was_used_stays_for_good_and_is_not_looked_at_again(
    clock: time_machine.Traveller, how: str
) -> None:
    user, _browser = signed_up()
    used(user, how)

    after(clock, timedelta(days=91))

    assert not is_deleted(user)
    assert not user.never_confirmed


def test_accounts_that_nobody_signed_up_for_stay(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    User.objects.filter(pk=bert.pk).update(email="", bot_since=NOW)

    after(clock, timedelta(days=4000))

    assert (is_deleted(anna), is_deleted(bert)) == (False, False)


def columns_of_accounts() -> list[tuple[Any, str]]:
    """Every column of every table that refers to an account."""
    models = apps.get_models(include_auto_created=True)
    return [
        (model, field.name)
        for model in models
        for field in model._meta.concrete_fields
        if field.related_model is User and not model._meta.proxy
    ]


def test_every_table_that_refers_to_accounts_is_looked_at_but_for_four(
    anna: User, django_assert_num_queries: Any
) -> None:
    columns = {f"{model._meta.label}.{name}" for model, name in columns_of_accounts()}

    with django_assert_num_queries(len(columns) - len(erasure.columns_of_every_account())):
        assert list(unused._references(anna))

    assert erasure.columns_of_every_account() < columns


# --- The migration ----------------------------------------------------------------------------------------------------


def test_the_migration_parts_what_the_former_version_kept_together(anna: User, bert: User, carla: User) -> None:
    """Anna has never confirmed hers, Bert has, and Carla's was entered by staff."""
    EmailAddress.objects.create(user=anna, email=anna.email, primary=True)
    confirm(bert)
    EmailAddress.objects.create(user=bert, email="second@example.org")
    UnconfirmedAddress.objects.all().delete()
    [file] = existing_files(ROOT / "accounts/migrations", "*_confirmed_addresses.py")

    import_module(f"accounts.migrations.{file.stem}").part_unconfirmed(apps, None)

    rows = User.objects.order_by("username").values_list("username", "email", "never_confirmed")
    assert list(rows) == [
        ("anna", "", True),
        ("bert", "bert@example.org", False),
        ("carla", "carla@example.org", False),
    ]
    waiting = set(UnconfirmedAddress.objects.values_list("address__email", flat=True))
    assert waiting == {"anna@example.org", "second@example.org"}


# --- Plans ------------------------------------------------------------------------------------------------------------


def plan_of(rows: Any) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
    return str(rows.explain())


def test_what_waits_is_found_by_indexes() -> None:
    addresses = UnconfirmedAddress.objects.filter(added_at__lt=timezone.now()).order_by("added_at")[:10]

    assert "user_never_confirmed" in plan_of(unused._unused_accounts()[:10])
    assert "accounts_unconfirmedaddress_added_at" in plan_of(addresses)


def test_references_are_found_by_indexes(anna: User) -> None:
    plans = {
        f"{model.__name__}.{name}": plan_of(model._default_manager.filter(**{name: anna})[:1])
        for model, name in columns_of_accounts()
    }

    assert plans
    assert [column for column, plan in plans.items() if "Seq Scan" in plan] == []
