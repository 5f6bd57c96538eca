"""Ratings change here and nowhere else: when rated games end. For each rule set a pool of people and one with bots."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Pool
from games.core.writing import update_rows
from games.players.glicko import Strength, after_period
from games.players.models import Rating
from muehle import Color

Key = tuple[int, str, str]
SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


class Changes(NamedTuple):
    """By how much a game changed the rounded ratings that people see; None where it was not rated."""

    white: int | None = None
    black: int | None = None


def columns_at_start(white: User, black: User, *, rules: str) -> dict[str, Any]:
    """What a game keeps of the strength of its players when it begins: the pool, and both ratings there."""
    pool = Pool.between(white, black)
    shown = shown_ratings(white.pk, black.pk, rules=rules, pool=pool)
    return {"pool": pool, "white_rating": shown[Color.WHITE], "black_rating": shown[Color.BLACK]}


def shown_ratings(white_id: int, black_id: int, *, rules: str, pool: str = Pool.PEOPLE) -> dict[Color, int]:
    """The rounded ratings of both players in one pool."""
    rows = Rating.objects.filter(user_id__in=[white_id, black_id], rules=rules, pool=pool)
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
    ratings = _locked_ratings({(user_id, game.rules, game.pool) for game in rated for user_id in game.player_ids})
    changes = {game.number: _rate(game, ratings) for game in rated}
    update_rows(list(ratings.values()), ("value", "deviation", "volatility", "games", "updated_at"))
    return changes


def take_back(game: Game) -> None:
    """Take from both ratings what the game has changed, as far as the figures say; how sure they are stays as it is.

    Later games were rated with it and stay so. Ratings that went with their player stay away.
    """
    if game.white_rating_change is None or game.black_rating_change is None:
        return
    changes = {game.white_id: game.white_rating_change, game.black_id: game.black_rating_change}
    rows = Rating.objects.select_for_update().order_by("user_id")
    ratings = list(rows.filter(user_id__in=changes, rules=game.rules, pool=game.pool))
    for rating in ratings:
        rating.value -= changes[rating.user_id]
        rating.games, rating.updated_at = rating.games - 1, timezone.now()
    update_rows(ratings, ("value", "games", "updated_at"))


def _locked_ratings(keys: Iterable[Key]) -> dict[Key, Rating]:
    wanted = sorted(keys)
    new = [Rating(user_id=user, rules=rules, pool=pool) for user, rules, pool in wanted]
    Rating.objects.bulk_create(new, ignore_conflicts=True)
    users, rule_sets, pools = (set(column) for column in zip(*wanted, strict=True))
    rows = Rating.objects.select_for_update().order_by("user_id", "rules", "pool")
    rows = rows.filter(user_id__in=users, rules__in=rule_sets, pool__in=pools)
    by_key = {(row.user_id, row.rules, row.pool): row for row in rows}
    return {key: by_key[key] for key in wanted}


def _rate(game: Game, ratings: dict[Key, Rating]) -> Changes:
    white, black = ratings[game.white_id, game.rules, game.pool], ratings[game.black_id, game.rules, game.pool]
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
