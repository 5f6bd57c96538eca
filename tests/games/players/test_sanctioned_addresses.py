"""A sanction follows its player into a new account with the same address, and nothing is kept of it afterwards."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import LazySettings

from accounts.models import User
from accounts.privacy import erasure
from accounts.signals import address_confirmed
from games.chat.messages import send_message
from games.core.models.games import Game
from games.disputes import filing
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.players import sanctions, tasks
from games.players.errors import Silenced, Suspended
from games.players.models import Sanction, SanctionedAddress
from tests.support.ruling import decided

Person = Callable[..., User]


def confirm(user: User, email: str) -> None:
    """As allauth and accounts do it when the link in a mail was followed."""
    EmailAddress.objects.create(user=user, email=email, verified=True)
    address_confirmed.send(sender=User, user=user, email=email)


@pytest.fixture
def suspended(game: Game, anna: User, bert: User, arbiter: User) -> Dispute:
    """Bert may begin no games for ten days."""
    confirm(bert, "bert@example.net")
    dispute = filing.open_dispute(game.number, anna, category="abuse", text="He calls me names.")
    return decided(dispute, arbiter, Verdict.SUSPENDED, against=bert, days=10)


def leave(user: User) -> None:
    erasure.close(user, ending=True)
    assert erasure.finish(user.pk)
    assert not EmailAddress.objects.filter(email="bert@example.net").exists()


def test_a_new_account_with_the_address_has_the_sanction_too(
    clock: time_machine.Traveller, suspended: Dispute, bert: User, person: Person
) -> None:
    until = Sanction.objects.get().until
    leave(bert)
    again, other = person("bertram"), person("other")

    confirm(again, "Bert@example.net")
    confirm(other, "other@example.net")

    with pytest.raises(Suspended) as refusal:
        sanctions.require_may_begin(again.pk)
    assert refusal.value.details == {"until": until}
    sanctions.require_may_begin(other.pk)


def test_it_follows_once_and_through_further_addresses(suspended: Dispute, bert: User, person: Person) -> None:
    confirm(bert, "second@example.net")
    leave(bert)
    again, third = person("bertram"), person("third")

    confirm(again, "second@example.net")
    confirm(again, "bert@example.net")
    confirm(again, "new@example.net")
    EmailAddress.objects.filter(email="new@example.net").delete()
    confirm(third, "new@example.net")

    assert Sanction.objects.filter(user=again).count() == 1
    assert Sanction.objects.filter(user=third).count() == 1


def test_an_appeal_lifts_it_for_all_accounts(
    suspended: Dispute, bert: User, person: Person, staff: Callable[[str, str], User], game: Game
) -> None:
    again = person("bertram")
    EmailAddress.objects.filter(user=bert).delete()
    confirm(again, "bert@example.net")
    appeal = filing.appeal(suspended.number, bert, text="I did not.")

    decided(appeal, staff("iris", "arbiter"), Verdict.LIFTED)

    sanctions.require_may_begin(again.pk)
    assert not SanctionedAddress.objects.exists()
    confirm(person("third"), "bert@example.org")
    assert Sanction.objects.count() == 2


def test_digests_are_keyed_and_gone_with_the_sanction(
    clock: time_machine.Traveller, suspended: Dispute, bert: User, person: Person, settings: LazySettings
) -> None:
    first = SanctionedAddress.objects.values_list("digest", flat=True)
    assert all(len(digest) == 64 and "bert" not in digest for digest in first)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key of the server"
    EmailAddress.objects.filter(user=bert).delete()
    confirm(person("bertram"), "bert@example.net")
    assert Sanction.objects.count() == 2
    tasks.forget_sanctioned_addresses()
    assert SanctionedAddress.objects.exists()

    clock.shift(timedelta(days=10))
    tasks.forget_sanctioned_addresses()

    assert not SanctionedAddress.objects.exists()
    EmailAddress.objects.all().delete()
    confirm(person("third"), "bert@example.net")
    assert Sanction.objects.count() == 2


def test_a_warning_keeps_no_address(game: Game, anna: User, bert: User, arbiter: User) -> None:
    confirm(bert, "bert@example.net")
    dispute = filing.open_dispute(game.number, anna, category="abuse", text="He calls me names.")

    decided(dispute, arbiter, Verdict.WARNED, against=bert)

    assert not SanctionedAddress.objects.exists()


def test_a_muted_player_writes_nothing_from_a_new_account_either(
    game: Game, anna: User, bert: User, arbiter: User, person: Person, begin: Callable[..., Game]
) -> None:
    confirm(bert, "bert@example.net")
    dispute = filing.open_dispute(game.number, anna, category="abuse", text="He calls me names.")
    decided(dispute, arbiter, Verdict.MUTED, against=bert, days=3)
    again = person("bertram")
    EmailAddress.objects.filter(user=bert).delete()
    confirm(again, "bert@example.net")
    other = begin(white=again, black=anna)

    with pytest.raises(Silenced):
        send_message(other.number, again, "It is me again.")
