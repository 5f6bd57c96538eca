"""What the page of a game says about pauses by agreement."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from games.core.models.games import Game
from games.play import pause_offers
from games.time_off.models import PauseOffer


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseOffers:
    """`asked` is the offer that the viewer is to answer, `waiting` their own one that is open.

    `was_declined`: it was declined in the present turn. A pause that they offer can end at the beginning of
    `first_day` to `last_day`.
    """

    asked: PauseOffer | None = None
    waiting: PauseOffer | None = None
    was_declined: bool = False
    may_offer: bool = False
    first_day: date | None = None
    last_day: date | None = None


def pause_offers_of(game: Game, player_id: int | None, *, now: datetime) -> PauseOffers:
    """For a player, or with None for whoever looks on, who sees nothing of offers."""
    if player_id is None or not game.is_ongoing or game.is_with_bot:
        return PauseOffers()
    offered = pause_offers.open_offer(game, now=now)
    is_mine = offered is not None and offered.offered_by_id == player_id
    was_declined = offered is None and pause_offers.was_declined(game, player_id)
    is_possible = game.pauses < pause_offers.MOST_PAUSES and not game.is_frozen(now=now) and game.grace_until is None
    since = pause_offers.paused_until(game, now=now) or now
    return PauseOffers(
        asked=None if is_mine else offered,
        waiting=offered if is_mine else None,
        was_declined=was_declined,
        may_offer=is_possible and offered is None and not was_declined,
        first_day=timezone.localdate(since + timedelta(days=pause_offers.SHORTEST_DAYS + 1)),
        last_day=timezone.localdate(now + timedelta(days=pause_offers.LONGEST_DAYS)),
    )
