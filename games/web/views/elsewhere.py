"""A game outside its own page: in a frame on somebody else's, and on paper."""

from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from accounts.looks import Look
from games import transitions
from games.engine import Color, Position, RuleSet
from games.models import Game
from games.pictures.styles import PINK_GREEN
from games.web.board import Board
from games.web.game_page import GamePage
from games.web.picture_forms import GamePictureForm
from games.web.print_forms import Diagram, PrintForm
from games.web.refusals import found
from games.wording import as_seen, side_name

POLL_SECONDS = 20


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it knows of views without a number only
@conditional_page
@cache_control(public=True, max_age=POLL_SECONDS // 2)
def embed(request: HttpRequest, number: int) -> HttpResponse:
    """The board, the players and the moves, for a frame on any page: no session, no cookie, nothing to be done."""
    game = found(lambda: transitions.current_game(number))
    wanted = GamePictureForm(request.GET, game=game)
    if not wanted.is_valid():
        return HttpResponse(f"{wanted.complaints}\n", status=400, content_type="text/plain; charset=utf-8")
    with translation.override(wanted.cleaned_data["language"] or translation.get_language()):
        answer = render(request, "games/embed.html", _embedded(wanted))
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def _embedded(wanted: GamePictureForm) -> dict[str, Any]:
    game = wanted.game
    page = _seen_by_all(game, wanted.cleaned_data["ply"])
    first, second = ("green", "pink") if wanted.chosen_style is PINK_GREEN else game.ruleset.colours
    seats = [(page.top_seat, second, game.black_rating), (page.bottom_seat, first, game.white_rating)]
    words = _("The board after half-move %(ply)s of %(last)s")
    return {
        "game": game,
        "page": page,
        "seats": seats[::-1] if wanted.lies.has_black_below else seats,
        "style": wanted.chosen_style.name,
        "look": wanted.look,
        "poll_seconds": POLL_SECONDS if game.is_ongoing else 0,
        "canonical": settings.SITE_URL + reverse("game", args=[game.number]),
        "board_words": words % {"ply": page.shown_ply, "last": game.ply},
        "board_words_pattern": words,
    }


@require_safe
def print_view(request: HttpRequest, number: int) -> HttpResponse:
    """The game on paper: who, when, how it ended, the moves, and diagrams after the half-moves in ?plies=18,54."""
    game = found(lambda: transitions.current_game(number))
    wanted = PrintForm(request.GET or None, game=game)
    page = _seen_by_all(game)
    rules = as_seen(game.ruleset, wanted.chosen_style.name)
    context = {
        "game": game,
        "page": page,
        "form": wanted,
        "seats": [_seat(game, color, rules) for color in Color],
        "diagrams": [_printed(diagram, page, rules) for diagram in wanted.diagrams],
        "address": settings.SITE_URL + reverse("game", args=[game.number]),
    }
    return render(request, "games/print.html", context, status=400 if wanted.errors else 200)


def _seen_by_all(game: Game, ply: int | None = None) -> GamePage:
    return GamePage(game=game, viewer=None, now=timezone.now(), last_event=0, look=Look(), asked_ply=ply)


def _seat(game: Game, color: Color, rules: RuleSet) -> dict[str, Any]:
    is_white = color is Color.WHITE
    return {
        "side": side_name(rules, color),
        "name": game.white.shown_name if is_white else game.black.shown_name,
        "rating": game.white_rating if is_white else game.black_rating,
    }


def _printed(diagram: Diagram, page: GamePage, rules: RuleSet) -> dict[str, Any]:
    move = page.moves[diagram.ply - 1] if diagram.ply else None
    position = Position.parse(move.position) if move else Position.start()
    return {**diagram._asdict(), "move": move and move.notation, "says": Board(position=position, rules=rules).words}
