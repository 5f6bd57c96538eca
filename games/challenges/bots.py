"""Which games bots may play, and how many."""

from collections.abc import Iterable

from accounts.models import User
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.players.errors import BotIsBusy, BotsNotWelcome, RatedBotNotAgreed
from kit.errors import raises

# Ongoing games, open challenges, and open challenges in the lobby.
MOST_GAMES = 100
MOST_OPEN = 25
MOST_IN_LOBBY = 3


@raises(RatedBotNotAgreed)
def require_rated_bot_consent(challenger: User, opponent: User, *, rated: bool, welcome: bool) -> None:
    """A person must agree to a rated game when they challenge a bot."""
    if rated and opponent.is_bot and not challenger.is_bot and not welcome:
        raise RatedBotNotAgreed(field="bots_welcome")


@raises(require_rated_bot_consent, BotsNotWelcome)
def require_bot_allowed(challenge: Challenge, challenger: User, player: User, *, rated_against_bot: bool) -> None:
    """Check that the challenge is open to bots, and that a person agrees to a rated game against a bot."""
    if challenger.is_bot == player.is_bot:
        return
    if challenger.is_bot:
        if challenge.rated and not rated_against_bot:
            raise RatedBotNotAgreed(field="rated_against_bot")
        return
    if challenge.kind != Challenge.Kind.DIRECT and not challenge.bots_welcome:
        raise BotsNotWelcome
    require_rated_bot_consent(challenger, player, rated=challenge.rated, welcome=challenge.bots_welcome)


@raises(BotIsBusy)
def require_capacity(players: Iterable[User]) -> None:
    """Check that no bot among the locked players has reached the limit of games.

    The computers of this server have limits of their own: games/challenges/computers.py.
    """
    for player in players:
        if player.is_bot and not player.is_computer:
            count = Game.objects.ongoing().of(player.pk).count()
            if count >= MOST_GAMES:
                raise BotIsBusy(bot=player.username, count=count)
