"""The only writer of a game. Every deed locks the row, checks, changes, records and commits, in that order.

A refusal is raised before anything has changed. One exception: a deed on an overdue game ends that game on time,
commits it, and only then raises DeadlinePassed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Concatenate, ParamSpec

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import (
    clocks,
    dispute_errors,
    entries,
    errors,
    events,
    matches,
    measures,
    messages,
    offers,
    plans,
    ratings,
    reprieves,
    selectors,
    texts,
    timekeeping,
)
from games.endings import Ending, by_rule, drawn, lost
from games.engine import Color
from games.engine import Game as Match
from games.engine import Move as EngineMove
from games.engine.plans import Line
from games.events import Entry
from games.finishing import ENDING, STATE, finish
from games.messages import SILENCE, Words
from games.models import DrawOffer, Game, Message, Move
from games.models.terms import Agreement
from games.models.writing import update_row, update_rows

P = ParamSpec("P")
BATCH = 500


@dataclass(frozen=True, slots=True)
class Played:
    """The game after a move; `is_new` is False where the very same move had been stored before (a retry)."""

    game: Game
    is_new: bool


# --- Beginning --------------------------------------------------------------------------------------------------------


def start_game(
    *, white: User, black: User, agreement: Agreement, lot: Color | None, challenger: User, now: datetime
) -> tuple[Game, Entry]:
    """Store a new game and return it with the entry that the caller records together with its own.

    `lot` is the colour that the challenger drew, or None where it was chosen. White's clock runs from now.
    """
    seconds = agreement.clock.initial_seconds
    game = Game(
        **agreement.as_columns(),
        **ratings.columns_at_start(white, black, rules=agreement.rules),
        white=white,
        black=black,
        colours_by_lot=lot is not None,
        on_move=white,
        white_seconds=seconds,
        black_seconds=seconds,
        started_at=now,
        turn_started_at=now,
    )
    clocks.begin(game, timekeeping.hours_for([game], now=now), now=now)
    game.save(force_insert=True)
    return game, entries.game_started(game, lot=lot, challenger=challenger)


# --- Moving -----------------------------------------------------------------------------------------------------------


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
    `lines` are conditional moves upon it (plans.keep_lines). What the opponent has planned is played at once, so that
    the game may have gone on further. Sending the same move again is harmless and answers with the game.

    Raises NotFound, MoveMalformed, NotAPlayer, GameOver, DeadlinePassed, StalePly, NotYourTurn, MoveIllegal,
    DrawOfferOpen, DrawOfferTooSoon, PlanRefused, TextTooLong, TextMalformed, PlayerUnavailable, PlayerBlocked,
    Silenced, GameFrozen, WarningOpen.
    """
    move = matches.parsed(notation)
    ahead = plans.parsed_lines(lines)
    words = messages.words_from(message, canned, longest=DrawOffer.LONGEST if offer_draw else Message.LONGEST)
    with transaction.atomic():
        game = _locked(number)
        now = now or timezone.now()
        if _was_played(game, player, move, ply=ply):
            _settle_overdue([game], now=now)
            return Played(game, is_new=False)
        in_time = _is_in_time(game, player, now=now)
        if in_time:
            _require_may_move(game, player, ply=ply, now=now)
            messages.require_may_write(game, player, words.text)
            news = _play(game, player, move, offer_draw=offer_draw, words=words, now=now)
            events.record([*news, *_play_as_planned(game, player, ahead, now=now)], now=now)
    if not in_time:
        raise errors.DeadlinePassed(game)
    return Played(game, is_new=True)


def _require_may_move(game: Game, player: User, *, ply: int, now: datetime) -> None:
    """Nothing stands before the player’s next half-move."""
    _require_not_frozen(game, now=now)
    measures.require_acknowledged(game, player)
    _require_turn(game, player, ply=ply)


def _was_played(game: Game, player: User, move: EngineMove, *, ply: int) -> bool:
    mover = Color.WHITE if ply % 2 == 1 else Color.BLACK
    if not 1 <= ply <= game.ply or game.player_id(mover) != player.pk:
        return False
    return game.moves.filter(ply=ply, notation=str(move)).exists()


def _require_turn(game: Game, player: User, *, ply: int) -> None:
    if ply != game.ply + 1:
        raise errors.StalePly(game, ply=ply, expected=game.ply + 1)
    if game.on_move_id != player.pk:
        raise errors.NotYourTurn(game)


def _play_as_planned(game: Game, mover: User, ahead: Sequence[Line], *, now: datetime) -> list[Entry]:
    """What the side on move has planned, and the other upon that, until a person is asked. It takes no time."""
    news: list[Entry] = []
    if ahead and game.is_ongoing:
        plans.store_lines(game, mover, ahead, now=now)
    while game.has_plan and game.is_ongoing and (found := plans.answer(game)):
        if isinstance(found, Entry):
            return [*news, found]
        news += _play(game, game.player(game.turn), found, now=now)
    return news


def _play(
    game: Game, player: User, move: EngineMove, *, offer_draw: bool = False, words: Words = SILENCE, now: datetime
) -> list[Entry]:
    """Play and store the move; the caller records what is returned."""
    match = matches.resumed(game)
    outcome = matches.outcome_of(game, match, move)
    offer_draw = offer_draw and outcome is None
    if offer_draw:
        offers.require_may_offer(game, player, with_move=True)
    played = _advance(game, match, move, now=now)
    offers.lapse_offer_to(game, player, now=now)
    news = [entries.move_played(game, by=player)]
    if offer_draw:
        offers.offer(game, player, reason=words.own, now=now)
        news.append(entries.draw_offered(game, by=player, reason=words.own))
    if words.text:
        news.append(messages.sent(messages.write(game, player, words, now=now)))
    if outcome is not None:
        news += finish([by_rule(game, outcome)], now=now)
    update_row(game, STATE, with_new=played)
    return news


def _advance(game: Game, match: Match, move: EngineMove, *, now: datetime) -> Move:
    """Hand the turn, and the clock, to the other side; returns the move as it is to be stored."""
    hours = timekeeping.hours_for([game], now=now)
    spent = clocks.stop(game, hours, now=now)
    game.ply += 1
    game.position = match.position.text
    game.repetitions = match.repetitions
    game.last_move = str(move)
    game.on_move_id = game.player_id(game.turn)
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


def _deed(
    function: Callable[Concatenate[Game, User, datetime, P], None],
) -> Callable[Concatenate[int, User, P], Game]:
    """Make a deed of a player in an ongoing game: by number, under lock, in time.

    Raises NotFound, NotAPlayer, GameOver, DeadlinePassed (the game has then been ended on time), and its own.
    """

    def deed(number: int, player: User, /, *args: P.args, **kwargs: P.kwargs) -> Game:
        with transaction.atomic():
            game = _locked(number)
            now = timezone.now()
            in_time = _is_in_time(game, player, now=now)
            if in_time:
                function(game, player, now, *args, **kwargs)
        if not in_time:
            raise errors.DeadlinePassed(game)
        return game

    deed.__name__, deed.__doc__ = function.__name__, function.__doc__
    return deed


@_deed
def offer_draw(game: Game, player: User, now: datetime, *, reason: str = "") -> None:
    """Offer a draw on its own, without a move; raises DrawOfferOpen, DrawOfferTooSoon, TextTooLong, TextMalformed."""
    _require_not_frozen(game, now=now)
    reason = texts.cleaned(reason, longest=DrawOffer.LONGEST)
    offers.require_may_offer(game, player, with_move=False)
    messages.require_may_write(game, player, reason)
    offers.offer(game, player, reason=reason, now=now)
    update_row(game, STATE)
    events.record([entries.draw_offered(game, by=player, reason=reason)], now=now)


@_deed
def accept_draw(game: Game, player: User, now: datetime) -> None:
    """Accept the opponent's offer, which ends the game; raises NoDrawOffer."""
    offers.answer(game, player, DrawOffer.Status.ACCEPTED, now=now)
    _end(drawn(game, Game.Termination.AGREEMENT, actor_id=player.pk), now=now)


@_deed
def decline_draw(game: Game, player: User, now: datetime, *, reason: str = "") -> None:
    """Decline the opponent's offer, with a word of why if wanted; raises NoDrawOffer, TextTooLong, TextMalformed."""
    reason = texts.cleaned(reason, longest=DrawOffer.LONGEST)
    messages.require_may_write(game, player, reason)
    offers.answer(game, player, DrawOffer.Status.DECLINED, now=now)
    update_row(game, STATE)
    events.record([entries.draw_declined(game, by=player, reason=reason)], now=now)


@_deed
def claim_draw(game: Game, player: User, now: datetime, *, claim: str) -> None:
    """Claim a draw by "repetition" or "quiet_limit"; the server proves it, which ends the game, or refuses.

    Raises ClaimNotUsed, NotYourTurn, ClaimRefuted (with what was found).
    """
    _require_not_frozen(game, now=now)
    if game.ruleset.draw_mode != "claim":
        raise errors.ClaimNotUsed(game)
    if game.on_move_id != player.pk:
        raise errors.NotYourTurn(game)
    proof = matches.proof_of(game, claim)
    found = matches.proof_as_data(proof)
    if not proof.holds:
        raise errors.ClaimRefuted(game, **found)
    _end(drawn(game, Game.Termination(claim), actor_id=player.pk, proof=found), now=now)


# --- Ending -----------------------------------------------------------------------------------------------------------


@_deed
def resign(game: Game, player: User, now: datetime) -> None:
    """Give the game up; possible on either side's turn."""
    _end(lost(game, player.pk, Game.Termination.RESIGNATION, actor_id=player.pk), now=now)


@_deed
def abort(game: Game, player: User, now: datetime) -> None:
    """End the game without a result, before one's own second move; raises AbortTooLate."""
    _require_not_frozen(game, now=now)
    color = game.color_of(player.pk)
    if color is None or not game.can_be_aborted_by(color):
        raise errors.AbortTooLate(game)
    result, termination = Game.Result.OPEN, Game.Termination.ABORT
    _end(Ending(game=game, result=result, termination=termination, actor_id=player.pk), now=now)


def settle(number: int) -> Game:
    """End the game on time if it is overdue, and return it either way; for readers who have seen a passed deadline."""
    with transaction.atomic():
        game = _locked(number)
        _settle_overdue([game], now=timezone.now())
    return game


def current_game(number: int) -> Game:
    """The game with its players as it stands now: one that is overdue is ended first. Raises NotFound."""
    game = selectors.game_for_viewer(number)
    return settle(number) if game.is_overdue(now=timezone.now()) else game


def settle_overdue_games(*, limit: int = BATCH, now: datetime | None = None) -> int:
    """Look at up to `limit` overdue games in one transaction, end what is lost, and return at how many it looked.

    Rows held by others are left alone.
    """
    now = now or timezone.now()
    overdue = Game.objects.overdue(now=now).order_by("deadline_at")
    # Most calls find nothing, and cost no more than this look.
    if not overdue.exists():
        return 0
    with transaction.atomic():
        games = list(overdue.select_for_update(skip_locked=True, of=("self",))[:limit])
        _settle_overdue(games, now=now)
        return len(games)


def _settle_overdue(games: Sequence[Game], *, now: datetime) -> list[Game]:
    """Look at those whose time seems to be over, end what is lost, and return that."""
    overdue = [game for game in games if game.is_overdue(now=now)]
    if not overdue:
        return []
    news: list[Entry] = []
    endings: list[Ending] = []
    for judgement in reprieves.judged(overdue, now=now):
        news += clocks.apply(judgement)
        if judgement.is_lost:
            endings.append(lost(judgement.game, judgement.game.on_move_id, Game.Termination.TIMEOUT))
    news += finish(endings, now=now) if endings else []
    update_rows(overdue, ENDING)
    events.record(news, now=now)
    return [ending.game for ending in endings]


@_deed
def claim_timeout(game: Game, player: User, now: datetime) -> None:
    """Take the win when the opponent's time has run out, in a game of claims; raises NothingToClaim."""
    if game.grace_until is None or game.on_move_id == player.pk:
        raise errors.NothingToClaim(game)
    _end(lost(game, game.on_move_id, Game.Termination.TIMEOUT, actor_id=player.pk), now=now)


def _end(ending: Ending, *, now: datetime) -> None:
    news = finish([ending], now=now)
    update_row(ending.game, STATE)
    events.record(news, now=now)


# --- Shared -----------------------------------------------------------------------------------------------------------


def _locked(number: int) -> Game:
    game = Game.objects.locked(number)
    if game is None:
        raise errors.NotFound
    return game


def _is_in_time(game: Game, player: User, *, now: datetime) -> bool:
    """Whether the player may do a deed; where not, the game has been ended on time.

    Whoever comes too late is told so, whether the sweep was first or not. Raises NotAPlayer, GameOver, DeadlinePassed.
    """
    if not game.has_player(player.pk):
        raise errors.NotAPlayer(game)
    if game.was_lost_on_time_by(player.pk):
        raise errors.DeadlinePassed(game)
    if not game.is_ongoing:
        raise errors.GameOver(game)
    return not _settle_overdue([game], now=now)


def _require_not_frozen(game: Game, *, now: datetime) -> None:
    """Nobody moves, offers or claims while a dispute holds the clocks; giving up and agreeing stay possible."""
    if game.is_frozen(now=now):
        raise dispute_errors.GameFrozen(game, until=game.frozen_until)
