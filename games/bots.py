"""Bots at the board: how an account becomes one, whom a bot may play and for what, and how much at once."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from accounts.bots import name_operator, turn_into_bot
from accounts.models import User
from accounts.models.users import LONGEST_OPERATOR
from games import errors, texts
from games.models import Challenge, Game

# Games that go on; challenges that wait, and how many of them may be seats in the lobby.
MOST_GAMES = 100
MOST_OPEN = 25
MOST_SEATS = 3


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
        raise errors.StaffAccount
    if Game.objects.of(account.pk).exists():
        raise errors.AccountHasPlayed


def at_the_table(*players: User) -> list[User]:
    """The players as they are stored, in the order given; none becomes a bot, begins another game, or goes, meanwhile.

    Raises PlayerUnavailable where one of them is gone.
    """
    ids = sorted(player.pk for player in players)
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    by_id = {row.pk: row for row in rows}
    if not all(row.is_active for row in by_id.values()):
        raise errors.PlayerUnavailable(None)
    return [by_id[player.pk] for player in players]


def require_named(challenger: User, opponent: User, *, rated: bool, welcome: bool) -> None:
    """A person who challenges a bot for rating says so; raises RatedBotNotAgreed."""
    if rated and opponent.is_bot and not challenger.is_bot and not welcome:
        raise errors.RatedBotNotAgreed(field="bots_welcome")


def require_agreed(challenge: Challenge, challenger: User, player: User, *, rated_against_bot: bool) -> None:
    """A bot takes only what is for bots, and a person plays one for rating only if he has said so.

    Raises BotsNotWelcome, RatedBotNotAgreed.
    """
    if challenger.is_bot == player.is_bot:
        return
    if challenger.is_bot:
        if challenge.rated and not rated_against_bot:
            raise errors.RatedBotNotAgreed(field="rated_against_bot")
        return
    if challenge.kind != Challenge.Kind.DIRECT and not challenge.bots_welcome:
        raise errors.BotsNotWelcome
    require_named(challenger, player, rated=challenge.rated, welcome=challenge.bots_welcome)


def require_free(players: Iterable[User]) -> None:
    """Every bot among the players has room for another game; raises BotIsBusy. They are at the table."""
    for player in players:
        if player.is_bot:
            count = Game.objects.ongoing().of(player.pk).count()
            if count >= MOST_GAMES:
                raise errors.BotIsBusy(bot=player.username, count=count)
