"""Pauses by agreement: a player offers a pause until a date, and the opponent accepts or not.

An agreed pause stops the clocks of both until its end, also if somebody moves before. Its end is computed from the row;
no task ends it. The caller has the game's lock and stores the game. An open offer ends with the next move.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from accounts.models import User
from games.core.event_log import Entry
from games.core.models.games import Game
from games.play import clocks
from games.play.errors import (
    NoPauseOffer,
    NothingToPause,
    PausedTooOften,
    PauseInvalid,
    PauseOfferOpen,
    PauseOfferTooSoon,
    PauseWithBot,
)
from games.play.events import game_paused, pause_declined, pause_offered, pause_withdrawn
from games.time_off import pauses
from games.time_off.models import PauseOffer
from kit.errors import raises

# A game may be paused so often; without a limit, two players could keep it open for ever.
MOST_PAUSES: Final = 2
# From the offer, or the end of a pause that holds already; and from the offer.
SHORTEST_DAYS, LONGEST_DAYS = 1, 60


def open_offer(game: Game, *, now: datetime) -> PauseOffer | None:
    """The offer that waits for an answer; no query where none was made in the present turn."""
    if not game.has_pause_offer or not game.is_ongoing:
        return None
    return game.pause_offers.filter(status=PauseOffer.Status.OPEN, until__gt=now).first()


def paused_until(game: Game, *, now: datetime) -> datetime | None:
    """The end of the agreed pause that holds now."""
    if not game.pauses or not game.is_ongoing:
        return None
    agreed = game.pause_offers.filter(status=PauseOffer.Status.ACCEPTED, until__gt=now).order_by("until").last()
    return agreed.until if agreed else None


def was_declined(game: Game, player_id: int) -> bool:
    """Whether an offer of the player was declined in the present turn; no query where none was made."""
    if not game.has_pause_offer:
        return False
    declined = game.pause_offers.filter(offered_by=player_id, status=PauseOffer.Status.DECLINED)
    return any(game.is_of_this_turn(*answer) for answer in declined.values_list("ply", "answered_at"))


@raises(PauseWithBot, NothingToPause, PauseOfferOpen, PauseOfferTooSoon, PausedTooOften, PauseInvalid)
def offer(game: Game, player: User, *, until: datetime, now: datetime) -> Entry:
    """Store an offer; returns its event."""
    if game.is_with_bot:
        raise PauseWithBot(game)
    _require_running(game)
    if open_offer(game, now=now) is not None:
        raise PauseOfferOpen(game)
    if was_declined(game, player.pk):
        raise PauseOfferTooSoon(game)
    if game.pauses >= MOST_PAUSES:
        raise PausedTooOften(game, most=MOST_PAUSES)
    least = (paused_until(game, now=now) or now) + timedelta(days=SHORTEST_DAYS)
    if not least <= until <= now + timedelta(days=LONGEST_DAYS):
        raise PauseInvalid(game, longest_days=LONGEST_DAYS)
    # The end of one that nobody has answered may have passed.
    lapse([game], now=now)
    PauseOffer.objects.create(game=game, offered_by=player, ply=game.ply, until=until, created_at=now)
    game.has_pause_offer = True
    return pause_offered(game, by=player, until=until)


@raises(NoPauseOffer, NothingToPause)
def accept(game: Game, player: User, *, now: datetime) -> Entry:
    """Stop the clocks until the end that the opponent has offered; returns the event."""
    offered = _offer_of(game, game.opponent_id(player.pk), now=now)
    _require_running(game)
    _close(offered, PauseOffer.Status.ACCEPTED, now=now)
    game.pauses += 1
    clocks.correct(game, pauses.hours_for([game], now=now))
    return game_paused(game, by=player, until=offered.until)


@raises(NoPauseOffer)
def decline(game: Game, player: User, *, now: datetime) -> Entry:
    """Decline the opponent's offer; returns the event."""
    _close(_offer_of(game, game.opponent_id(player.pk), now=now), PauseOffer.Status.DECLINED, now=now)
    return pause_declined(game, by=player)


@raises(NoPauseOffer)
def withdraw(game: Game, player: User, *, now: datetime) -> Entry:
    """Take the player's own offer back; returns the event."""
    _close(_offer_of(game, player.pk, now=now), PauseOffer.Status.WITHDRAWN, now=now)
    return pause_withdrawn(game, by=player)


def lapse(games: Sequence[Game], *, now: datetime) -> None:
    """End the offers of the present turn in these games, which have ended or in which somebody moves."""
    offered = [game for game in games if game.has_pause_offer]
    if offered:
        rows = PauseOffer.objects.filter(game__in=offered, status=PauseOffer.Status.OPEN)
        rows.update(status=PauseOffer.Status.LAPSED, answered_at=now)
    for game in offered:
        game.has_pause_offer = False


def _require_running(game: Game) -> None:
    """In a game of claims the time of the side on move may have run out: a pause would give none of it back."""
    if game.grace_until is not None:
        raise NothingToPause(game)


def _offer_of(game: Game, player_id: int, *, now: datetime) -> PauseOffer:
    offered = open_offer(game, now=now)
    if offered is None or offered.offered_by_id != player_id:
        raise NoPauseOffer(game)
    return offered


def _close(offered: PauseOffer, status: PauseOffer.Status, *, now: datetime) -> None:
    offered.status, offered.answered_at = status, now
    offered.save(update_fields=["status", "answered_at"])
