"""The page of conditional moves."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.looks import Look, look_of
from games.analysis.board import analyse
from games.analysis.pages.analysis_page import AnalysisPage, BoardSide
from games.core.models.games import Game
from games.core.queries import current_game
from games.play import conditional_moves
from games.play.models import Plan
from games.play.queries import may_see_zwickmuehlen
from games.site.pages.forms import LinesForm, ProgrammeForm
from games.web.preferences import preferences_for
from games.web.refusals import FormError, get_or_404, run_or_form_error
from games.web.requests import SignedInRequest
from muehle import Color


@dataclass(frozen=True, kw_only=True)
class PlanPage(AnalysisPage):
    """As the analysis board, beginning with the game of a player whose opponent is to move.

    `lines_form` and `programme_form` hold what is planned, or what was sent and refused.
    """

    game: Game
    plan: Plan | None
    lines_form: LinesForm
    programme_form: ProgrammeForm | None

    @property
    def color(self) -> Color:
        """The side that plans."""
        return self.game.turn.opponent

    @property
    def is_flipped(self) -> bool:
        return self.color is Color.BLACK

    @property
    def board_label(self) -> str:
        return gettext("Board for moves ahead")

    @property
    def sides(self) -> dict[str, BoardSide]:
        sides = super().sides
        return {"top": sides["bottom"], "bottom": sides["top"]} if self.is_flipped else sides

    @property
    def opponent(self) -> str:
        return self.game.player(self.game.turn).name

    @property
    def data(self) -> dict[str, Any]:
        data = super().data
        plan = {"ply": self.game.ply, "color": self.color, "lines": self.lines_form.shown_lines}
        return data | {"plan": plan, "game": None, "texts": data["texts"] | texts()}


def page_of_plan(
    game: Game,
    plan: Plan | None,
    *,
    look: Look,
    preferences: dict[str, bool],
    sent: LinesForm | ProgrammeForm | None = None,
) -> PlanPage:
    """The page of what the player who is not on move has planned; `sent` is what was refused."""
    has_programme = not game.board.hand(game.turn.opponent)
    programme = sent if isinstance(sent, ProgrammeForm) else ProgrammeForm(initial=_begun(game, plan))
    return PlanPage(
        analysis=analyse([], rules=game.rules, start=game.position),
        game=game,
        plan=plan,
        look=look,
        preferences=preferences,
        viewer_id=game.player_id(game.turn.opponent),
        lines_form=sent if isinstance(sent, LinesForm) else LinesForm.of(game, plan),
        programme_form=programme if has_programme else None,
    )


def _begun(game: Game, plan: Plan | None) -> dict[str, Any]:
    """The initial values of the programme form: the stored programme, or a Zwickmühle that may be shown."""
    own = game.turn.opponent
    if plan and plan.programme:
        return {**plan.programme, "take": " ".join(plan.programme["take"]), "ply": game.ply + 1}
    found = game.board.zwickmuehlen(own) if may_see_zwickmuehlen(game, game.player_id(own)) else []
    return {"ply": game.ply + 1, **({"u": found[0].u, "v": found[0].v} if found else {})}


SCRIPT_TEXTS: dict[str, Promise] = {
    "plan_none": _("Nothing is planned: play a move of your opponent, then your answer."),
    "plan_answers": _("Answers planned: %(count)s."),
    "plan_open": _("Not answered yet, and so not part of the plan: %(moves)s."),
    "plan_changed": _("Not kept yet."),
    "plan_replaced": _("This is your answer now, in the place of the one before."),
}


def texts() -> dict[str, str]:
    """All of them, in the language in force."""
    return {name: str(text) for name, text in SCRIPT_TEXTS.items()}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: SignedInRequest, number: int) -> HttpResponse:
    """The stored conditional moves; a POST stores new ones, or shows them again with the error."""
    game = get_or_404(lambda: current_game(number))
    if not game.has_player(request.user.pk) or request.user.is_bot:
        raise Http404
    if request.method != "POST":
        return _shown(request, game)
    form = ProgrammeForm(request.POST) if "take" in request.POST else LinesForm(request.POST)
    kept = run_or_form_error(form, lambda: form.keep(number, request.user))
    if isinstance(kept, FormError):
        return _shown(request, game, form, status=kept.status)
    messages.success(request, gettext("Your plan is kept.") if kept else gettext("Nothing is planned any more."))
    return redirect("game", number)


def _shown(
    request: SignedInRequest, game: Game, sent: LinesForm | ProgrammeForm | None = None, *, status: int = 200
) -> HttpResponse:
    if not game.is_ongoing or game.on_move_id == request.user.pk:
        messages.info(request, gettext("Moves are planned while your opponent is to move."))
        return redirect("game", game.number)
    kept = conditional_moves.plan_of(game, request.user.pk)
    page = page_of_plan(game, kept, look=look_of(request), preferences=preferences_for(request), sent=sent)
    return render(request, "site/plan.html", {"page": page, "game": game}, status=status)
