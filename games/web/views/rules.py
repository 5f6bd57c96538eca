"""The rules in words and pictures: what all rule sets share, and a whole page for each of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.engine import RULESETS
from games.web.rulebook.lessons import lessons_for, shared_lessons
from games.web.rulebook.rule_sets import ABOUT, FEATURES, comparison, differences_from, row_of


def rules(request: HttpRequest) -> HttpResponse:
    context = {"lessons": shared_lessons(), "rows": comparison(), "headings": [one.heading for one in FEATURES]}
    return render(request, "games/rules.html", context)


def rule_set(request: HttpRequest, name: str) -> HttpResponse:
    if name not in RULESETS:
        raise Http404
    chosen = RULESETS[name]
    context = {
        "row": row_of(chosen),
        "about": ABOUT[name],
        "lessons": lessons_for(chosen),
        "differences": differences_from(chosen),
    }
    return render(request, "games/rule_set.html", context)
