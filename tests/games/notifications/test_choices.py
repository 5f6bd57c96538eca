"""Who wants to be told what: the table, its defaults, and the two cells that the account had before."""

import pytest

from accounts.models import User
from games.core.notifications import choosable_kinds, kind_named
from games.notifications import choices
from games.notifications.models import Delivery, NotificationSettings
from games.players.bots import become_bot

EMAIL = Delivery.Channel.EMAIL


def by_email(user: User) -> set[str]:
    """What the user is told by e-mail."""
    table = choices.table_of(user, choices.settings_of(user))
    return {name for name, cells in table.items() if cells[EMAIL]}


def test_everything_comes_by_mail_until_somebody_says_otherwise(anna: User) -> None:
    assert by_email(anna) == {kind.name for kind in choosable_kinds()}
    assert not NotificationSettings.objects.exists()


def test_one_cell_is_changed_and_the_others_stay(anna: User) -> None:
    choices.change(anna, table={"message": {"email": False}})
    choices.change(anna, table={"challenge": {"email": False}})

    assert by_email(anna) == {kind.name for kind in choosable_kinds()} - {"message", "challenge"}


@pytest.mark.parametrize(
    ("notification", "column"), [("your_move", "email_on_your_move"), ("game_over", "email_on_game_over")]
)
def test_the_cells_that_the_account_had_before_are_still_its_own(anna: User, notification: str, column: str) -> None:
    choices.change(anna, table={notification: {"email": False}})

    anna.refresh_from_db()
    assert getattr(anna, column) is False
    assert notification not in by_email(anna)


def test_a_fault_is_reported_in_any_case(anna: User) -> None:
    choices.change(anna, table={kind.name: {"email": False} for kind in choosable_kinds()})

    assert choices.is_wanted(anna, choices.settings_of(anna), kind_named("webhook_disabled"), EMAIL)


def test_a_bot_gets_no_notifications_unless_it_asks(anna: User) -> None:
    anna = become_bot(anna)
    before = by_email(anna)
    choices.change(anna, table={"challenge": {"email": True}})

    assert (before, by_email(anna)) == (set(), {"challenge"})
