"""Pages of the rules and of the first lesson."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.learn.lesson.step import LessonAnswer, LessonStep, not_possible
from games.learn.lesson.steps import BY_SLUG, STEPS
from games.learn.rules.rule_sets import ABOUT, comparison, differences_from, row_of
from games.learn.rules.sections import sections_for, shared_sections
from games.web.board import Board
from games.web.preferences import preferences_for
from muehle import RULESETS, STANDARD, IllegalMove, MalformedMove, Move, Position

# The picture beside the introduction: White can close a mill.
PICTURE, LAST_MOVE = Position.parse("WW..B....B.....W..B.B.W. w 5 5 0"), Move.parse("b2")


def learn(request: HttpRequest) -> HttpResponse:
    label = _("A board while stones are being placed: White can close a mill on g7.")
    board = Board(position=PICTURE, rules=STANDARD, last_move=LAST_MOVE, label=label)
    return render(request, "learn/overview.html", {"steps": STEPS, "board": board})


def learned(request: HttpRequest) -> HttpResponse:
    last = STEPS[-1]
    return render(request, "learn/done.html", {"board": last.board(last.accepted[0])})


def step(request: HttpRequest, slug: str) -> HttpResponse:
    """A step; with ?move=d6xa1, which is used without scripts, also the response to that move."""
    if slug not in BY_SLUG:
        raise Http404
    current = BY_SLUG[slug]
    tried = request.GET.get("move")
    try:
        answer, refusal = (current.answer(Move.parse(tried)) if tried else None), ""
    except MalformedMove:
        answer, refusal = None, _("That move is not possible here. Choose one from the list.")
    except IllegalMove as error:
        answer, refusal = None, not_possible(error)
    context = _context(current, answer, preferences_for(request)) | {"refusal": refusal}
    return render(request, "learn/step.html", context, status=422 if refusal else 200)


def _context(current: LessonStep, answer: LessonAnswer | None, preferences: dict[str, bool]) -> dict[str, object]:
    return {
        "step": current,
        "place": _place(STEPS.index(current)),
        "answer": answer,
        "data": current.data | {"preferences": preferences},
        "board": replace(current.board(answer.move if answer else None), marks=preferences["marks"]),
        "choices": [(str(move), _in_words(move)) for move in current.legal_moves],
    }


def _place(index: int) -> dict[str, object]:
    """The step's number and its neighbours, which are None at the ends."""
    previous, following = (STEPS[i] if i in range(len(STEPS)) else None for i in (index - 1, index + 1))
    return {"number": index + 1, "of": len(STEPS), "previous": previous, "following": following}


def _in_words(move: Move) -> str:
    points = {"source": move.source, "target": move.target, "removed": move.removed}
    if move.source:
        words = _("%(source)s to %(target)s, taking %(removed)s") if move.removed else _("%(source)s to %(target)s")
    else:
        words = _("%(target)s, taking %(removed)s") if move.removed else "%(target)s"
    return words % points


def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "learn/rules.html", {"sections": shared_sections(), "rows": comparison()})


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
    return render(request, "learn/rule_set.html", context)
