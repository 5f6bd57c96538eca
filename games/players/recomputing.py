"""Ratings computed again from the games: after a game that counts no more, or all of them by a command.

Later games are rated again in the order in which they were rated, first those of its two players, then those of
everyone who has played one of them since. Games that end meanwhile wait: who rates games shares the lock that is held
here.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from django.db import connection, transaction
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Round

from accounts.models import User
from games.core import event_log
from games.core.models.games import Game
from games.players.events import rating_corrected
from games.players.models import Rating, RatingChange, Standing
from games.players.ratings import RATING, changes_of, lock_of, rate_both, store
from kit import database_time, locks
from kit.sql import update_rows

# Rows that are read or written at once.
BATCH: Final = 2000

RATED: Final = (
    "rated_at", "value", "deviation", "volatility", "new_value", "new_deviation", "new_volatility",
    "opponent_value", "is_on_game",
)  # fmt: skip

# As `change` of a row.
_CHANGE: Final = Round(F("new_value")) - Round(F("value"))

Pair = list[RatingChange]
T = TypeVar("T")


class Correction(NamedTuple):
    """A rating that was another one after it was computed again; both are rounded."""

    user_id: int
    before: int
    after: int


def _batches(all_of_them: Sequence[T]) -> Iterator[Sequence[T]]:
    return (all_of_them[start : start + BATCH] for start in range(0, len(all_of_them), BATCH))


# --- After a game that counts no more ---------------------------------------------------------------------------------


def recompute_next() -> int:
    """Compute ratings again under one rule set in one pool in which games count no more; 0 if there are none."""
    found = RatingChange.objects.filter(is_void=True).values_list("rules", "pool").first()
    if found is None:
        return 0
    with transaction.atomic():
        locks.hold(lock_of(*found))
        _replay(*found)
    return 1


def _replay(rules: str, pool: str) -> None:
    rows = RatingChange.objects.filter(rules=rules, pool=pool)
    first = rows.filter(is_void=True).aggregate(first=Min("pk"))["first"]
    if first is None:
        # Another worker has done it.
        return
    replay = _Replay()
    for pair in _pairs(rows.filter(pk__gte=first)):
        replay.take(pair)
    replay.write()
    corrections = _store(rules, pool, replay)
    rows.filter(is_void=True).delete()
    told = [
        rating_corrected(user, rules=rules, pool=pool, annulled=replay.annulled, before=before, after=after)
        for user, before, after in corrections
    ]
    event_log.record(told, now=database_time.now())


class _Replay:
    """Games that are taken in their order, and the ratings of those whom it concerns that some count no more."""

    def __init__(self) -> None:
        self.standings: dict[int, Standing] = {}
        self.annulled: list[int] = []
        # How many games less each player has.
        self.lost: Counter[int] = Counter()
        self._changed: list[RatingChange] = []

    def take(self, pair: Pair) -> None:
        if pair[0].is_void:
            self.annulled.append(pair[0].game_id)
            self.lost.update(change.user_id for change in pair)
            for change in pair:
                self.standings.setdefault(change.user_id, change.before)
        elif any(change.user_id in self.standings for change in pair):
            self._rate(pair)
        # The rating of a computer never changes: what it has played since is as it was.
        for change in pair:
            if change.is_fixed:
                self.standings.pop(change.user_id, None)

    def _rate(self, pair: Pair) -> None:
        shown = [change.change for change in pair]
        rate_both(pair, [self.standings.get(change.user_id, change.before) for change in pair])
        for change, old in zip(pair, shown, strict=True):
            change.is_on_game = change.is_on_game and change.change == old
            self.standings[change.user_id] = change.after
        self._changed += pair
        if len(self._changed) >= BATCH:
            self.write()

    def write(self) -> None:
        """Write the rows that have changed."""
        update_rows(self._changed, RATED)
        self._changed = []


def _pairs(rows: "QuerySet[RatingChange]") -> Iterator[Pair]:
    """The two rows of each game, in the order in which games were rated.

    Between them there may be rows of other games with other players.
    """
    waiting: dict[int, RatingChange] = {}
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:BATCH]):
        for row in batch:
            if (other := waiting.pop(row.game_id, None)) is None:
                waiting[row.game_id] = row
            else:
                yield [other, row]
        last = batch[-1].pk


def _store(rules: str, pool: str, replay: _Replay) -> list[Correction]:
    """Store the ratings of those who still have one."""
    rows = Rating.objects.select_for_update().order_by("user_id").filter(rules=rules, pool=pool)
    corrections = []
    for users in _batches(sorted({*replay.standings, *replay.lost})):
        ratings = list(rows.filter(user__in=users))
        for rating in ratings:
            before = round(rating.value)
            rating.games -= replay.lost[rating.user_id]
            store(rating, replay.standings.get(rating.user_id, rating.standing))
            if round(rating.value) != before:
                corrections.append(Correction(rating.user_id, before, round(rating.value)))
        update_rows(ratings, RATING)
    return corrections


# --- All of them ------------------------------------------------------------------------------------------------------


def recompute(rules: str, pool: str) -> tuple[int, int]:
    """Rate all games under a rule set in a pool again, from the first one; how many, and how many ratings have changed.

    The order is that in which they were rated; of games of before that was stored, that of their ends.
    """
    with transaction.atomic():
        locks.hold(lock_of(rules, pool))
        rows = RatingChange.objects.filter(rules=rules, pool=pool)
        rows.filter(is_void=True).delete()
        in_order = _in_order(rules, pool)
        # What is there is deleted at the end: fixed ratings are read from it.
        rows.update(is_void=True)
        ratings = {row.user_id: row for row in Rating.objects.select_for_update().filter(rules=rules, pool=pool)}
        standings = {user: row.standing if row.is_fixed else Standing() for user, row in ratings.items()}
        played: Counter[int] = Counter()
        for numbers in _batches(in_order):
            games = Game.objects.in_bulk(numbers)
            fixed = _fixed_in(numbers)
            made: list[RatingChange] = []
            for game in map(games.__getitem__, numbers):
                pair = changes_of(game)
                rate_both(
                    pair, [fixed.get((game.pk, user), standings.get(user, Standing())) for user in game.player_ids]
                )
                shown = game.white_rating_change, game.black_rating_change
                for change, old_change in zip(pair, shown, strict=True):
                    change.is_on_game = change.change == old_change
                standings.update((change.user_id, change.after) for change in pair if not change.is_fixed)
                played.update(game.player_ids)
                made += pair
            RatingChange.objects.bulk_create(made)
        rows.filter(is_void=True).delete()
        return played.total() // 2, _store_all(rules, pool, ratings, standings, played)


def _in_order(rules: str, pool: str) -> list[int]:
    """The numbers of the games that are rated."""
    games = _rated(rules, pool)
    place = Min("rating_changes__pk", filter=Q(rating_changes__is_void=False))
    found = list(games.annotate(place=place).order_by("finished_at", "number").values_list("number", "place"))
    if all(place is not None for _number, place in found):
        found.sort(key=lambda each: each[1])
    return [number for number, _place in found]


def _rated(rules: str, pool: str) -> "QuerySet[Game]":
    return Game.objects.filter(
        rules=rules, pool=pool, rated=True, status=Game.Status.FINISHED, white_rating_change__isnull=False
    )


def _fixed_in(numbers: Sequence[int]) -> dict[tuple[int, int], Standing]:
    """The fixed ratings with which these games were rated; they may be others today."""
    rows = RatingChange.objects.filter(game__in=numbers, is_fixed=True, is_void=True)
    return {(row.game_id, row.user_id): row.before for row in rows}


def _store_all(
    rules: str, pool: str, ratings: dict[int, Rating], standings: dict[int, Standing], played: Counter[int]
) -> int:
    missing = {user for user in standings if user not in ratings}
    alive = User.objects.filter(pk__in=missing, deletion=None).values_list("pk", flat=True)
    ratings |= {user: Rating(user_id=user, rules=rules, pool=pool) for user in alive}
    changed = []
    for user, rating in ratings.items():
        before = rating.standing, rating.games
        rating.games = played[user]
        store(rating, standings[user])
        if before != (rating.standing, rating.games):
            changed.append(rating)
    Rating.objects.bulk_create([rating for rating in changed if rating.pk is None])
    for batch in _batches([rating for rating in changed if rating.user_id not in missing]):
        update_rows(batch, RATING)
    return len(changed)


# --- Whether they are right -------------------------------------------------------------------------------------------


class Checked(NamedTuple):
    """How many games were rated again, how many of them wait to be, and what differs from what is stored."""

    games: int
    waiting: int
    differences: list[str]


def check(rules: str, pool: str) -> Checked:
    """Compare the stored ratings with those that follow from the games, to the last digit. Changes nothing."""
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        rows = RatingChange.objects.filter(rules=rules, pool=pool)
        waiting = rows.filter(is_void=True).values("game").distinct().count()
        if waiting:
            return Checked(0, waiting, [])
        differences = list(_wrong_games(rules, pool))
        standings: dict[int, Standing] = {}
        played: Counter[int] = Counter()
        for pair in _pairs(rows):
            stored = [(change.before, change.after) for change in pair]
            before = [
                change.before if change.is_fixed else standings.get(change.user_id, Standing()) for change in pair
            ]
            rate_both(pair, before)
            standings.update((change.user_id, change.after) for change in pair)
            played.update(change.user_id for change in pair)
            if stored != [(change.before, change.after) for change in pair]:
                differences.append(f"game {pair[0].game_id}: {stored} is {[(c.before, c.after) for c in pair]}")
        differences += _wrong_ratings(rules, pool, standings, played)
        return Checked(played.total() // 2, 0, differences)


def _wrong_games(rules: str, pool: str) -> Iterator[str]:
    """Games that are not rated as they ended."""
    counts = RatingChange.objects.filter(game=OuterRef("pk"))
    for number in _rated(rules, pool).exclude(Exists(counts)).values_list("number", flat=True):
        yield f"game {number}: it is rated, but it is not known how"
    other_end = ~Q(game__finished_at=F("finished_at")) | ~Q(game__status=Game.Status.FINISHED)
    of_white = Q(user=F("game__white")) & ~Q(game__white_rating_change=_CHANGE)
    of_black = Q(user=F("game__black")) & ~Q(game__black_rating_change=_CHANGE)
    rows = RatingChange.objects.filter(rules=rules, pool=pool)
    for number in rows.filter(other_end).values_list("game", flat=True).distinct():
        yield f"game {number}: it is rated, but has not ended so"
    for number in rows.filter(of_white | of_black, is_on_game=True).values_list("game", flat=True).distinct():
        yield f"game {number}: it shows other changes of the ratings"


def _wrong_ratings(rules: str, pool: str, standings: dict[int, Standing], played: Counter[int]) -> Iterator[str]:
    rows: Any = Rating.objects.filter(rules=rules, pool=pool)
    found = {rating.user_id: rating for rating in rows}
    for user, rating in found.items():
        standing = rating.standing if rating.is_fixed else standings.get(user, Standing())
        if (rating.games, rating.standing.strength) != (played[user], standing.strength):
            yield f"player {user}: {rating.games} games, {rating.standing} is {played[user]} games, {standing}"
    missing = {user for user in played if user not in found}
    for user in User.objects.filter(pk__in=missing, deletion=None).values_list("pk", flat=True):
        yield f"player {user}: there is no rating"
