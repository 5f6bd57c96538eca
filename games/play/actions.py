"""What players do in a game. Every action locks the row, checks, changes, records and commits, in that order.

A refusal is raised before anything has changed. One exception: an action on an overdue game ends that game on time,
commits it, and only then raises DeadlinePassed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

import muehle
from accounts.models import User
from games.chat import messages
from games.chat.messages import NO_TEXT, MessageText
from games.chat.models import Message
from games.core import event_log
from games.core.errors import DeadlinePassed, GameOver, NotAPlayer
from games.core.event_log import Entry
from games.core.locking import locked_game
from games.core.models.games import Game, PlayedMove, side_of
from games.core.models.moves import Move
from games.core.models.terms import Agreement
from games.core.queries import moves_of
from games.play import clocks, conditional_moves, draw_offers, first_moves, loading, pause_offers, takebacks, time_gifts
from games.play.endings import STATE, Ending, by_rule, drawn, finish, lost
from games.play.errors import (
    AbortedTooOften,
    AbortTooLate,
    ClaimNotUsed,
    ClaimRefuted,
    GameFrozen,
    NothingToClaim,
    NotYourTurn,
    StalePly,
)
from games.play.events import (
    conditional_moves_played,
    draw_declined,
    draw_offered,
    game_started,
    move_played,
    time_given,
)
from games.play.models import DrawOffer
from games.play.timeouts import settle_overdue
from games.players import ratings, sanctions
from games.time_off import pauses
from kit import texts
from kit.errors import raises
from kit.sql import insert_of, update_of
from muehle import Color
from muehle.conditional_moves import Line


@dataclass(frozen=True, slots=True)
class Played:
    """The game after a move; `is_new` is False where the very same move had been stored before (a retry)."""

    game: Game
    is_new: bool


# --- How every action begins ------------------------------------------------------------------------------------------


@raises(settle_overdue, NotAPlayer, GameOver, DeadlinePassed)
def goes_on(game: Game, player: User, *, now: datetime) -> bool:
    """Whether the game of the player still goes on; an overdue one is ended on time, and does not.

    DeadlinePassed is raised even if the sweep has ended the game before.
    """
    if not game.has_player(player.pk):
        raise NotAPlayer(game)
    if game.was_ended_by_deadline_of(player.pk):
        raise DeadlinePassed(game)
    if not game.is_ongoing:
        raise GameOver(game)
    return not settle_overdue([game], now=now)


@raises(GameFrozen)
def require_not_frozen(game: Game, *, now: datetime) -> None:
    """Moves, offers and claims are refused during a hold; resigning and accepting a draw are possible."""
    if game.is_frozen(now=now):
        raise GameFrozen(game, until=game.frozen_until)


@raises(locked_game, goes_on)
@contextmanager
def acting(number: int, player: User) -> Iterator[tuple[Game, datetime]]:
    """A transaction of an action: the locked game and the time, after the checks of player and deadline.

    Raises DeadlinePassed when the game has been ended on time; that is committed.
    """
    with transaction.atomic():
        game = locked_game(number)
        now = game.locked_at
        if goes_on(game, player, now=now):
            yield game, now
            return
    raise DeadlinePassed(game)


# --- Beginning --------------------------------------------------------------------------------------------------------


def start_game(
    *, white: User, black: User, agreement: Agreement, lot: Color | None, challenger: User, now: datetime
) -> tuple[Game, Entry]:
    """Store a new game; returns it with the event that the caller records together with its own.

    `lot` is the colour that the challenger drew, or None if it was chosen. White's clock starts now.
    """
    seconds, total = agreement.clock.initial_seconds, agreement.total_seconds
    game = Game(
        **agreement.as_columns(),
        **ratings.columns_at_start(white, black, rules=agreement.rules),
        white=white,
        black=black,
        colours_by_lot=lot is not None,
        on_move=white,
        white_seconds=seconds,
        black_seconds=seconds,
        white_total_seconds=total,
        black_total_seconds=total,
        started_at=now,
        turn_started_at=now,
    )
    clocks.begin(game, pauses.hours_for([game], now=now), now=now)
    game.save(force_insert=True)
    return game, game_started(game, lot=lot, challenger=challenger)


# --- Moving -----------------------------------------------------------------------------------------------------------


@raises(
    loading.parsed,
    conditional_moves.parsed_lines,
    messages.message_text_from,
    locked_game,
    goes_on,
    require_not_frozen,
    sanctions.require_acknowledged,
    StalePly,
    NotYourTurn,
    messages.require_may_write,
    loading.outcome_of,
    draw_offers.require_may_offer,
    conditional_moves.store_lines,
)
def play_move(
    number: int,
    player: User,
    notation: str,
    *,
    ply: int,
    offer_draw: bool = False,
    message: str = "",
    canned: str = "",
    lines: Sequence[Sequence[str]] = (),
    now: datetime | None = None,
) -> Played:
    """Play half-move `ply` (counted from 1), written as d6, d6-f6 or d6-f6xa1, its removal included.

    A draw offer and a message, or the key of a ready sentence, may go with it; a move that ends the game offers none.
    `lines` are conditional moves upon it (conditional_moves.keep_lines). Those of the opponent are played at once, so
    that the game may have gone on further. Sending the same move again is harmless and answers with the game.
    """
    move = loading.parsed(notation)
    ahead = conditional_moves.parsed_lines(lines)
    words = messages.message_text_from(message, canned, longest=DrawOffer.LONGEST if offer_draw else Message.LONGEST)
    with transaction.atomic():
        game = locked_game(number)
        now = now or game.locked_at
        if _was_played(game, player, move, ply=ply):
            settle_overdue([game], now=now)
            return Played(game, is_new=False)
        in_time = goes_on(game, player, now=now)
        if in_time:
            _require_may_move(game, player, ply=ply, now=now)
            messages.require_may_write(game, player, words)
            _play_on(game, player, move, ahead, offer_draw=offer_draw, words=words, now=now)
    if not in_time:
        raise DeadlinePassed(game)
    return Played(game, is_new=True)


def _require_may_move(game: Game, player: User, *, ply: int, now: datetime) -> None:
    """Raise an error if the player may not make half-move `ply` now."""
    require_not_frozen(game, now=now)
    sanctions.require_acknowledged(game, player)
    _require_turn(game, player, ply=ply)


def _was_played(game: Game, player: User, move: muehle.Move, *, ply: int) -> bool:
    if not 1 <= ply <= game.ply or game.player_id(side_of(ply)) != player.pk:
        return False
    return any(played.ply == ply and played.notation == str(move) for played in moves_of(game))


def _require_turn(game: Game, player: User, *, ply: int) -> None:
    if ply != game.ply + 1:
        raise StalePly(game, ply=ply, expected=game.ply + 1)
    if game.on_move_id != player.pk:
        raise NotYourTurn(game)


def _play_on(
    game: Game,
    player: User,
    move: muehle.Move,
    ahead: Sequence[Line],
    *,
    offer_draw: bool,
    words: MessageText,
    now: datetime,
) -> None:
    """Play the move and the conditional moves upon it; moves, game and events are written in one statement."""
    stored: list[Move] = []
    news = _play(game, player, move, stored, offer_draw=offer_draw, words=words, now=now)
    news += _play_conditional_moves(game, player, ahead, stored, now=now)
    pause_offers.lapse([game], now=now)
    changes = [insert_of(stored), update_of(game, STATE), *takebacks.lapsed_by_move(game, now=now)]
    event_log.record(news, now=now, changes=changes)


def _play_conditional_moves(
    game: Game, mover: User, ahead: Sequence[Line], stored: list[Move], *, now: datetime
) -> list[Entry]:
    """Play conditional moves of both sides until a player has to move. They take no time."""
    news: list[Entry] = []
    played: dict[int, list[str]] = {}
    if ahead and game.is_ongoing:
        conditional_moves.store_lines(game, mover, ahead, now=now)
    while game.has_conditional_moves and game.is_ongoing and (found := conditional_moves.answer(game)):
        if isinstance(found, Entry):
            news.append(found)
            break
        player = game.player(game.turn)
        news += _play(game, player, found, stored, now=now)
        played.setdefault(player.pk, []).append(game.last_move)
    return [*news, *(conditional_moves_played(game, player_id, moves=moves) for player_id, moves in played.items())]


def _play(
    game: Game,
    player: User,
    move: muehle.Move,
    stored: list[Move],
    *,
    offer_draw: bool = False,
    words: MessageText = NO_TEXT,
    now: datetime,
) -> list[Entry]:
    """Play the move and add it to those to be stored; the caller stores the game with them and records what is
    returned."""
    match = loading.resumed(game)
    outcome = loading.outcome_of(game, match, move)
    offer_draw = offer_draw and outcome is None
    if offer_draw:
        draw_offers.require_may_offer(game, player, with_move=True)
    stored.append(_advance(game, match, move, now=now))
    draw_offers.lapse_offer_to(game, player, now=now)
    news = [move_played(game, by=player, outcome=outcome)]
    if offer_draw:
        draw_offers.offer(game, player, reason=words.typed, now=now)
        news.append(draw_offered(game, by=player, reason=words.typed))
    if words.text:
        news.append(messages.sent_event(messages.write(game, player, words, now=now)))
    if outcome is not None:
        news += finish([by_rule(game, outcome)], now=now)
    return news


def _advance(game: Game, match: muehle.Game, move: muehle.Move, *, now: datetime) -> Move:
    """Pass the turn and the clock to the other side; returns the move to store."""
    hours, moves = pauses.hours_for([game], now=now), moves_of(game)
    spent = clocks.stop(game, hours, now=now)
    game.ply += 1
    game.position = match.position.text
    game.repetitions = match.repetitions
    game.last_move = str(move)
    game.on_move_id = game.player_id(game.turn)
    game.known_moves = [*moves, PlayedMove(game.ply, game.last_move, now, game.position)]
    clocks.begin(game, hours, now=now)
    return Move(
        game=game,
        ply=game.ply,
        notation=game.last_move,
        position=game.position,
        played_at=now,
        seconds_spent=spent.seconds,
        deadline_at=spent.deadline_at,
    )


# --- Draws ------------------------------------------------------------------------------------------------------------


@raises(acting, require_not_frozen, texts.cleaned, draw_offers.require_may_offer, messages.require_may_write)
def offer_draw(number: int, player: User, *, reason: str = "") -> Game:
    """Offer a draw on its own, without a move."""
    with acting(number, player) as (game, now):
        require_not_frozen(game, now=now)
        reason = texts.cleaned(reason, longest=DrawOffer.LONGEST)
        draw_offers.require_may_offer(game, player, with_move=False)
        messages.require_may_write(game, player, MessageText(reason))
        draw_offers.offer(game, player, reason=reason, now=now)
        _record(game, draw_offered(game, by=player, reason=reason), now=now)
    return game


@raises(acting, draw_offers.answer)
def accept_draw(number: int, player: User) -> Game:
    """Accept the opponent's offer, which ends the game."""
    with acting(number, player) as (game, now):
        draw_offers.answer(game, player, DrawOffer.Status.ACCEPTED, now=now)
        _end(drawn(game, Game.Termination.AGREEMENT, actor_id=player.pk), now=now)
    return game


@raises(acting, texts.cleaned, messages.require_may_write, draw_offers.answer)
def decline_draw(number: int, player: User, *, reason: str = "") -> Game:
    """Decline the opponent's offer, with an optional reason."""
    with acting(number, player) as (game, now):
        reason = texts.cleaned(reason, longest=DrawOffer.LONGEST)
        messages.require_may_write(game, player, MessageText(reason))
        draw_offers.answer(game, player, DrawOffer.Status.DECLINED, now=now)
        _record(game, draw_declined(game, by=player, reason=reason), now=now)
    return game


@raises(acting, require_not_frozen, ClaimNotUsed, NotYourTurn, ClaimRefuted)
def claim_draw(number: int, player: User, *, claim: str) -> Game:
    """Claim a draw by "repetition" or "quiet_limit"; the server proves it, which ends the game, or refuses.

    ClaimRefuted has what was found.
    """
    with acting(number, player) as (game, now):
        require_not_frozen(game, now=now)
        if game.ruleset.draw_mode != "claim":
            raise ClaimNotUsed(game)
        if game.on_move_id != player.pk:
            raise NotYourTurn(game)
        proof = loading.proof_of(game, claim)
        found = loading.proof_as_data(proof)
        if not proof.holds:
            raise ClaimRefuted(game, **found)
        _end(drawn(game, Game.Termination(claim), actor_id=player.pk, proof=found), now=now)
    return game


# --- Take-backs -------------------------------------------------------------------------------------------------------


@raises(acting, require_not_frozen, takebacks.ask)
def ask_takeback(number: int, player: User) -> Game:
    """Ask to have the last own half-move back."""
    with acting(number, player) as (game, now):
        require_not_frozen(game, now=now)
        event_log.record([takebacks.ask(game, player, now=now)], now=now)
    return game


@raises(acting, require_not_frozen, takebacks.accept)
def accept_takeback(number: int, player: User) -> Game:
    """Give the opponent their half-move back."""
    with acting(number, player) as (game, now):
        require_not_frozen(game, now=now)
        event_log.record(takebacks.accept(game, player, now=now), now=now, changes=[update_of(game, STATE)])
    return game


@raises(acting, takebacks.decline)
def decline_takeback(number: int, player: User) -> Game:
    """Decline the opponent's request."""
    with acting(number, player) as (game, now):
        event_log.record([takebacks.decline(game, player, now=now)], now=now)
    return game


# --- Ending -----------------------------------------------------------------------------------------------------------


@raises(acting)
def resign(number: int, player: User) -> Game:
    """Resign, on either side's turn."""
    with acting(number, player) as (game, now):
        _end(lost(game, player.pk, Game.Termination.RESIGNATION, actor_id=player.pk), now=now)
    return game


@raises(acting, require_not_frozen, AbortTooLate, AbortedTooOften)
def abort(number: int, player: User) -> Game:
    """End the game without a result, before the player's second move."""
    with acting(number, player) as (game, now):
        require_not_frozen(game, now=now)
        color = game.color_of(player.pk)
        if color is None or not game.can_be_aborted_by(color):
            raise AbortTooLate(game)
        if game.rated and not first_moves.lock_and_may_abort(player.pk, now=now):
            raise AbortedTooOften(game, most=first_moves.MOST_ABORTS, days=first_moves.DAYS_OF_ABORTS)
        result, termination = Game.Result.OPEN, Game.Termination.ABORT
        _end(Ending(game=game, result=result, termination=termination, actor_id=player.pk), now=now)
    return game


@raises(acting, NothingToClaim)
def claim_timeout(number: int, player: User) -> Game:
    """Take the win when the opponent's time has run out, in a game of claims."""
    with acting(number, player) as (game, now):
        if game.grace_until is None or game.on_move_id == player.pk:
            raise NothingToClaim(game)
        _end(lost(game, game.on_move_id, Game.Termination.TIMEOUT, actor_id=player.pk), now=now)
    return game


# --- Time -------------------------------------------------------------------------------------------------------------


@raises(acting, require_not_frozen, time_gifts.give_day)
def give_time(number: int, player: User) -> Game:
    """Give the opponent a day more, on either side's turn."""
    with acting(number, player) as (game, now):
        require_not_frozen(game, now=now)
        time_gifts.give_day(game, player, now=now)
        _record(game, time_given(game, by=player), now=now)
    return game


@raises(acting, require_not_frozen, pause_offers.offer)
def offer_pause(number: int, player: User, *, until: datetime) -> Game:
    """Offer to stop both clocks until then."""
    with acting(number, player) as (game, now):
        require_not_frozen(game, now=now)
        _record(game, pause_offers.offer(game, player, until=until, now=now), now=now)
    return game


@raises(acting, require_not_frozen, pause_offers.accept)
def accept_pause(number: int, player: User) -> Game:
    """Accept the pause that the opponent has offered."""
    with acting(number, player) as (game, now):
        require_not_frozen(game, now=now)
        _record(game, pause_offers.accept(game, player, now=now), now=now)
    return game


@raises(acting, pause_offers.decline)
def decline_pause(number: int, player: User) -> Game:
    """Decline the opponent's offer."""
    with acting(number, player) as (game, now):
        _record(game, pause_offers.decline(game, player, now=now), now=now)
    return game


@raises(acting, pause_offers.withdraw)
def withdraw_pause(number: int, player: User) -> Game:
    """Take the own offer back."""
    with acting(number, player) as (game, now):
        _record(game, pause_offers.withdraw(game, player, now=now), now=now)
    return game


def _record(game: Game, entry: Entry, *, now: datetime) -> None:
    event_log.record([entry], now=now, changes=[update_of(game, STATE)])


def _end(ending: Ending, *, now: datetime) -> None:
    event_log.record(finish([ending], now=now), now=now)
