"""By which game a player has earned a trophy, if by any. Games between people with accounts count.

- A hundred games on time: a hundred ended games in a row, by their ends, none of which the player has lost on time.
  Games in which not all stones were placed are not counted; one that was lost on time begins the row anew.
- Perfect endgame: a rated game that the player has won on the board or by resignation, and whose review knows by proof
  what each half-move was worth that they made once their stones were placed. There are LEAST_MOVES of these at least,
  in LEAST_CHOICES of them some moves would have given the win or the draw away, and none that did was played.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.db.models import Q

from games.core.models.games import Game, GameQuerySet
from games.core.models.terms import Pool
from games.core.queries import moves_of, positions_before
from games.reviews.agreement import JudgedMove, Phase, judged_moves
from games.reviews.half_moves import reviewed_moves
from games.reviews.models import GameReview, ReviewQuerySet
from games.trophies.models import Trophy
from muehle import Color

IN_A_ROW: Final = 100
# The stones of both sides are placed.
LEAST_PLIES: Final = 18
LEAST_MOVES: Final = 10
LEAST_CHOICES: Final = 5
# Of a player whose trophies are looked at again, so many reviewed wins are.
MOST_REVIEWS: Final = 200

WINNERS: Final[Mapping[str, Color]] = {Game.Result.WHITE_WON: Color.WHITE, Game.Result.BLACK_WON: Color.BLACK}
_WON_BY: Final = (Game.Termination.STONES, Game.Termination.BLOCKED, Game.Termination.RESIGNATION)


def _between_people(games: GameQuerySet) -> GameQuerySet:
    return games.filter(status=Game.Status.FINISHED, pool=Pool.PEOPLE, white__is_guest=False, black__is_guest=False)


def hundredth_on_time(user_id: int) -> Game | None:
    """The game with which the first hundred on time were full; one query for all games of the player."""
    count = 0
    games = _between_people(Game.objects.of(user_id)).order_by("finished_at", "number")
    for game in games.only("number", "white", "black", "ply", "result", "termination", "finished_at"):
        if _was_lost_on_time(game, user_id):
            count = 0
        elif game.ply >= LEAST_PLIES:
            count += 1
        if count == IN_A_ROW:
            return game
    return None


def _was_lost_on_time(game: Game, user_id: int) -> bool:
    winner = WINNERS.get(game.result)
    return game.termination == Game.Termination.TIMEOUT and winner is not game.color_of(user_id) and winner is not None


def perfect_endgame(user_id: int) -> Game | None:
    """The first of the player's reviewed wins with a perfect endgame."""
    won = Q(game__white=user_id, game__result=Game.Result.WHITE_WON)
    won |= Q(game__black=user_id, game__result=Game.Result.BLACK_WON)
    reviews = candidates().filter(won).order_by("-finished_at")[:MOST_REVIEWS]
    perfect = [review.game for review in reviews if is_perfect(review)]
    return min(perfect, key=lambda game: (game.finished_at, game.number), default=None)


def candidates() -> ReviewQuerySet:
    """The finished reviews of games that can have a perfect endgame."""
    games = _between_people(Game.objects.filter(rated=True, termination__in=_WON_BY, ply__gte=LEAST_PLIES))
    return GameReview.objects.of_ended_games().filter(finished_at__isnull=False, game__in=games).select_related("game")


def is_perfect(review: GameReview) -> bool:
    """Whether the winner has given nothing away, once all their stones were placed; one query."""
    game = review.game
    winner = WINNERS[game.result]
    judged = judged_moves(reviewed_moves(review), positions_before(moves_of(game)), winner)
    endgame = [each for each in judged if each.phase is not Phase.PLACING]
    choices = sum(each.tally.choices for each in endgame)
    return len(endgame) >= LEAST_MOVES and choices >= LEAST_CHOICES and all(map(_keeps_the_value, endgame))


def _keeps_the_value(each: JudgedMove) -> bool:
    reviewed = each.reviewed
    return reviewed.is_proved and reviewed.claim is None and reviewed.played.result is reviewed.best.result


RULES: Final[Mapping[Trophy.Kind, Callable[[int], Game | None]]] = {
    Trophy.Kind.HUNDRED_ON_TIME: hundredth_on_time,
    Trophy.Kind.PERFECT_ENDGAME: perfect_endgame,
}
