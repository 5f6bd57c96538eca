"""What the players have offered each other: take-backs and pauses. Several panels say something of it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from games.core.models.games import Game
from games.play import pause_offers
from games.play.models import Takeback
from games.play.takebacks import ply_after, was_declined_in_turn
from games.time_off.models import PauseOffer


@dataclass(frozen=True, slots=True, kw_only=True)
class Takebacks:
    """`done` counts those that were agreed on, by which pages know that the game has gone back.

    `is_asked`: the viewer is to answer; `count` says how many half-moves are taken back then. `is_waiting`: their own
    request is open. `was_declined`: it was declined in the present turn. `taken_back` are moves that were taken back to
    the present position, in order.
    """

    done: int = 0
    is_asked: bool = False
    count: int = 0
    is_waiting: bool = False
    was_declined: bool = False
    may_ask: bool = False
    taken_back: str = ""


def takebacks_of(game: Game, player_id: int | None, *, now: datetime) -> Takebacks:
    """For a player, or with None for whoever looks on. One query in a casual game, none in a rated one."""
    if game.rated:
        return Takebacks()
    rows = list(game.takebacks.all())
    accepted = [row for row in rows if row.status == Takeback.Status.ACCEPTED]
    last = accepted[0] if accepted and game.is_ongoing and accepted[0].answered_at == game.turn_started_at else None
    is_current = last is not None and last.moves[0]["ply"] == game.ply + 1
    taken_back = ", ".join(move["move"] for move in last.moves) if last and is_current else ""
    if player_id is None or not game.is_ongoing:
        return Takebacks(done=len(accepted), taken_back=taken_back)
    asked = next((row for row in rows if row.status == Takeback.Status.OPEN), None)
    own = next((row for row in rows if row.asked_by_id == player_id), None)
    was_declined = own is not None and was_declined_in_turn(game, own)
    is_possible = ply_after(game, player_id) >= 0 and not game.is_frozen(now=now)
    return Takebacks(
        done=len(accepted),
        taken_back=taken_back,
        is_asked=asked is not None and asked.asked_by_id != player_id,
        count=game.ply - ply_after(game, asked.asked_by_id) if asked else 0,
        is_waiting=asked is not None and asked.asked_by_id == player_id,
        was_declined=was_declined,
        may_ask=is_possible and asked is None and not was_declined,
    )


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
