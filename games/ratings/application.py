"""Ratings change here and nowhere else: when rated games end. One pool for each rule set."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils import timezone

from games.engine import Color
from games.models import Game, Rating
from games.models.writing import update_rows
from games.ratings.glicko import Strength, after_period

Key = tuple[int, str]
SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


class Changes(NamedTuple):
    """By how much a game changed the rounded ratings that people see; None where it was not rated."""

    white: int | None = None
    black: int | None = None


def shown_ratings(white_id: int, black_id: int, *, rules: str) -> dict[Color, int]:
    """The rounded ratings of both players, for the record of a game that begins."""
    rows = Rating.objects.filter(user_id__in=[white_id, black_id], rules=rules)
    known = {row.user_id: row.value for row in rows}
    new = Strength().value
    return {Color.WHITE: round(known.get(white_id, new)), Color.BLACK: round(known.get(black_id, new))}


def apply_results(games: Sequence[Game]) -> dict[int, Changes]:
    """Rate those of `games` that are rated and finished, and return what that changed by the number of the game.

    Locks the players' ratings in the order of user ids.
    """
    rated = [game for game in games if game.rated and game.result in SCORES]
    if not rated:
        return {}
    ratings = _locked_ratings({(user_id, game.rules) for game in rated for user_id in game.player_ids})
    changes = {game.number: _rate(game, ratings) for game in rated}
    update_rows(list(ratings.values()), ("value", "deviation", "volatility", "games", "updated_at"))
    return changes


def _locked_ratings(keys: Iterable[Key]) -> dict[Key, Rating]:
    wanted = sorted(keys)
    Rating.objects.bulk_create([Rating(user_id=user, rules=rules) for user, rules in wanted], ignore_conflicts=True)
    rows = Rating.objects.select_for_update().order_by("user_id", "rules")
    rows = rows.filter(user_id__in={user for user, _rules in wanted}, rules__in={rules for _user, rules in wanted})
    by_key = {(row.user_id, row.rules): row for row in rows}
    return {key: by_key[key] for key in wanted}


def _rate(game: Game, ratings: dict[Key, Rating]) -> Changes:
    white, black = ratings[game.white_id, game.rules], ratings[game.black_id, game.rules]
    score = SCORES[game.result]
    white_before, black_before = _strength(white), _strength(black)
    return Changes(
        white=_store(white, after_period(white_before, [(black_before, score)])),
        black=_store(black, after_period(black_before, [(white_before, 1.0 - score)])),
    )


def _strength(rating: Rating) -> Strength:
    return Strength(rating.value, rating.deviation, rating.volatility)


def _store(rating: Rating, after: Strength) -> int:
    """Take over the new strength and return the change of the rounded figure that people see."""
    change = round(after.value) - round(rating.value)
    rating.value, rating.deviation, rating.volatility = after.value, after.deviation, after.volatility
    rating.games += 1
    rating.updated_at = timezone.now()
    return change
