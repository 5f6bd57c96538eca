"""Conditional moves and Zwickmühle programmes: store them, delete them, and find the answer to a move.

Only its player sees a plan. It exists while the opponent is to move; each of their half-moves uses it up or ends it.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from django.db import transaction

import muehle
from accounts.models import User
from games.core.errors import GameOver
from games.core.event_log import Entry
from games.core.labels import why_unplanned
from games.core.locking import locked_game_of
from games.core.models.games import Game
from games.play import loading
from games.play.errors import NoZwickmuehle, PlanOnOwnTurn, PlanRefused, StalePly
from games.play.events import plan_stopped
from games.play.models import Plan, Stopped
from games.players import sanctions
from kit.errors import raises
from muehle.conditional_moves import Line, answer_to, check_lines
from muehle.errors import ImpossiblePlan
from muehle.programme import Programme, next_move, zwickmuehle_for


def plan_of(game: Game, player_id: int | None) -> Plan | None:
    """The player's plan in the game, if any."""
    return Plan.objects.filter(game=game, player=player_id).first() if player_id else None


@raises(loading.parsed, locked_game_of, GameOver, StalePly, PlanOnOwnTurn, PlanRefused)
def keep_lines(number: int, player: User, lines: Sequence[Sequence[str]], *, ply: int) -> Plan | None:
    """Replace the plan by answers to half-move `ply`, the opponent's next one.

    Each line is a list of half-moves, the opponent's and the player's in turn; without lines the plan is deleted.
    Returns the plan.
    """
    parsed = parsed_lines(lines)
    with transaction.atomic():
        game = _locked(number, player, ply=ply)
        return store_lines(game, player, parsed, now=game.locked_at)


@raises(locked_game_of, GameOver, StalePly, PlanOnOwnTurn, NoZwickmuehle)
def keep_programme(number: int, player: User, programme: Programme, *, ply: int) -> Plan:
    """Plan to move one stone to and fro between two points, each time taking what the programme names first."""
    with transaction.atomic():
        game = _locked(number, player, ply=ply)
        if zwickmuehle_for(programme, game.board, own_turn=False) is None:
            raise NoZwickmuehle(game, u=programme.u, v=programme.v)
        columns = {"u": programme.u, "v": programme.v, "take": list(programme.take)}
        return _store(game, player, now=game.locked_at, lines=[], programme=columns)


@raises(locked_game_of)
def drop(number: int, player: User) -> None:
    """Delete the plan, if there is one."""
    with transaction.atomic():
        game = locked_game_of(number, player.pk)
        Plan.objects.filter(game=game, player=player).delete()


def forget(games: Sequence[Game]) -> None:
    """Delete the plans of these games. The caller has their locks."""
    planned = [game for game in games if game.has_plan]
    if planned:
        Plan.objects.filter(game__in=planned).delete()


def stop(game: Game, *, reason: Stopped) -> list[Entry]:
    """Delete the plans of a game that goes on otherwise, and return the events for their players. The caller has the
    lock."""
    plans = Plan.objects.filter(game=game).order_by("pk")
    players = list(plans.values_list("player", flat=True))
    plans.delete()
    return [plan_stopped(game, player, reason=reason.value) for player in players]


@raises(loading.parsed)
def parsed_lines(lines: Sequence[Sequence[str]]) -> list[Line]:
    """The lines as moves, not checked for legality."""
    return [tuple(map(loading.parsed, line)) for line in lines]


@raises(PlanRefused)
def store_lines(game: Game, player: User, lines: Sequence[Line], *, now: datetime) -> Plan | None:
    """As keep_lines, under the lock that the caller has and after the player's own move."""
    try:
        check_lines(game.board, lines, game.ruleset)
    except ImpossiblePlan as refused:
        raise _refusal(game, lines, refused) from refused
    if lines:
        return _store(game, player, now=now, lines=[list(map(str, line)) for line in lines], programme=None)
    Plan.objects.filter(game=game, player=player).delete()
    return None


def answer(game: Game) -> muehle.Move | Entry | None:
    """The planned answer to the last move: a legal move, which is removed from the plan; or the event that the plan
    ends here; None without a plan. The caller has the lock."""
    plan = plan_of(game, game.on_move_id)
    if plan is None:
        return None
    last = muehle.Move.parse(game.last_move)
    found, rest = _planned(plan, game, last)
    if reason := _why_held(game):
        plan.delete()
        prepared = str(found) if isinstance(found, muehle.Move) else ""
        return plan_stopped(game, plan.player_id, reason=reason.value, prepared=prepared)
    if not isinstance(found, muehle.Move):
        plan.delete()
        return plan_stopped(game, plan.player_id, reason=found.value)
    if plan.programme is None:
        _keep_rest(plan, rest)
    return found


def _why_held(game: Game) -> Stopped | None:
    """Why a planned move is not played although there is one."""
    if sanctions.warning_before(game, game.player(game.turn)):
        return Stopped.WARNED
    return Stopped.DRAW_OFFERED if game.draw_offered_by_id is not None else None


def _planned(plan: Plan, game: Game, last: muehle.Move) -> tuple[muehle.Move | StrEnum, Sequence[Line]]:
    """The planned answer to the last move, or why there is none; and the lines that are left then."""
    if programme := plan.parsed_programme:
        return next_move(programme, game.board, game.ruleset, last=last), ()
    found = answer_to(last, plan.parsed_lines)
    return (Stopped.UNFORESEEN, ()) if found is None else (found.move, found.lines)


def _keep_rest(plan: Plan, lines: Sequence[Line]) -> None:
    plan.lines = [list(map(str, line)) for line in lines]
    if plan.lines:
        plan.save(update_fields=["lines"])
    else:
        plan.delete()


def _store(game: Game, player: User, *, now: datetime, **columns: object) -> Plan:
    plan, _ = Plan.objects.update_or_create(game=game, player=player, defaults={**columns, "updated_at": now})
    return plan


def _locked(number: int, player: User, *, ply: int) -> Game:
    game = locked_game_of(number, player.pk)
    if not game.is_ongoing:
        raise GameOver(game)
    if ply != game.ply + 1:
        raise StalePly(game, ply=ply, expected=game.ply + 1)
    if game.on_move_id == player.pk:
        raise PlanOnOwnTurn(game)
    return game


def _refusal(game: Game, lines: Sequence[Line], refused: ImpossiblePlan) -> PlanRefused:
    line = lines[refused.line - 1]
    move = str(line[refused.half_move - 1]) if refused.half_move <= len(line) else ""
    reason = (refused.illegal.reason if refused.illegal else refused.fault) or ""
    where = {"line": refused.line, "half_move": refused.half_move, "move": move}
    return PlanRefused(game, **where, why=why_unplanned(refused), reason=str(reason))
