"""When players want to be notified of deadlines: so many hours before, in several steps."""

from collections.abc import Collection, Sequence

from accounts.models import User
from games.core.models.games import Game
from games.play.models import DeadlineSteps
from muehle import Color


def steps_of(user: User) -> list[int]:
    """The hours that the user has chosen, the longest first; empty if they have chosen none."""
    return next(iter(DeadlineSteps.objects.filter(user=user).values_list("hours", flat=True)), [])


def choose(user: User, hours: Collection[int]) -> None:
    """Store other steps, in the transaction of the caller; without any, the user is notified as everybody is.

    Steps whose moment has passed in a game are not made up for.
    """
    if hours:
        DeadlineSteps.objects.update_or_create(user=user, defaults={"hours": sorted(set(hours), reverse=True)})
    else:
        DeadlineSteps.objects.filter(user=user).delete()


def hours_of(game: Game) -> Sequence[int]:
    """The steps of the player on move; read if they were not read with the game."""
    hours = game.white_deadline_hours if game.turn is Color.WHITE else game.black_deadline_hours
    if hours is None:
        attach([game])
        return hours_of(game)
    return hours


def attach(games: Collection[Game]) -> None:
    """Read the steps of the players of these games, where they were not read yet; in one query."""
    unknown = [game for game in games if game.white_deadline_hours is None]
    players = {player_id for game in unknown for player_id in game.player_ids}
    found = dict(DeadlineSteps.objects.filter(user__in=players).values_list("user", "hours")) if players else {}
    for game in unknown:
        game.white_deadline_hours = found.get(game.white_id, [])
        game.black_deadline_hours = found.get(game.black_id, [])
