"""Who wants to be told what: the table, its defaults, and the two cells that the account had before."""

import pytest
from django.utils import timezone

from accounts.bots import turn_into_bot
from accounts.models import User
from games.notifications import choices
from games.notifications.models import Delivery, NoticeSettings
from games.notifications.policy import Notice

EMAIL = Delivery.Channel.EMAIL


def by_email(user: User) -> set[str]:
    """What the user is told by e-mail."""
    table = choices.table_of(user, choices.settings_of(user))
    return {notice.value for notice, cells in table.items() if cells[EMAIL]}


def test_everything_comes_by_mail_until_somebody_says_otherwise(anna: User) -> None:
    assert by_email(anna) == {notice.value for notice in choices.NOTICES}
    assert not NoticeSettings.objects.exists()


def test_one_cell_is_changed_and_the_others_stay(anna: User) -> None:
    choices.change(anna, table={"message": {"email": False}})
    choices.change(anna, table={"challenge": {"email": False}})

    assert by_email(anna) == {notice.value for notice in choices.NOTICES} - {"message", "challenge"}


@pytest.mark.parametrize(
    ("notice", "column"), [("your_move", "email_on_your_move"), ("game_over", "email_on_game_over")]
)
def test_the_cells_that_the_account_had_before_are_still_its_own(anna: User, notice: str, column: str) -> None:
    choices.change(anna, table={notice: {"email": False}})

    anna.refresh_from_db()
    assert getattr(anna, column) is False
    assert notice not in by_email(anna)


def test_a_fault_is_told_in_any_case(anna: User) -> None:
    choices.change(anna, table={notice: {"email": False} for notice in choices.NOTICES})

    assert choices.is_wanted(anna, choices.settings_of(anna), Notice.WEBHOOK_DISABLED, EMAIL)


def test_a_bot_is_told_nothing_unless_it_asks(anna: User) -> None:
    turn_into_bot(anna, operator="", now=timezone.now())
    before = by_email(anna)
    choices.change(anna, table={"challenge": {"email": True}})

    assert (before, by_email(anna)) == (set(), {"challenge"})
