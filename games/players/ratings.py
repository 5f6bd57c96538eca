"""Ratings of players. They change only here, when rated games end. There is one pool for people and one for bots."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Pool
from games.players.glicko import Strength, after_period
from games.players.models import Rating
from kit import database_time
from kit.sql import update_rows
from muehle import Color

Key = tuple[int, str, str]
SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


class Changes(NamedTuple):
    """The changes of the rounded ratings by a game; None if the game was not rated."""

    white: int | None = None
    black: int | None = None


def columns_at_start(white: User, black: User, *, rules: str) -> dict[str, Any]:
    """The columns of a new game that depend on its players: the pool, and both ratings there."""
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
    """Rate the finished rated games among `games`, and return the changes by game number.

    Locks the players' ratings in the order of user ids. Deviations have grown since the last rated game of each player:
    they follow from the times at which games ended, and nothing is written while nobody plays.
    """
    rated = [game for game in games if game.rated and game.result in SCORES]
    if not rated:
        return {}
    ratings = _locked_ratings({(user_id, game.rules, game.pool) for game in rated for user_id in game.player_ids})
    changes = {game.number: _rate(game, ratings) for game in rated}
    update_rows(list(ratings.values()), ("value", "deviation", "volatility", "games", "rated_at", "updated_at"))
    return changes


def revert(game: Game) -> None:
    """Undo the change of both ratings by the game, but not of fixed ones. Deviation and volatility stay as they are.

    Later games were rated with the old values and are not recomputed. Ratings of deleted players stay deleted.
    """
    if game.white_rating_change is None or game.black_rating_change is None:
        return
    changes = {game.white_id: game.white_rating_change, game.black_id: game.black_rating_change}
    rows = Rating.objects.select_for_update().order_by("user_id")
    ratings = list(rows.filter(user_id__in=changes, rules=game.rules, pool=game.pool))
    for rating in ratings:
        if not rating.is_fixed:
            rating.value -= changes[rating.user_id]
        rating.games, rating.updated_at = rating.games - 1, database_time.now()
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
    score, at = SCORES[game.result], game.finished_at
    assert at is not None  # noqa: S101  (for the type checker: it has ended)
    white_before, black_before = white.strength_at(at), black.strength_at(at)
    return Changes(
        white=_store(white, after_period(white_before, [(black_before, score)]), at=at),
        black=_store(black, after_period(black_before, [(white_before, 1.0 - score)]), at=at),
    )


def _store(rating: Rating, after: Strength, *, at: datetime) -> int:
    """Store the strength after a game that ended at this time, and return the change of the rounded rating.

    Of a fixed rating only the game is counted.
    """
    rating.games += 1
    rating.rated_at = at
    rating.updated_at = database_time.now()
    if rating.is_fixed:
        return 0
    change = round(after.value) - round(rating.value)
    rating.value, rating.deviation, rating.volatility = after.value, after.deviation, after.volatility
    return change
