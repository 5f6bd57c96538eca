"""The only writer of a game. Every deed locks the row, checks, changes, records and commits, in that order.

A refusal is raised before anything has changed. One exception: a deed on an overdue game ends that game on time,
commits it, and only then raises DeadlinePassed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Concatenate, ParamSpec

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import errors, events, ratings, selectors
from games.engine import ClaimProof, Color, IllegalMove, MalformedMove, Outcome
from games.engine import Game as Match
from games.engine import Move as EngineMove
from games.engine.clock import deadline, seconds_between
from games.events import Entry
from games.models import DrawOffer, Event, Game, Message, Move
from games.models.bulk import update_rows
from games.models.terms import Agreement
from games.wording import why_illegal

P = ParamSpec("P")
BATCH = 500

# What an ending changes, and what any deed may change; the players and the terms of a game never do.
_ENDING = ["status", "result", "termination", "on_move", "deadline_at", "draw_offered_by", "finished_at"]
_ENDING += ["white_rating_change", "black_rating_change"]
_STATE = [*_ENDING, "ply", "position", "repetitions", "last_move", "white_seconds", "black_seconds", "turn_started_at"]


@dataclass(frozen=True, slots=True)
class Played:
    """The game after a move; `is_new` is False where the very same move had been stored before (a retry)."""

    game: Game
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ending:
    game: Game
    result: str
    termination: str
    actor_id: int | None = None
    data: dict[str, Any] = field(default_factory=dict)


# --- Beginning --------------------------------------------------------------------------------------------------------


def start_game(
    *, white: User, black: User, agreement: Agreement, lot: Color | None, challenger: User, now: datetime
) -> tuple[Game, Entry]:
    """Store a new game and return it with the entry that the caller records together with its own.

    `lot` is the colour that the challenger drew, or None where it was chosen. White's clock runs from now.
    """
    seconds = agreement.clock.initial_seconds
    shown = ratings.shown_ratings(white.pk, black.pk, rules=agreement.rules)
    game = Game.objects.create(
        **agreement.as_columns(),
        white=white,
        black=black,
        colours_by_lot=lot is not None,
        on_move=white,
        white_seconds=seconds,
        black_seconds=seconds,
        white_rating=shown[Color.WHITE],
        black_rating=shown[Color.BLACK],
        started_at=now,
        turn_started_at=now,
        deadline_at=deadline(turn_started_at=now, seconds_left=seconds),
    )
    data = {"white": white.username, "black": black.username, "rules": game.rules, "rated": game.rated}
    data |= {"lot": lot.value if lot else None, "challenger": challenger.username, "deadline_at": _text(game)}
    return game, _entry(game, Event.Type.GAME_STARTED, actor_id=None, data=data)


# --- Moving -----------------------------------------------------------------------------------------------------------


def play_move(
    number: int,
    player: User,
    notation: str,
    *,
    ply: int,
    offer_draw: bool = False,
    message: str = "",
    now: datetime | None = None,
) -> Played:
    """Play half-move `ply` (counted from 1), written as d6, d6-f6 or d6-f6xa1, its removal included.

    A draw offer and a message may go with it. Sending the same move again is harmless and answers with the game.

    Raises NotFound, MoveMalformed, NotAPlayer, GameOver, DeadlinePassed, StalePly, NotYourTurn, MoveIllegal.
    """
    move = _parsed(notation)
    with transaction.atomic():
        game = _locked(number)
        now = now or timezone.now()
        if _was_played(game, player, move, ply=ply):
            return Played(game, is_new=False)
        _require_player(game, player)
        _require_ongoing(game)
        overdue = _settle_overdue([game], now=now)
        if not overdue:
            _require_turn(game, player, ply=ply)
            _play(game, player, move, offer_draw=offer_draw, message=message, now=now)
    if overdue:
        raise errors.DeadlinePassed(game)
    return Played(game, is_new=True)


def _parsed(notation: str) -> EngineMove:
    try:
        return EngineMove.parse(notation)
    except MalformedMove as error:
        raise errors.MoveMalformed(move=notation[:20]) from error


def _was_played(game: Game, player: User, move: EngineMove, *, ply: int) -> bool:
    if not 1 <= ply <= game.ply or game.player_id(_mover(ply)) != player.pk:
        return False
    return game.moves.filter(ply=ply, notation=str(move)).exists()


def _mover(ply: int) -> Color:
    return Color.WHITE if ply % 2 == 1 else Color.BLACK


def _require_turn(game: Game, player: User, *, ply: int) -> None:
    if ply != game.ply + 1:
        raise errors.StalePly(game, ply=ply, expected=game.ply + 1)
    if game.on_move_id != player.pk:
        raise errors.NotYourTurn(game)


def _play(
    game: Game, player: User, move: EngineMove, *, offer_draw: bool, message: str, now: datetime
) -> None:
    match = resumed(game)
    try:
        outcome = match.play(move)
    except IllegalMove as error:
        legal = [str(legal_move) for legal_move in match.legal_moves()]
        details = {"move": str(move), "why": why_illegal(error), "reason": error.reason.value, "legal_moves": legal}
        raise errors.MoveIllegal(game, **details) from error
    _store_move(game, match, move, now=now)
    _lapse_offer_to(game, player, now=now)
    entries = [_move_entry(game, move, player)]
    if offer_draw and outcome is None:
        entries.append(_offer(game, player, reason=message, now=now))
    if message.strip():
        entries.append(_write(game, player, message, now=now))
    if outcome is not None:
        entries += _finish([_by_rule(game, outcome)], now=now)
    _save(game)
    events.record(entries, now=now)


def resumed(game: Game) -> Match:
    """The engine's game at the point that the row has reached, with as much of its past as its rules ask for."""
    rules, quiet = game.ruleset, game.quiet_half_moves
    positions, notations = [game.position], list[str]()
    if rules.repetition == "position" and quiet:
        past = game.moves.filter(ply__gte=game.ply - quiet).order_by("ply")
        positions = list(past.values_list("position", flat=True))
    elif rules.repetition == "sequence":
        notations = list(game.moves.order_by("ply").values_list("notation", flat=True))
    return Match.resume(rules, game.board, ply=game.ply, recent_positions=positions, recent_moves=notations)


def _store_move(game: Game, match: Match, move: EngineMove, *, now: datetime) -> None:
    """Write the move down and hand the turn, and the clock, to the other side."""
    mover, spent = game.turn, seconds_between(game.turn_started_at, now)
    assert game.deadline_at is not None  # noqa: S101  (a constraint of the table)
    left = game.clock.seconds_after_move(game.seconds_of(mover), seconds_spent=spent)
    if mover is Color.WHITE:
        game.white_seconds = left
    else:
        game.black_seconds = left
    played_by_deadline = game.deadline_at
    game.ply += 1
    game.position = match.position.text
    game.repetitions = match.repetitions
    game.last_move = str(move)
    game.on_move_id = game.player_id(game.turn)
    game.turn_started_at = now
    game.deadline_at = deadline(turn_started_at=now, seconds_left=game.seconds_of(game.turn))
    Move.objects.create(
        game=game,
        ply=game.ply,
        notation=game.last_move,
        position=game.position,
        played_at=now,
        seconds_spent=spent,
        deadline_at=played_by_deadline,
    )


def _move_entry(game: Game, move: EngineMove, player: User) -> Entry:
    data = {"ply": game.ply, "move": str(move), "position": game.position, "deadline_at": _text(game)}
    return _entry(game, Event.Type.MOVE_PLAYED, actor_id=player.pk, data=data)


# --- Draws ------------------------------------------------------------------------------------------------------------


def _deed(
    function: Callable[Concatenate[Game, User, datetime, P], None],
) -> Callable[Concatenate[int, User, P], Game]:
    """Make a deed of a player in an ongoing game: by number, under lock, in time.

    Raises NotFound, NotAPlayer, GameOver, DeadlinePassed (the game has then been ended on time), and its own.
    """

    def deed(number: int, player: User, *args: P.args, **kwargs: P.kwargs) -> Game:
        with transaction.atomic():
            game = _locked(number)
            now = timezone.now()
            _require_player(game, player)
            _require_ongoing(game)
            overdue = _settle_overdue([game], now=now)
            if not overdue:
                function(game, player, now, *args, **kwargs)
        if overdue:
            raise errors.DeadlinePassed(game)
        return game

    deed.__name__, deed.__doc__ = function.__name__, function.__doc__
    return deed


@_deed
def offer_draw(game: Game, player: User, now: datetime, *, reason: str = "") -> None:
    """Offer a draw on its own, without a move; raises DrawOfferOpen, DrawOfferTooSoon."""
    entry = _offer(game, player, reason=reason, now=now)
    _save(game)
    events.record([entry], now=now)


@_deed
def accept_draw(game: Game, player: User, now: datetime) -> None:
    """Accept the opponent's offer, which ends the game; raises NoDrawOffer."""
    _answer_offer(game, player, DrawOffer.Status.ACCEPTED, now=now)
    ending = _Ending(game=game, result="1/2-1/2", termination="agreement", actor_id=player.pk)
    _end(ending, now=now)


@_deed
def decline_draw(game: Game, player: User, now: datetime, *, reason: str = "") -> None:
    """Decline the opponent's offer, with a word of why if wanted; raises NoDrawOffer."""
    _answer_offer(game, player, DrawOffer.Status.DECLINED, now=now)
    _save(game)
    entry = _entry(game, Event.Type.DRAW_DECLINED, actor_id=player.pk, data={"ply": game.ply, "reason": reason})
    events.record([entry], now=now)


@_deed
def claim_draw(game: Game, player: User, now: datetime, *, claim: str) -> None:
    """Claim a draw by "repetition" or "quiet_limit"; the server proves it, which ends the game, or refuses.

    Raises ClaimNotUsed, NotYourTurn, ClaimRefuted (with what was found).
    """
    if game.ruleset.draw_mode != "claim":
        raise errors.ClaimNotUsed(game)
    if game.on_move_id != player.pk:
        raise errors.NotYourTurn(game)
    proof = resumed(game).prove_claim(claim)
    if not proof.holds:
        raise errors.ClaimRefuted(game, **proof_as_data(claim, proof))
    data = {"proof": proof_as_data(claim, proof)}
    _end(_Ending(game=game, result="1/2-1/2", termination=claim, actor_id=player.pk, data=data), now=now)


def proof_as_data(claim: str, proof: ClaimProof) -> dict[str, Any]:
    """What the server found: the count, how many are needed and, of a repetition, after which plies."""
    return {"claim": claim, "count": proof.count, "needed": proof.needed, "plies": list(proof.plies)}


def proof_of(game: Game, claim: str) -> dict[str, Any]:
    """The proof of a claim in the position that stands, also when it has just ended the game."""
    return proof_as_data(claim, resumed(game).prove_claim(claim))


def _offer(game: Game, player: User, *, reason: str, now: datetime) -> Entry:
    if game.draw_offered_by_id is not None:
        raise errors.DrawOfferOpen(game)
    last = game.draw_offers.filter(offered_by=player).first()
    if last is not None and game.ply < last.ply + 2:
        raise errors.DrawOfferTooSoon(game)
    if len(reason) > DrawOffer.LONGEST:
        raise errors.MessageTooLong(game, longest=DrawOffer.LONGEST)
    DrawOffer.objects.create(game=game, offered_by=player, ply=game.ply, reason=reason, created_at=now)
    game.draw_offered_by = player
    return _entry(game, Event.Type.DRAW_OFFERED, actor_id=player.pk, data={"ply": game.ply, "reason": reason})


def _answer_offer(game: Game, player: User, answer: DrawOffer.Status, *, now: datetime) -> None:
    if game.draw_offered_by_id != game.opponent_id(player.pk):
        raise errors.NoDrawOffer(game)
    _close_offers([game], answer, now=now)


def _lapse_offer_to(game: Game, player: User, *, now: datetime) -> None:
    """A move answers the opponent's offer with no; the mover's own offer stands."""
    if game.draw_offered_by_id == game.opponent_id(player.pk):
        _close_offers([game], DrawOffer.Status.LAPSED, now=now)


def _close_offers(games: Sequence[Game], status: DrawOffer.Status, *, now: datetime) -> None:
    offered = [game for game in games if game.draw_offered_by_id is not None]
    if offered:
        DrawOffer.objects.filter(game__in=offered, status=DrawOffer.Status.OPEN).update(status=status, answered_at=now)
    for game in offered:
        game.draw_offered_by = None


# --- Ending -----------------------------------------------------------------------------------------------------------


@_deed
def resign(game: Game, player: User, now: datetime) -> None:
    """Give the game up; possible on either side's turn."""
    result = _loss_of(game, player.pk)
    _end(_Ending(game=game, result=result, termination="resignation", actor_id=player.pk), now=now)


@_deed
def abort(game: Game, player: User, now: datetime) -> None:
    """End the game without a result, before one's own second move; raises AbortTooLate."""
    color = game.color_of(player.pk)
    if color is None or not game.can_be_aborted_by(color):
        raise errors.AbortTooLate(game)
    _end(_Ending(game=game, result="*", termination="abort", actor_id=player.pk), now=now)


def settle(number: int) -> Game:
    """End the game on time if it is overdue, and return it either way; for readers who have seen a passed deadline."""
    with transaction.atomic():
        game = _locked(number)
        if game.is_ongoing:
            _settle_overdue([game], now=timezone.now())
    return game


def current_game(number: int) -> Game:
    """The game with its players as it stands now: one that is overdue is ended first. Raises NotFound."""
    game = selectors.game_for_viewer(number)
    return settle(number) if game.is_overdue(now=timezone.now()) else game


def settle_overdue_games(*, limit: int = BATCH, now: datetime | None = None) -> int:
    """End up to `limit` overdue games in one transaction and return how many; rows held by others are left alone."""
    now = now or timezone.now()
    overdue = Game.objects.overdue(now=now).order_by("deadline_at")
    # Most calls find nothing, and should cost no more than this look.
    if not overdue.exists():
        return 0
    with transaction.atomic():
        games = list(overdue.select_for_update(skip_locked=True, of=("self",))[:limit])
        return len(_settle_overdue(games, now=now))


def _settle_overdue(games: Sequence[Game], *, now: datetime) -> list[Game]:
    overdue = [game for game in games if game.is_overdue(now=now)]
    endings = [
        _Ending(game=game, result=_loss_of(game, game.on_move_id), termination="timeout") for game in overdue
    ]
    if endings:
        entries = _finish(endings, now=now)
        update_rows(overdue, _ENDING)
        events.record(entries, now=now)
    return overdue


def _loss_of(game: Game, user_id: int | None) -> str:
    return "0-1" if user_id == game.white_id else "1-0"


def _by_rule(game: Game, outcome: Outcome) -> _Ending:
    return _Ending(game=game, result=outcome.result, termination=outcome.termination.value)


def _end(ending: _Ending, *, now: datetime) -> None:
    entries = _finish([ending], now=now)
    _save(ending.game)
    events.record(entries, now=now)


def _finish(endings: Sequence[_Ending], *, now: datetime) -> list[Entry]:
    """What every ending does: set the state, lapse open offers, rate. The caller stores the games and records."""
    games = [ending.game for ending in endings]
    _close_offers(games, DrawOffer.Status.LAPSED, now=now)
    for ending in endings:
        _set_ended(ending, now=now)
    ratings.apply_results(games)
    return [_finished_entry(ending) for ending in endings]


def _set_ended(ending: _Ending, *, now: datetime) -> None:
    game = ending.game
    game.status = Game.Status.ABORTED if ending.result == Game.Result.OPEN else Game.Status.FINISHED
    game.result, game.termination = ending.result, ending.termination
    game.finished_at, game.deadline_at, game.on_move = now, None, None


def _finished_entry(ending: _Ending) -> Entry:
    data = {"result": ending.result, "termination": ending.termination, "ply": ending.game.ply} | ending.data
    return _entry(ending.game, Event.Type.GAME_FINISHED, actor_id=ending.actor_id, data=data)


# --- Talking ----------------------------------------------------------------------------------------------------------


def send_message(number: int, player: User, text: str) -> Message:
    """Write to the opponent, during the game or after it; raises NotFound, NotAPlayer, MessageMissing, MessageTooLong."""
    with transaction.atomic():
        game = _locked(number)
        now = timezone.now()
        _require_player(game, player)
        events.record([_write(game, player, text, now=now)], now=now)
        return game.messages.filter(author=player).latest("id")


def _write(game: Game, player: User, text: str, *, now: datetime) -> Entry:
    text = text.strip()
    if not text:
        raise errors.MessageMissing(game)
    if len(text) > Message.LONGEST:
        raise errors.MessageTooLong(game, longest=Message.LONGEST)
    message = Message.objects.create(game=game, author=player, ply=game.ply, text=text, created_at=now)
    data = {"message": message.pk, "ply": game.ply, "text": text}
    return _entry(game, Event.Type.MESSAGE_SENT, actor_id=player.pk, data=data)


# --- Shared -----------------------------------------------------------------------------------------------------------


def _locked(number: int) -> Game:
    game = Game.objects.select_for_update(of=("self",)).with_players().filter(number=number).first()
    if game is None:
        raise errors.NotFound
    return game


def _require_player(game: Game, player: User) -> None:
    if not game.has_player(player.pk):
        raise errors.NotAPlayer(game)


def _require_ongoing(game: Game) -> None:
    if not game.is_ongoing:
        raise errors.GameOver(game)


def _save(game: Game) -> None:
    game.save(update_fields=_STATE)


def _entry(game: Game, event_type: str, *, actor_id: int | None, data: dict[str, Any]) -> Entry:
    return Entry(type=event_type, recipients=game.player_ids, game=game, actor_id=actor_id, data=data)


def _text(game: Game) -> str | None:
    """The deadline as RFC 3339 in UTC, for the log."""
    return game.deadline_at.isoformat().replace("+00:00", "Z") if game.deadline_at else None
