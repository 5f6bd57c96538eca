"""The rules in words and pictures, and a page for each rule set."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.engine import RULESETS, AllInMills, DrawMode, Repetition, RuleSet
from games.models.terms import Rules
from games.web.lessons import lesson_of, lessons


class RuleSetRow(NamedTuple):
    """One line of the comparison: which of the differences apply, for the template to put into words."""

    name: str
    label: str
    rules: RuleSet
    takes_from_mills: bool
    repeats: str
    quiet_moves: int | None
    by_claim: bool


def row_of(rules: RuleSet) -> RuleSetRow:
    return RuleSetRow(
        name=rules.name,
        label=str(Rules(rules.name).label),
        rules=rules,
        takes_from_mills=rules.all_in_mills is AllInMills.ANY,
        repeats="" if rules.repetition is Repetition.NONE else rules.repetition.value,
        quiet_moves=rules.quiet_limit // 2 if rules.quiet_limit else None,
        by_claim=rules.draw_mode is DrawMode.CLAIM,
    )


def rules(request: HttpRequest) -> HttpResponse:
    rows = [row_of(rules) for rules in RULESETS.values()]
    return render(request, "games/rules.html", {"boards": lessons(), "rows": rows})


def rule_set(request: HttpRequest, name: str) -> HttpResponse:
    if name not in RULESETS:
        raise Http404
    chosen = RULESETS[name]
    others = [row_of(rules) for rules in RULESETS.values() if rules is not chosen]
    context = {"row": row_of(chosen), "board": lesson_of(chosen), "others": others}
    return render(request, "games/rule_set.html", context)
