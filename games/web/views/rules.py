"""The rules in words and pictures: what all rule sets share, and a whole page for each of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.engine import RULESETS
from games.web.rulebook.rule_sets import ABOUT, comparison, differences_from, row_of
from games.web.rulebook.sections import sections_for, shared_sections


def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"sections": shared_sections(), "rows": comparison()})


def rule_set(request: HttpRequest, name: str) -> HttpResponse:
    if name not in RULESETS:
        raise Http404
    chosen = RULESETS[name]
    context = {
        "row": row_of(chosen),
        "about": ABOUT[name],
        "sections": sections_for(chosen),
        "differences": differences_from(chosen),
    }
    return render(request, "games/rule_set.html", context)
