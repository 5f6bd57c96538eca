"""Ratings from the scores of pairs, for tools.bench.players."""

import math
from collections.abc import Mapping
from typing import Final

from tools.bench.players_games import Score

# The rating of level 4: that of a new player on the server.
ANCHOR: Final = ("4", 1500)
_STEP, _ROUNDS = 400.0, 20_000
_POINTS_A_DECADE: Final = 400


def fitted(scores: Mapping[tuple[str, str], Score]) -> dict[str, float]:
    """The ratings by which the expected scores are those that came out; half a draw is added to each pair.

    The scale is that of Elo: 400 points more are ten times the chance.
    """
    ratings = dict.fromkeys(sorted({name for pair in scores for name in pair}), 0.0)
    for _round in range(_ROUNDS):
        surplus = dict.fromkeys(ratings, 0.0)
        for (first, second), score in scores.items():
            expected = 1 / (1 + math.pow(10, (ratings[second] - ratings[first]) / _POINTS_A_DECADE))
            more = (score.share * score.games + 0.5) / (score.games + 1) - expected
            surplus[first] += more
            surplus[second] -= more
        for name, more in surplus.items():
            ratings[name] += _STEP / len(ratings) * more
    anchor, rating = ANCHOR
    shift = rating - ratings.get(anchor, 0.0)
    return {name: each + shift for name, each in ratings.items()}
