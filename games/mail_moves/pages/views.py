"""The page behind the link in a mail: the board, the moves, and one move that can be played."""

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.core.labels import as_seen, side_name
from games.core.queries import moves_of
from games.mail_moves import links
from games.mail_moves.links import Turn
from games.play.actions import play_move
from games.play.pages.move_list import listed
from games.play.pages.typed_moves import LONGEST_TYPED, written
from games.web.board import Board
from kit import rate_limits
from kit.errors import Refusal
from kit.pages import get_or_404
from muehle import Color

# As in the API: what changes something counts as several calls.
COST = 5


# Nobody can know the address who does not have the mail, and mail programs keep no cookies: it takes the place of the
# token against forged requests.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def mail_move(request: HttpRequest, token: str) -> HttpResponse:
    """The turn that the link is for. Looking changes nothing; a POST plays the move."""
    turn = get_or_404(lambda: links.turn_of(token))
    spent = rate_limits.spend("guest", f"mail-move:{turn.player.pk}", cost=COST if request.method == "POST" else 1)
    if spent.is_over:
        return HttpResponse(status=429, headers={"Retry-After": str(spent.wait)})
    with translation.override(turn.player.language), timezone.override(ZoneInfo(turn.player.time_zone)):
        if request.method == "POST" and turn.is_open:
            refused = _play(request, turn)
            answer = _page(request, turn, refused) if refused else redirect("mail_move", token)
        else:
            answer = _page(request, turn, "")
    answer["Cache-Control"] = "no-store"
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _play(request: HttpRequest, turn: Turn) -> str:
    """Play what was chosen or typed; returns why that was refused, or nothing."""
    text = request.POST.get("notation", "").strip() or request.POST.get("choice", "")
    if not text:
        return _("Choose a move, or type one.")
    try:
        play_move(turn.game.number, turn.player, written(text[:LONGEST_TYPED]), ply=turn.ply)
    except Refusal as refusal:
        return str(refusal.message)
    return ""


def _page(request: HttpRequest, turn: Turn, refused: str) -> HttpResponse:
    game, player = turn.game, turn.player
    color = game.color_of(player.pk) or Color.WHITE
    rules = as_seen(game.ruleset, player.board_style)
    board = Board(position=game.board, rules=rules, flipped=color is Color.BLACK)
    moves = moves_of(game)
    context: dict[str, Any] = {
        "turn": turn,
        "game": game,
        "player": player,
        "opponent": game.player(color.opponent),
        "side": side_name(rules, color),
        "refused": refused,
        "board_words": board.words,
        "picture_query": f"ply={game.ply}&style={player.board_style}{'&turned=1' if board.flipped else ''}",
        "moves": listed(moves, game.ruleset),
        "legal_moves": [],
        "site": settings.SITE_URL,
    }
    if turn.is_open:
        legal = [str(move) for move in game.board.legal_moves(game.ruleset)]
        prepared = links.prepared(turn)
        context |= {"legal_moves": legal, "prepared": prepared if prepared in legal else ""}
    else:
        context["played"] = next((move.notation for move in moves if move.ply == turn.ply), "")
    return render(request, "mail_moves/move.html", context, status=422 if refused else 200)
