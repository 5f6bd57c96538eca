"""The pages of puzzles."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.puzzles.daily import daily_puzzle
from games.puzzles.models import THEMES, DailyPuzzle
from games.puzzles.pages.puzzle_page import PuzzlePage
from games.puzzles.queries import any_puzzle, last_attempt, next_puzzle, puzzle_of, solver_of, streak_of, themes_in_use
from games.puzzles.solving import Answer, attempt
from games.web.exercise import shown_exercise
from games.web.preferences import preferences_for
from games.web.templatetags.diagrams import Diagram
from kit.errors import NotFound, Refusal
from kit.pages import get_or_404, run_or_message
from muehle_engine.puzzles import Theme


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day, the reader's rating and streak, and puzzles by theme."""
    user = _reader(request)
    solver = solver_of(user) if user else None
    daily = _daily()
    context = {
        "daily": daily,
        "board": daily and _picture(daily),
        "tried": last_attempt(daily.puzzle, user) if daily and user else None,
        "solver": solver,
        "streak": solver and streak_of(solver),
        "themes": [(theme, THEMES[theme]) for theme in themes_in_use()],
    }
    return render(request, "puzzles/puzzles.html", context)


@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Go to the next puzzle for the player, or to any for a visitor, of one theme or of all."""
    theme, user = _theme(request), _reader(request)
    found = run_or_message(request, lambda: next_puzzle(user, theme) if user else any_puzzle(theme))
    if found is None:
        return redirect("puzzles")
    return redirect(reverse("puzzle", args=[found.pk]) + (f"?theme={theme}" if theme else ""))


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """A puzzle; by POST also the answer to moves, as JSON for the script of the page."""
    found, user = get_or_404(lambda: puzzle_of(number)), _reader(request)
    earlier = last_attempt(found, user) if user else None
    answer, refusal = _answer(request, number, user) if request.method == "POST" else (None, "")
    page = PuzzlePage(
        puzzle=found,
        preferences=preferences_for(request),
        theme=_theme(request),
        answer=answer,
        refusal=refusal,
        solver=solver_of(user) if user else None,
        earlier=earlier,
    )
    return shown_exercise(request, "puzzles/puzzle.html", page, is_refused=bool(refusal))


def _answer(request: HttpRequest, number: int, user: User | None) -> tuple[Answer | None, str]:
    """The answer to the moves of the form, or why there is none."""
    moves = [*request.POST.get("moves", "").split(), *request.POST.get("move", "").split()]
    try:
        return attempt(number, moves, user, gives_up="give_up" in request.POST), ""
    except Refusal as refusal:
        return None, refusal.message


def _reader(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _theme(request: HttpRequest) -> Theme | None:
    theme = request.GET.get("theme")
    return Theme(theme) if theme in set(Theme) else None


def _daily() -> DailyPuzzle | None:
    try:
        return daily_puzzle()
    except NotFound:
        return None


def _picture(daily: DailyPuzzle) -> Diagram:
    says = _("The position of today’s puzzle")
    return Diagram(position=daily.puzzle.board, says=says, colours=daily.puzzle.ruleset.colours)
