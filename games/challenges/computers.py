"""Games with the computers of this server: how many there may be. A computer accepts a challenge at once."""

from collections.abc import Sequence

from django.conf import settings
from django.db.models import Q

from accounts.models import User
from games.challenges.errors import ComputersAreBusy, TooManyComputerGames
from games.challenges.models import Challenge
from games.core.models.games import Game, GameQuerySet
from kit import locks
from kit.errors import raises

# Ongoing games of a player. Guests may have fewer games in all: games/players/guests.py.
MOST_GAMES = 10


def all_computers() -> list[User]:
    """The computers, weakest first."""
    return list(User.objects.filter(computer_level__isnull=False).order_by("computer_level"))


def is_any_offered() -> bool:
    """Whether one can play a computer here."""
    return bool(settings.MOST_COMPUTER_GAMES) and User.objects.filter(computer_level__isnull=False).exists()


def ongoing_games() -> GameQuerySet:
    """The ongoing games in which a computer plays. Only their keys are read at once."""
    keys = list(User.objects.filter(computer_level__isnull=False).values_list("pk", flat=True))
    return Game.objects.ongoing().filter(Q(white__in=keys) | Q(black__in=keys))


def answers_in(game: Game) -> str:
    """When the computer answers in this game, as its challenge says."""
    return Challenge.objects.filter(game=game).values_list("answers", flat=True).first() or Challenge.Answers.AT_ONCE


@raises(TooManyComputerGames, ComputersAreBusy)
def require_capacity(players: Sequence[User], *, most: int | None = None) -> None:
    """Check that there may be one more game with a computer, if one of the locked players is one.

    `most` is how many there may be in all, by default the setting.
    TooManyComputerGames is for the player's own limit, ComputersAreBusy for that of all.
    """
    if not any(player.is_computer for player in players):
        return
    ongoing = ongoing_games()
    for player in players:
        if not player.is_computer and ongoing.of(player.pk).count() >= MOST_GAMES:
            raise TooManyComputerGames(count=MOST_GAMES)
    # Held until commit, so that games that begin at once are counted.
    locks.hold("games.challenges.computers")
    if ongoing.count() >= (settings.MOST_COMPUTER_GAMES if most is None else most):
        raise ComputersAreBusy
