"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from typing import Any

from django.db import connection
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy import erasure
from accounts.privacy.parts import add, table
from accounts.signals import renamed
from games.core import event_log

add(
    table(
        "events.ndjson",
        _("events that were reported to you and to your programs"),
        of="core.UserEvent.user",
        columns="seq type=event__type game=event__game_id "
        "subject_type=event__subject_type subject_id=event__subject_id "
        "actor=event__actor__username data=event__data created_at=event__created_at "
        "is_notification covered_by",
    ),
)


# The log names players where a game begins.
_RENAME_IN_GAMES = """
game_id IN (
    SELECT number FROM core_game WHERE white_id = %(user)s UNION SELECT number FROM core_game WHERE black_id = %(user)s
)
"""


@receiver(renamed)
def _rename(user: User, old: str, new: str, **_signal: Any) -> None:
    event_log.rename(_RENAME_IN_GAMES, user=user.pk, old=old, new=new)


def _erase(user: User) -> None:
    # There may be tens of thousands of rows, so they are deleted by one statement.
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM core_userevent WHERE user_id = %s", [user.pk])


erasure.add(gone=("core.UserEvent.user",), erase=_erase)
