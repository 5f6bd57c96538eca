"""The analysis board: any position, any public game, any record, for everybody; also for two players on one screen.

`?game=7` and `?record=7` name a stored game and a record of the reader's.
"""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.looks import look_of
from games.analysis import records
from games.analysis.board import Analysis, analyse, analyse_record
from games.analysis.pages.analysis_page import AnalysisPage, MoveLine, line_of
from games.core.models.games import Game
from games.core.queries import current_game, moves_of
from games.web.preferences import preferences_for
from games.web.requests import asked_ply, spend
from kit import rate_limits
from kit.errors import Refusal
from kit.pages import get_or_404
from muehle import RULESETS, STANDARD

# The same cost as that of a record over the API.
RECORD_COST = 5


@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: HttpRequest) -> HttpResponse:
    """The board with the line of the URL, or of the same fields if they were posted; or with the posted record. It
    works without scripts."""
    spent = _spent(request)
    if spent.is_over:
        return _too_many(request, spent)
    if "record" in request.POST:
        return _record(request)
    said = request.POST if request.method == "POST" else request.GET
    game = _game(said)
    line = _line(request, said, game)
    if undone := asked_ply(said.get("undo", "")):
        return _led_to(request, replace(line, moves=line.moves[: undone - 1], ply=None))
    move = (said.get("move") or said.get("choice") or "").strip().lower()
    if move:
        return _played(request, line, move)
    return _shown(request, line, game=game)


def _spent(request: HttpRequest) -> rate_limits.LimitUsage:
    """Playing out moves costs as much as over the API, and counts against the same limit."""
    return spend(request, cost=RECORD_COST if request.method == "POST" else 1)


def _too_many(request: HttpRequest, spent: rate_limits.LimitUsage) -> HttpResponse:
    refusal = _("Too many requests at once. Please wait a moment.")
    record = request.POST.get("record", "")
    answer = _page(request, analyse([], rules=STANDARD.name), refusal=refusal, record=record, status=429)
    answer["Retry-After"] = str(spent.wait)
    return answer


def _record(request: HttpRequest) -> HttpResponse:
    """Play the posted record out, and show its moves."""
    text, rules = request.POST.get("record", ""), _rules(request.POST.get("rules"))
    try:
        played = analyse_record(text, rules=rules)
    except Refusal as refusal:
        return _page(request, analyse([], rules=rules), refusal=refusal.message, record=text, status=422)
    return _led_to(request, line_of(played))


def _led_to(request: HttpRequest, line: MoveLine) -> HttpResponse:
    """Redirect to the URL of the line, or show it if it is too long for one."""
    return HttpResponseRedirect(line.address) if line.fits else _shown(request, line)


def _played(request: HttpRequest, line: MoveLine, move: str) -> HttpResponse:
    """Add a move to the viewed ones, or say why it is not possible."""
    before = line.cut
    try:
        analyse([*before.moves, move], rules=line.rules, start=line.start)
    except Refusal as refusal:
        return _shown(request, before, refusal=refusal.message, typed=move)
    return _led_to(request, replace(before, moves=[*before.moves, move]))


def _shown(
    request: HttpRequest, line: MoveLine, *, game: Game | None = None, refusal: str = "", typed: str = ""
) -> HttpResponse:
    try:
        whole = analyse(line.moves, rules=line.rules, start=line.start)
        shown = whole if line.ply is None else analyse(line.cut.moves, rules=line.rules, start=line.start)
    except Refusal as error:
        whole = shown = _as_far_as_possible(line, error)
        refusal = error.message
    others = {"line": whole, "game": game, "is_for_two": line.is_for_two}
    return _page(request, shown, refusal=refusal, typed=typed, status=422 if refusal else 200, **others)


def _as_far_as_possible(line: MoveLine, refusal: Refusal) -> Analysis:
    """The moves before the first error; the empty board if the position is invalid."""
    ply = refusal.details.get("ply")
    if ply is None:
        return analyse([], rules=line.rules)
    return analyse(line.moves[: ply - 1], rules=line.rules, start=line.start)


def _page(request: HttpRequest, shown: Analysis, *, status: int = 200, **rest: Any) -> HttpResponse:
    """Render the page; `rest` has further arguments of AnalysisPage."""
    page = AnalysisPage(
        analysis=shown,
        look=look_of(request),
        preferences=preferences_for(request),
        viewer_id=request.user.pk,
        **rest,
    )
    return render(request, "analysis/analysis.html", {"page": page}, status=status)


# --- What the address names ---


def _game(said: QueryDict) -> Game | None:
    number = _number(said.get("game"))
    return None if number is None else get_or_404(lambda: current_game(number))


def _number(text: str | None) -> int | None:
    """The number in the URL; raises Http404 if it is not one."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Http404
    return int(text)


def _line(request: HttpRequest, said: QueryDict, game: Game | None) -> MoveLine:
    ply, is_for_two = asked_ply(said.get("ply", "")), said.get("players") == "2"
    if number := _number(said.get("record")):
        kept = get_or_404(lambda: records.record_for(request.user.pk, number))
        return MoveLine(rules=kept.rules, start=kept.start, moves=kept.move_list, ply=ply)
    if game:
        return MoveLine(rules=game.rules, moves=[move.notation for move in moves_of(game)], ply=ply)
    moves = said.get("moves", "").lower().replace(",", " ").split()
    start = " ".join(said.get("position", "").split()) or None
    return MoveLine(rules=_rules(said.get("rules")), start=start, moves=moves, ply=ply, is_for_two=is_for_two)


def _rules(name: str | None) -> str:
    if not name:
        return STANDARD.name
    if name not in RULESETS:
        raise Http404
    return name
