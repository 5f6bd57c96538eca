"""Turning accounts into bot accounts, and locking players."""

from django.db import transaction

from accounts import access
from accounts.models import User
from accounts.models.users import LONGEST_OPERATOR
from accounts.security import mails
from games.core.models.games import Game
from games.players import sanctions
from games.players.errors import AccountHasPlayed, PlayerUnavailable, StaffAccount
from kit import database_time, texts
from kit.errors import raises


@raises(texts.cleaned, sanctions.require_may_write, StaffAccount, AccountHasPlayed)
def become_bot(user: User, *, operator: str = "") -> User:
    """Turn an account that has never played into a bot account for good; for a bot account, change its operator."""
    operator = texts.cleaned(operator, longest=LONGEST_OPERATOR)
    with transaction.atomic():
        access.hold(user)
        # Waits for a game that is just beginning, and prevents new ones meanwhile: see `lock_players`.
        account = User.objects.select_for_update().get(pk=user.pk)
        if operator and operator != account.operator:
            sanctions.require_may_write(account.pk)
        account.operator = operator
        if not account.is_bot:
            require_may_become_bot(account)
            account.bot_since = database_time.now()
            # A program does not need mails about moves.
            account.email_on_your_move = account.email_on_game_over = False
            mails.record(account, mails.Kind.BOT_MADE)
        account.save(update_fields=["bot_since", "operator", "email_on_your_move", "email_on_game_over"])
        return account


@raises(StaffAccount, AccountHasPlayed)
def require_may_become_bot(account: User) -> None:
    """Check that the account has never played and is not a staff account."""
    if account.is_staff or account.is_superuser:
        raise StaffAccount
    if Game.objects.of(account.pk).exists():
        raise AccountHasPlayed


@raises(PlayerUnavailable)
def lock_players(*players: User) -> list[User]:
    """Lock the players' rows and return them in the given order.

    While they are locked, the players cannot become bots, begin games elsewhere or delete their accounts.
    PlayerUnavailable is raised if an account is closed.
    """
    ids = sorted(player.pk for player in players)
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    by_id = {row.pk: row for row in rows}
    if not all(row.is_active for row in by_id.values()):
        raise PlayerUnavailable(None)
    return [by_id[player.pk] for player in players]
