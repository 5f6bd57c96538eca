"""Take-backs in casual games: a player asks to have their last half-move back, and the opponent agrees or not.

The caller has the game's lock and stores the game. An open request ends with the next move.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from accounts.models import User
from games.core.event_log import Entry
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.presenters import rfc3339
from games.core.queries import moves_of
from games.play import clocks, conditional_moves, draw_offers, loading
from games.play.errors import (
    NoTakeback,
    NothingToTakeBack,
    TakebackInRatedGame,
    TakebackOpen,
    TakebackTooSoon,
    TakenBackTooOften,
)
from games.play.events import moves_taken_back, takeback_asked, takeback_declined
from games.play.models import DrawOffer, Stopped, Takeback
from games.time_off import pauses
from kit.errors import raises
from kit.sql import Change
from muehle import Position

# Each side may have so many half-moves back in a game; without a limit, two players could keep a game open for ever.
MOST_TAKEBACKS: Final = 10


def open_takeback(game: Game) -> Takeback | None:
    """The request that waits for an answer; no query where the game was read without one."""
    if not _may_have_one(game) or not game.is_ongoing:
        return None
    return game.takebacks.filter(status=Takeback.Status.OPEN).first()


def _may_have_one(game: Game) -> bool:
    return game.has_takeback and not game.rated


def ply_after(game: Game, asker_id: int) -> int:
    """How many half-moves remain when the last one of the player is taken back, with the answer to it if there is one;
    negative if they have not moved."""
    return game.ply - (2 if game.on_move_id == asker_id else 1)


def was_declined_in_turn(game: Game, asked: Takeback) -> bool:
    """Whether the request was declined in the present turn."""
    return asked.status == Takeback.Status.DECLINED and game.is_of_this_turn(asked.ply, asked.answered_at)


@raises(TakebackInRatedGame, NothingToTakeBack, TakebackOpen, TakebackTooSoon, TakenBackTooOften)
def ask(game: Game, player: User, *, now: datetime) -> Entry:
    """Store a request; returns its event."""
    if game.rated:
        raise TakebackInRatedGame(game)
    if ply_after(game, player.pk) < 0:
        raise NothingToTakeBack(game)
    if open_takeback(game) is not None:
        raise TakebackOpen(game)
    own = game.takebacks.filter(asked_by=player)
    last = own.first()
    if last is not None and was_declined_in_turn(game, last):
        raise TakebackTooSoon(game)
    if own.filter(status=Takeback.Status.ACCEPTED).count() >= MOST_TAKEBACKS:
        raise TakenBackTooOften(game, most=MOST_TAKEBACKS)
    Takeback.objects.create(game=game, asked_by=player, ply=game.ply, created_at=now)
    game.has_takeback = True
    return takeback_asked(game, by=player, ply_after=ply_after(game, player.pk))


@raises(NoTakeback)
def accept(game: Game, player: User, *, now: datetime) -> list[Entry]:
    """Take back what the opponent has asked for; returns the events.

    Draw offers and conditional moves end, because they belong to a position that has gone. Time that was used stays
    used: the clock of the asker starts again with what it showed after their move, and that of the player is as it was
    when their turn began.
    """
    asked = _asked_of(game, player)
    ply = ply_after(game, asked.asked_by_id)
    kept, gone = moves_of(game)[: -(game.ply - ply)], Move.objects.filter(game=game, ply__gt=ply)
    asked.moves = [
        {"ply": move.ply, "move": move.notation, "at": rfc3339(move.played_at), "seconds_spent": move.seconds_spent}
        for move in gone.order_by("ply")
    ]
    asked.status, asked.answered_at = Takeback.Status.ACCEPTED, now
    asked.save(update_fields=["moves", "status", "answered_at"])
    gone.delete()
    draw_offers.close([game], DrawOffer.Status.LAPSED, now=now)
    hours = pauses.hours_for([game], now=now)
    game.ply, game.on_move_id, game.known_moves, game.has_takeback = ply, asked.asked_by_id, kept, False
    game.position, game.last_move = (kept[-1].position, kept[-1].notation) if kept else (Position.start().text, "")
    game.repetitions = loading.resumed(game).repetitions
    clocks.begin(game, hours, now=now)
    stopped = conditional_moves.stop(game, reason=Stopped.TAKEN_BACK)
    return [moves_taken_back(game, by=player, moves=[move["move"] for move in asked.moves]), *stopped]


@raises(NoTakeback)
def decline(game: Game, player: User, *, now: datetime) -> Entry:
    """Decline the opponent's request; returns the event."""
    asked = _asked_of(game, player)
    asked.status, asked.answered_at = Takeback.Status.DECLINED, now
    asked.save(update_fields=["status", "answered_at"])
    game.has_takeback = False
    return takeback_declined(game, by=player)


def lapse(games: Sequence[Game], *, now: datetime) -> None:
    """End the open requests in these games, which have ended."""
    asked = list(filter(_may_have_one, games))
    if asked:
        rows = Takeback.objects.filter(game__in=asked, status=Takeback.Status.OPEN)
        rows.update(status=Takeback.Status.LAPSED, answered_at=now)


def lapsed_by_move(game: Game, *, now: datetime) -> list[Change]:
    """The change that ends the open request in a game in which a move was played; none without one."""
    if not _may_have_one(game):
        return []
    game.has_takeback = False
    return [Change(_LAPSE, [Takeback.Status.LAPSED, now, game.pk, Takeback.Status.OPEN])]


_LAPSE = "UPDATE play_takeback SET status = %s, answered_at = %s WHERE game_id = %s AND status = %s"


def _asked_of(game: Game, player: User) -> Takeback:
    asked = open_takeback(game)
    if asked is None or asked.asked_by_id == player.pk:
        raise NoTakeback(game)
    return asked
