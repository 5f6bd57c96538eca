"""The page of the solved game."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.solved.pages.counted import STONES, CountedFamily
from games.web.templatetags.diagrams import Diagram
from muehle import RULESETS, STANDARD, Position
from muehle.position import START
from muehle_tables import FAMILIES, family_of

# A position of the package, won in as many half-moves as no other with three stones each.
EXAMPLE: Final = "WB......W.....W......BB. w 0 0 0"
PROGRAM: Final = """\
from muehle import RULESETS, Position
from muehle_tables import Tables
print(Tables.open().value(Position.parse("{position}"), RULESETS["{rules}"]))
"""
PRINTED: Final = "Value(result=<Result.WON: 'won'>, distance=25, is_proved=True)"


def solved(request: HttpRequest) -> HttpResponse:
    """The counts under the rules of `?rules=`, and how a value is checked."""
    rules = RULESETS.get(request.GET.get("rules", STANDARD.name))
    family = family_of(rules) if rules else None
    if family is None:
        raise Http404
    chosen = CountedFamily(family)
    context = {
        "chosen": chosen,
        "families": [CountedFamily(each) for each in FAMILIES.values()],
        "stones": STONES,
        "start_board": _start_board(chosen),
        "example_board": Diagram(position=Position.parse(EXAMPLE), says=_("White to move wins."), labels=True),
        "program": PROGRAM.format(position=EXAMPLE, rules=chosen.rules),
        "printed": PRINTED,
    }
    return render(request, "solved/solved.html", context)


def _start_board(chosen: CountedFamily) -> Diagram:
    """The empty board, with the points marked whose value is known."""
    points = tuple(point for move in chosen.first_moves if move.value for point in move.points)
    says = _("The empty board.")
    if points:
        says = "; ".join(f"{', '.join(move.points)}: {move.value}" for move in chosen.first_moves)
    return Diagram(position=START, says=says, free=points, labels=True)
