"""A display name that an intruder has changed: what the mails say of it, and how its owner gets it back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts import names
from accounts.look_alikes import keys_of
from accounts.models import ConfirmedAddress, FormerName, NameKey, SecurityMail, User
from accounts.security import mails
from tests.accounts.security.test_security_mails import link_in, sent
from tests.accounts.test_name_changes import mute
from tests.games.notifications.people import confirm
from tests.support.reading import text_of

Kind = mails.Kind


@pytest.fixture
def owner(clock: time_machine.Traveller, anna: User) -> User:
    """Anna, who confirmed her address long ago, and has the name Jörg since."""
    confirm(anna)
    ConfirmedAddress.objects.create(user=anna, email="anna@example.org", confirmed_at=timezone.now())
    names.give(anna, "Jörg")
    clock.shift(timedelta(days=100))
    SecurityMail.objects.all().delete()
    return anna


def names_told(clock: time_machine.Traveller) -> list[str]:
    """What the mails say of names, those at the end of the hour too."""
    clock.shift(timedelta(hours=1, minutes=1))
    sent()
    return [mail.detail for mail in SecurityMail.objects.filter(kind=Kind.NAME_CHANGED).order_by("id")]


def shown(user: User) -> str:
    user.refresh_from_db()
    return user.display_name


def change_once(owner: User) -> None:
    names.give(owner, "Rüpel")


def change_and_correct(owner: User) -> None:
    for name in ("Rüpel", "Flegel", "Grobian"):
        names.give(owner, name)


def take_away(owner: User) -> None:
    names.give(owner, "")


def change_after_something_else(owner: User) -> None:
    mails.record(owner, Kind.TOTP_ADDED)
    names.give(owner, "Rüpel")


CHANGES = [change_once, change_and_correct, take_away, change_after_something_else]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_link_of_the_first_mail_gives_the_name_back(
    owner: User, client: Client, clock: time_machine.Traveller, change: Callable[[User], None], language: str
) -> None:
    User.objects.filter(pk=owner.pk).update(language=language)
    owner.refresh_from_db()
    clock.shift(timedelta(minutes=1))
    change(owner)
    sent()
    clock.shift(timedelta(days=2))

    page = text_of(client.get(link_in()))
    client.post(link_in())

    words = {
        "en": "Others see your former name again: Jörg.",
        "de": "Andere sehen wieder deinen früheren Namen: Jörg.",
    }
    assert words[language] in page
    assert shown(owner) == "Jörg"
    assert FormerName.objects.filter(user=owner, ended=FormerName.Ended.CHANGED).count() == 0
    names.give(owner, "Jürgen")
    assert shown(owner) == "Jürgen"


def test_a_first_name_that_an_intruder_has_given_goes(
    bert: User, client: Client, clock: time_machine.Traveller
) -> None:
    confirm(bert)
    ConfirmedAddress.objects.create(user=bert, email="bert@example.org", confirmed_at=timezone.now())
    names.give(bert, "Rüpel")
    names.give(bert, "Flegel")
    sent()

    client.post(link_in())

    assert shown(bert) == ""


def test_a_name_from_before_the_change_stays_and_can_be_changed_at_once(
    owner: User, client: Client, clock: time_machine.Traveller
) -> None:
    """The owner may have opened the mail about a later change than that of the name."""
    names.give(owner, "Rüpel")
    clock.shift(timedelta(days=1))
    SecurityMail.objects.all().delete()
    mails.record(owner, Kind.TOTP_ADDED)
    sent()

    client.post(link_in())

    assert shown(owner) == "Rüpel"
    names.give(owner, "Jörg")
    assert shown(owner) == "Jörg"


@pytest.mark.parametrize("why", ["somebody has it", "taken away", "staff chose another", "sanction"])
def test_a_name_that_cannot_be_had_does_not_come_back_and_the_account_is_secured(
    owner: User, bert: User, client: Client, clock: time_machine.Traveller, why: str
) -> None:
    if why == "taken away":
        names.replace(owner)
        names.give(owner, "Jo")
        FormerName.objects.filter(name="Jörg").update(until=timezone.now())
        clock.shift(timedelta(days=40))
        User.objects.filter(pk=owner.pk).update(display_name="Jörg")
        owner.refresh_from_db()
    clock.shift(timedelta(minutes=1))
    names.give(owner, "Rüpel")
    sent()
    link = link_in(-1)
    if why == "somebody has it":
        User.objects.filter(pk=bert.pk).update(display_name="Jörg")
        clock.shift(timedelta(days=29))
        FormerName.objects.filter(user=owner).update(until=timezone.now())
        NameKey.objects.filter(key__in=keys_of("Jörg")).update(user=bert, held_until=None)
    elif why == "staff chose another":
        names.replace(owner, "Spielerin")
    elif why == "sanction":
        mute(owner, bert)

    page = text_of(client.get(link))
    client.post(link)

    assert "former name" not in page
    assert shown(owner) == ("Spielerin" if why == "staff chose another" else "Rüpel")
    assert SecurityMail.objects.filter(kind=Kind.SECURED).exists()


def test_corrections_make_one_mail_and_the_first_change_is_told_at_once(
    owner: User, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(minutes=1))
    for number in range(16):
        names.give(owner, f"Rüpel {number}")
        if number == 0:
            at_once = [line for _to, line in sent()]
        clock.shift(timedelta(minutes=3))

    assert at_once == ["The display name was changed: “Jörg” became “Rüpel 0”."]
    assert names_told(clock) == ["“Jörg” became “Rüpel 0”", "“Rüpel 0” became “Rüpel 15”"]


def test_the_link_of_the_mail_about_corrections_gives_back_the_name_before_them(
    owner: User, client: Client, clock: time_machine.Traveller
) -> None:
    """The owner has changed it, and an intruder corrects it within the hour."""
    for name in ("Jürgen", "Rüpel", "Flegel"):
        clock.shift(timedelta(minutes=5))
        names.give(owner, name)
    names_told(clock)

    client.post(link_in(-1))

    assert shown(owner) == "Jürgen"
