"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from contextlib import suppress
from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy import erasure
from accounts.privacy.parts import add, table
from accounts.signals import renamed
from games.challenges import actions
from games.challenges.models import Challenge
from games.core import event_log
from kit import database_time
from kit.errors import Refusal

TERMS = "rules rated clock_system clock_parameters leave_days days_off timeout total_days"

add(
    table(
        "challenges.ndjson",
        _("challenges that you sent, received or accepted"),
        of=("challenges.Challenge.challenger", "challenges.Challenge.opponent"),
        columns=f"number kind status challenger=challenger__username opponent=opponent__username colour {TERMS} "
        "min_rating max_rating min_reliability bots_welcome allows_guests answers message decline_reason "
        "rematch_of=rematch_of_id game=game_id created_at expires_at answered_at",
    ),
)


def _waiting(user: User) -> list[tuple[int, int]]:
    """Number and challenger of the open challenges that the user sent or received."""
    rows = Challenge.objects.open(now=database_time.now()).filter(Q(challenger=user) | Q(opponent=user))
    return list(rows.order_by("number").values_list("number", "challenger"))


def _leave(user: User) -> None:
    """Cancel or decline every challenge, unless another process has answered it before."""
    for number, challenger_id in _waiting(user):
        answer = actions.cancel_challenge if challenger_id == user.pk else actions.decline_challenge
        with suppress(Refusal):
            answer(number, user)


# The log names the challenger.
_RENAME_IN_CHALLENGES = """
subject_type = 'challenge' AND subject_id IN (
    SELECT number FROM challenges_challenge WHERE challenger_id = %(user)s
    UNION SELECT number FROM challenges_challenge WHERE opponent_id = %(user)s
)
"""


@receiver(renamed)
def _rename(user: User, old: str, new: str, **_signal: Any) -> None:
    event_log.rename(_RENAME_IN_CHALLENGES, user=user.pk, old=old, new=new)


erasure.add(leave=_leave, leaves_first=True, is_left=lambda user: not _waiting(user))
