"""How an account becomes a bot's."""

from django.db import transaction
from django.utils import timezone

from accounts.bots import name_operator, turn_into_bot
from accounts.models import User
from accounts.models.users import LONGEST_OPERATOR
from games.core import texts
from games.core.models.games import Game
from games.players.errors import AccountHasPlayed, PlayerUnavailable, StaffAccount


def become_bot(user: User, *, operator: str = "") -> User:
    """Turn an account that has never played into a bot's, for good; of a bot, change who operates it.

    Raises StaffAccount, AccountHasPlayed, TextTooLong, TextMalformed.
    """
    operator = texts.cleaned(operator, longest=LONGEST_OPERATOR)
    with transaction.atomic():
        # Waits for a game that is just beginning, and lets none begin meanwhile: see `at_the_table`.
        account = User.objects.select_for_update().get(pk=user.pk)
        if account.is_bot:
            name_operator(account, operator)
            return account
        require_may_become_bot(account)
        turn_into_bot(account, operator=operator, now=timezone.now())
        return account


def require_may_become_bot(account: User) -> None:
    """Nobody has played under this name, and nobody administers the site with it.

    Raises StaffAccount, AccountHasPlayed.
    """
    if account.is_staff or account.is_superuser:
        raise StaffAccount
    if Game.objects.of(account.pk).exists():
        raise AccountHasPlayed


def at_the_table(*players: User) -> list[User]:
    """The players as they are stored, in the order given; none becomes a bot, begins another game, or goes, meanwhile.

    Raises PlayerUnavailable where one of them is gone.
    """
    ids = sorted(player.pk for player in players)
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    by_id = {row.pk: row for row in rows}
    if not all(row.is_active for row in by_id.values()):
        raise PlayerUnavailable(None)
    return [by_id[player.pk] for player in players]
