"""Conditional moves and Zwickmühle programmes: store them, delete them, and find the answer to a move.

Only their player sees them. They exist while the opponent is to move; each of the opponent's half-moves uses them up
or ends them.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from django.db import transaction

import muehle
from accounts.models import User
from games.core.errors import GameOver
from games.core.event_log import Entry
from games.core.labels import why_not_stored
from games.core.locking import locked_game_of
from games.core.models.games import Game
from games.play import loading
from games.play.errors import ConditionalMovesOnOwnTurn, ConditionalMovesRefused, NoZwickmuehle, StalePly
from games.play.events import conditional_moves_stopped
from games.play.models import ConditionalMoves, Stopped
from games.players import sanctions
from kit.errors import raises
from muehle.conditional_moves import Line, answer_to, check_lines
from muehle.errors import ImpossibleLine
from muehle.programme import Programme, next_move, zwickmuehle_for


def stored_for(game: Game, player_id: int | None) -> ConditionalMoves | None:
    """The player's conditional moves in the game, if any."""
    return ConditionalMoves.objects.filter(game=game, player=player_id).first() if player_id else None


@raises(loading.parsed, locked_game_of, GameOver, StalePly, ConditionalMovesOnOwnTurn, ConditionalMovesRefused)
def keep_lines(number: int, player: User, lines: Sequence[Sequence[str]], *, ply: int) -> ConditionalMoves | None:
    """Replace the player's conditional moves by answers to half-move `ply`, the opponent's next one.

    Each line is a list of half-moves, the opponent's and the player's in turn; without lines they are deleted.
    Returns what is stored.
    """
    parsed = parsed_lines(lines)
    with transaction.atomic():
        game = _locked(number, player, ply=ply)
        return store_lines(game, player, parsed, now=game.locked_at)


@raises(locked_game_of, GameOver, StalePly, ConditionalMovesOnOwnTurn, NoZwickmuehle)
def keep_programme(number: int, player: User, programme: Programme, *, ply: int) -> ConditionalMoves:
    """Let one stone move to and fro between two points, each time taking what the programme names first."""
    with transaction.atomic():
        game = _locked(number, player, ply=ply)
        if zwickmuehle_for(programme, game.board, own_turn=False) is None:
            raise NoZwickmuehle(game, u=programme.u, v=programme.v)
        columns = {"u": programme.u, "v": programme.v, "take": list(programme.take)}
        return _store(game, player, now=game.locked_at, lines=[], programme=columns)


@raises(locked_game_of)
def drop(number: int, player: User) -> None:
    """Delete the player's conditional moves, if there are any."""
    with transaction.atomic():
        game = locked_game_of(number, player.pk)
        ConditionalMoves.objects.filter(game=game, player=player).delete()


def forget(games: Sequence[Game]) -> None:
    """Delete the conditional moves of these games. The caller has their locks."""
    having = [game for game in games if game.has_conditional_moves]
    if having:
        ConditionalMoves.objects.filter(game__in=having).delete()


def stop(game: Game, *, reason: Stopped) -> list[Entry]:
    """Delete the conditional moves of a game that goes on otherwise, and return the events for their players. The
    caller has the lock."""
    rows = ConditionalMoves.objects.filter(game=game).order_by("pk")
    players = list(rows.values_list("player", flat=True))
    rows.delete()
    return [conditional_moves_stopped(game, player, reason=reason.value) for player in players]


@raises(loading.parsed)
def parsed_lines(lines: Sequence[Sequence[str]]) -> list[Line]:
    """The lines as moves, not checked for legality."""
    return [tuple(map(loading.parsed, line)) for line in lines]


@raises(ConditionalMovesRefused)
def store_lines(game: Game, player: User, lines: Sequence[Line], *, now: datetime) -> ConditionalMoves | None:
    """As keep_lines, under the lock that the caller has and after the player's own move."""
    try:
        check_lines(game.board, lines, game.ruleset)
    except ImpossibleLine as refused:
        raise _refusal(game, lines, refused) from refused
    if lines:
        return _store(game, player, now=now, lines=[list(map(str, line)) for line in lines], programme=None)
    ConditionalMoves.objects.filter(game=game, player=player).delete()
    return None


def answer(game: Game) -> muehle.Move | Entry | None:
    """The stored answer to the last move: a legal move, which is removed from what is stored; or the event that the
    conditional moves end here; None without any. The caller has the lock."""
    stored = stored_for(game, game.on_move_id)
    if stored is None:
        return None
    last = muehle.Move.parse(game.last_move)
    found, rest = _answer_and_rest(stored, game, last)
    if reason := _why_held(game):
        stored.delete()
        prepared = str(found) if isinstance(found, muehle.Move) else ""
        return conditional_moves_stopped(game, stored.player_id, reason=reason.value, prepared=prepared)
    if not isinstance(found, muehle.Move):
        stored.delete()
        return conditional_moves_stopped(game, stored.player_id, reason=found.value)
    if stored.programme is None:
        _keep_rest(stored, rest)
    return found


def _why_held(game: Game) -> Stopped | None:
    """Why a conditional move is not played although there is one."""
    if sanctions.warning_before(game, game.player(game.turn)):
        return Stopped.WARNED
    return Stopped.DRAW_OFFERED if game.draw_offered_by_id is not None else None


def _answer_and_rest(
    stored: ConditionalMoves, game: Game, last: muehle.Move
) -> tuple[muehle.Move | StrEnum, Sequence[Line]]:
    """The answer to the last move, or why there is none; and the lines that are left then."""
    if programme := stored.parsed_programme:
        return next_move(programme, game.board, game.ruleset, last=last), ()
    found = answer_to(last, stored.parsed_lines)
    return (Stopped.UNFORESEEN, ()) if found is None else (found.move, found.lines)


def _keep_rest(stored: ConditionalMoves, lines: Sequence[Line]) -> None:
    stored.lines = [list(map(str, line)) for line in lines]
    if stored.lines:
        stored.save(update_fields=["lines"])
    else:
        stored.delete()


def _store(game: Game, player: User, *, now: datetime, **columns: object) -> ConditionalMoves:
    stored, _ = ConditionalMoves.objects.update_or_create(
        game=game, player=player, defaults={**columns, "updated_at": now}
    )
    return stored


def _locked(number: int, player: User, *, ply: int) -> Game:
    game = locked_game_of(number, player.pk)
    if not game.is_ongoing:
        raise GameOver(game)
    if ply != game.ply + 1:
        raise StalePly(game, ply=ply, expected=game.ply + 1)
    if game.on_move_id == player.pk:
        raise ConditionalMovesOnOwnTurn(game)
    return game


def _refusal(game: Game, lines: Sequence[Line], refused: ImpossibleLine) -> ConditionalMovesRefused:
    line = lines[refused.line - 1]
    move = str(line[refused.half_move - 1]) if refused.half_move <= len(line) else ""
    reason = (refused.illegal.reason if refused.illegal else refused.fault) or ""
    where = {"line": refused.line, "half_move": refused.half_move, "move": move}
    return ConditionalMovesRefused(game, **where, why=why_not_stored(refused), reason=str(reason))
