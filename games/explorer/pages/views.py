"""The page of the opening explorer. It works without scripts."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.analysis.board import analyse
from games.explorer.bands import BANDS, Band
from games.explorer.pages.openings_page import Choice, OpeningsPage
from games.web.requests import spend
from kit.errors import Refusal
from muehle import RULESETS, STANDARD


def openings(request: HttpRequest) -> HttpResponse:
    """What was played after the moves of the address."""
    # The same cost as over the API.
    spent = spend(request, cost=1)
    if spent.is_over:
        answer = _page(request, Choice(rules=STANDARD.name), _("Too many requests at once. Please wait a moment."), 429)
        answer["Retry-After"] = str(spent.wait)
        return answer
    return _page(request, _choice(request))


def _page(request: HttpRequest, choice: Choice, refusal: str = "", status: int = 200) -> HttpResponse:
    try:
        analysis = analyse(choice.moves, rules=choice.rules, start=choice.start)
    except Refusal as error:
        # The moves before the first error; the empty board if the position is invalid.
        ply = error.details.get("ply")
        rest = replace(choice, moves=choice.moves[: ply - 1]) if ply else replace(choice, moves=(), start=None)
        return _page(request, rest, error.message, 422)
    page = OpeningsPage(analysis=analysis, choice=choice, refusal=refusal)
    return render(request, "explorer/openings.html", {"page": page}, status=status)


def _choice(request: HttpRequest) -> Choice:
    asked = request.GET
    rules = asked.get("rules") or STANDARD.name
    if rules not in RULESETS:
        raise Http404
    return Choice(
        rules=rules,
        moves=asked.get("moves", "").lower().replace(",", " ").split(),
        start=" ".join(asked.get("position", "").split()) or None,
        band=_band(asked.get("band")),
        year=_year(asked.get("year")),
    )


def _band(code: str | None) -> Band | None:
    if code and code not in BANDS:
        raise Http404
    return BANDS[code] if code else None


def _year(text: str | None) -> int | None:
    if text and not (text.isascii() and text.isdigit() and len(text) == len("2026")):
        raise Http404
    return int(text) if text else None
