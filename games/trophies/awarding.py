"""Trophies are awarded by the worker, after games that have ended and reviews that were finished, in their order.

Where an ended game gets another end or goes on, the trophies of its players are looked at again, and taken back if they
are not earned any more. Everything is computed from the games, so that doing it twice changes nothing.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import transaction

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Pool
from games.trophies.models import AwardingProgress, Trophy, TrophyCheck
from games.trophies.rules import RULES, WINNERS, candidates, hundredth_on_time, is_perfect
from kit import database_time

BATCH: Final = 50
# A game may be stored some time after the instant at which it ended, and a review likewise.
MARGIN: Final = timedelta(minutes=10)
FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)


@transaction.atomic
def award_next() -> int:
    """Look at a player again, or else at some games or reviews; 0 if all that is due was looked at.

    One worker at a time: what it awards is there before a game of it is reopened, or after its players were looked at.
    """
    AwardingProgress.objects.get_or_create(pk=1, defaults={"games_until": FIRST, "reviews_until": FIRST})
    progress = AwardingProgress.objects.select_for_update(skip_locked=True).first()
    if progress is None:
        return 0
    return _look_again() or _follow_games(progress) or _follow_reviews(progress)


def hear(game: Game) -> None:
    """An ended game is to have another end, or goes on."""
    if game.pool == Pool.PEOPLE:
        checks = [TrophyCheck(user_id=user_id) for user_id in sorted(game.player_ids)]
        TrophyCheck.objects.bulk_create(checks, ignore_conflicts=True)


def _look_again() -> int:
    check = TrophyCheck.objects.select_for_update(skip_locked=True).order_by("pk").first()
    if check is None:
        return 0
    for kind, rule in RULES.items():
        game = rule(check.user_id) if _holders({check.user_id}) else None
        if game is None:
            Trophy.objects.filter(user=check.user_id, kind=kind).delete()
        else:
            _award(check.user_id, kind, game)
    check.delete()
    return 1


def _follow_games(progress: AwardingProgress) -> int:
    games = Game.objects.filter(status=Game.Status.FINISHED, pool=Pool.PEOPLE)
    found, progress.games_until = _next(games, progress.games_until)
    progress.save()
    players = {user_id for game in found.only("white", "black") for user_id in game.player_ids}
    known = Trophy.objects.filter(kind=Trophy.Kind.HUNDRED_ON_TIME, user__in=players).values_list("user", flat=True)
    for user_id in sorted(_holders(players - set(known))):
        if game := hundredth_on_time(user_id):
            _award(user_id, Trophy.Kind.HUNDRED_ON_TIME, game)
    return len(found)


def _follow_reviews(progress: AwardingProgress) -> int:
    found, progress.reviews_until = _next(candidates(), progress.reviews_until)
    progress.save()
    for review in found.order_by("finished_at"):
        winner = review.game.player_id(WINNERS[review.game.result])
        known = Trophy.objects.filter(kind=Trophy.Kind.PERFECT_ENDGAME, user=winner)
        if _holders({winner}) and not known.exists() and is_perfect(review):
            _award(winner, Trophy.Kind.PERFECT_ENDGAME, review.game)
    return len(found)


def _next(rows: Any, until: datetime) -> tuple[Any, datetime]:
    """Some rows by their ends, and the end of the last of them."""
    reached = max(until, database_time.now() - MARGIN)
    later = rows.filter(finished_at__gt=until, finished_at__lte=reached)
    ends = list(later.order_by("finished_at").values_list("finished_at", flat=True)[:BATCH])
    if len(ends) == BATCH:
        # All that have ended in the same instant belong to it.
        reached = ends[-1]
    return later.filter(finished_at__lte=reached), reached


def _holders(players: Iterable[int]) -> set[int]:
    """Those of the players who can have trophies: people with an account."""
    people = User.objects.filter(pk__in=players, is_active=True, is_guest=False, bot_since=None)
    return set(people.values_list("pk", flat=True))


def _award(user_id: int, kind: Trophy.Kind, game: Game) -> None:
    earned = {"game": game, "earned_at": game.finished_at}
    Trophy.objects.update_or_create(user_id=user_id, kind=kind, defaults=earned)
