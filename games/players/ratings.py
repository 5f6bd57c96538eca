"""Ratings of players. They change here, when rated games end, and in recomputing.py, when one counts no more.

There is one pool for people and one for bots.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Pool
from games.players.glicko import Strength, after_period
from games.players.models import Rating, RatingChange, Standing
from kit import database_time, locks
from kit.sql import fetched, insert_of, update_rows
from muehle import Color

Key = tuple[int, str, str]
SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
# The columns that change.
RATING = ("value", "deviation", "volatility", "games", "rated_at", "updated_at")


class Changes(NamedTuple):
    """The changes of the rounded ratings by a game; None if the game was not rated."""

    white: int | None = None
    black: int | None = None


def signed(change: int) -> str:
    """The change of a rating with its sign."""
    return f"{change:+d}".replace("-", "−") if change else "±0"


class Prospects(NamedTuple):
    """How a rated game would change a player's rounded rating, by its result."""

    won: int
    drawn: int
    lost: int


def prospects_of(player: Standing, opponent: Standing, *, at: datetime) -> Prospects:
    """What a game that ended at this time would do to the player's rating."""
    before, other = player.strength_at(at), opponent.strength_at(at)
    won, drawn, lost = (after_period(before, [(other, score)]).value for score in (1.0, 0.5, 0.0))
    return Prospects(*(round(after) - round(before.value) for after in (won, drawn, lost)))


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
    fetched(*insert_of([row for rows in changes.values() for row in rows]))
    update_rows(list(ratings.values()), RATING)
    return {number: Changes(white.change, black.change) for number, (white, black) in changes.items()}


def revert(game: Game) -> None:
    """Let the game count no more for the ratings.

    Where neither player has had a rated game since, both ratings are those of before. Otherwise they and those of later
    games stay as they are until the worker computes them again. Ratings of deleted players stay deleted.
    """
    users = sorted(game.player_ids)
    locks.share(lock_of(game.rules, game.pool))
    rows = Rating.objects.select_for_update().order_by("user_id")
    ratings = list(rows.filter(user_id__in=users, rules=game.rules, pool=game.pool))
    changes = list(RatingChange.objects.filter(game=game, is_void=False))
    if not changes:
        return
    latest = max(change.pk for change in changes)
    since = RatingChange.objects.filter(user_id__in=users, rules=game.rules, pool=game.pool, pk__gt=latest)
    if since.exists():
        RatingChange.objects.filter(game=game).update(is_void=True)
        return
    before = {change.user_id: change.before for change in changes}
    for rating in ratings:
        rating.games -= 1
        store(rating, before[rating.user_id])
    update_rows(ratings, RATING)
    RatingChange.objects.filter(game=game).delete()


def store(rating: Rating, standing: Standing) -> None:
    """Set the rating to this; a fixed one stays as it is."""
    rating.updated_at, rating.rated_at = database_time.now(), standing.rated_at
    if not rating.is_fixed:
        rating.value, rating.deviation, rating.volatility = astuple(standing.strength)


def lock_of(rules: str, pool: str) -> str:
    """The name of the lock of all ratings under a rule set in a pool.

    Who rates games shares it, and who computes ratings again holds it. It is taken before the ratings are locked.
    """
    return f"ratings {rules} {pool}"


def _locked_ratings(keys: Iterable[Key]) -> dict[Key, Rating]:
    wanted = sorted(keys)
    users, rule_sets, pools = (set(column) for column in zip(*wanted, strict=True))
    for rules, pool in sorted({(rules, pool) for _user, rules, pool in wanted}):
        locks.share(lock_of(rules, pool))
    new = [Rating(user_id=user, rules=rules, pool=pool) for user, rules, pool in wanted]
    Rating.objects.bulk_create(new, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().order_by("user_id", "rules", "pool")
    rows = rows.filter(user_id__in=users, rules__in=rule_sets, pool__in=pools)
    by_key = {(row.user_id, row.rules, row.pool): row for row in rows}
    return {key: by_key[key] for key in wanted}


def _rate(game: Game, ratings: Mapping[Key, Rating]) -> list[RatingChange]:
    """The changes of White and Black, which are made to the ratings as well."""
    both = [ratings[user_id, game.rules, game.pool] for user_id in game.player_ids]
    changes = changes_of(game)
    rate_both(changes, [rating.standing for rating in both])
    for rating, change in zip(both, changes, strict=True):
        rating.games += 1
        store(rating, change.after)
    return changes


def changes_of(game: Game) -> list[RatingChange]:
    """Rows for White and Black of an ended game, without ratings yet."""
    white, finished_at = SCORES[game.result], game.finished_at
    assert finished_at is not None  # noqa: S101  (for the type checker: it has ended)
    sides = [(game.white_id, game.black_id, white), (game.black_id, game.white_id, 1.0 - white)]
    return [
        RatingChange(
            game_id=game.pk, user_id=user, opponent_id=opponent, rules=game.rules, pool=game.pool, score=score,
            finished_at=finished_at,
        )
        for user, opponent, score in sides
    ]  # fmt: skip


def rate_both(changes: Sequence[RatingChange], before: Sequence[Standing]) -> None:
    """Rate a game for both of its players, whose ratings are these before it."""
    (one, other), (of_one, of_other) = changes, before
    one.rate(of_one, of_other)
    other.rate(of_other, of_one)
