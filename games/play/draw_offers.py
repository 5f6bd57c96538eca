"""Draw offers as rows: when one is allowed, and how it is answered. The caller has the game's lock."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.core.models.games import Game
from games.play.errors import DrawOfferOpen, DrawOfferTooSoon, NoDrawOffer
from games.play.models import DrawOffer
from kit.errors import raises


@raises(DrawOfferOpen, DrawOfferTooSoon)
def require_may_offer(game: Game, player: User, *, with_move: bool) -> None:
    """Allow one offer at a time, and a second one of a side only after both have moved. A move declines an offer."""
    if game.draw_offered_by_id is not None and not (with_move and game.draw_offered_by_id != player.pk):
        raise DrawOfferOpen(game)
    last = game.draw_offers.filter(offered_by=player).first()
    if last is not None and game.ply + with_move < last.ply + 2:
        raise DrawOfferTooSoon(game)


def offer(game: Game, player: User, *, reason: str, now: datetime) -> None:
    """Store the offer; the caller stores the game and records it."""
    DrawOffer.objects.create(game=game, offered_by=player, ply=game.ply, reason=reason, created_at=now)
    game.draw_offered_by = player


@raises(NoDrawOffer)
def answer(game: Game, player: User, status: DrawOffer.Status, *, now: datetime) -> None:
    """Answer the opponent's offer."""
    if game.draw_offered_by_id != game.opponent_id(player.pk):
        raise NoDrawOffer(game)
    close([game], status, now=now)


def lapse_offer_to(game: Game, player: User, *, now: datetime) -> None:
    """Decline the opponent's offer by a move; the mover's own offer stays open."""
    if game.draw_offered_by_id == game.opponent_id(player.pk):
        close([game], DrawOffer.Status.LAPSED, now=now)


def close(games: Sequence[Game], status: DrawOffer.Status, *, now: datetime) -> None:
    """Close the open offers of the games."""
    offered = [game for game in games if game.draw_offered_by_id is not None]
    if offered:
        DrawOffer.objects.filter(game__in=offered, status=DrawOffer.Status.OPEN).update(status=status, answered_at=now)
    for game in offered:
        game.draw_offered_by = None
