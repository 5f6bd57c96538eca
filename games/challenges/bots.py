"""What bots may play, and how much at once."""

from collections.abc import Iterable

from accounts.models import User
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.players.errors import BotIsBusy, BotsNotWelcome, RatedBotNotAgreed

# Games that go on; challenges that wait, and how many of them may be seats in the lobby.
MOST_GAMES = 100
MOST_OPEN = 25
MOST_SEATS = 3


def require_named(challenger: User, opponent: User, *, rated: bool, welcome: bool) -> None:
    """A person who challenges a bot for rating says so; raises RatedBotNotAgreed."""
    if rated and opponent.is_bot and not challenger.is_bot and not welcome:
        raise RatedBotNotAgreed(field="bots_welcome")


def require_agreed(challenge: Challenge, challenger: User, player: User, *, rated_against_bot: bool) -> None:
    """A bot takes only what is for bots, and a person plays one for rating only if he has said so.

    Raises BotsNotWelcome, RatedBotNotAgreed.
    """
    if challenger.is_bot == player.is_bot:
        return
    if challenger.is_bot:
        if challenge.rated and not rated_against_bot:
            raise RatedBotNotAgreed(field="rated_against_bot")
        return
    if challenge.kind != Challenge.Kind.DIRECT and not challenge.bots_welcome:
        raise BotsNotWelcome
    require_named(challenger, player, rated=challenge.rated, welcome=challenge.bots_welcome)


def require_free(players: Iterable[User]) -> None:
    """Every bot among the players has room for another game; raises BotIsBusy. They are at the table."""
    for player in players:
        if player.is_bot:
            count = Game.objects.ongoing().of(player.pk).count()
            if count >= MOST_GAMES:
                raise BotIsBusy(bot=player.username, count=count)
