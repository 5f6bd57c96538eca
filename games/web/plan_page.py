"""What the page of moves ahead shows: the game as it stands on a board for both sides, and what is planned upon it."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.looks import Look
from games import selectors
from games.analysis import analyse
from games.engine import Color
from games.models import Game, Plan
from games.web.analysis_page import AnalysisPage, Side
from games.web.forms.plans import LinesForm, ProgrammeForm
from games.web.plan_texts import texts


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
        return _("Board for moves ahead")

    @property
    def sides(self) -> dict[str, Side]:
        sides = super().sides
        return {"top": sides["bottom"], "bottom": sides["top"]} if self.is_flipped else sides

    @property
    def opponent(self) -> str:
        return self.game.player(self.game.turn).username

    def address_at(self, ply: int) -> str:
        """The scripts alone walk through what is planned."""
        return reverse("plan", args=[self.game.number])

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
    """What the form of a programme starts with: the one that is kept, or a Zwickmühle that may be pointed out."""
    own = game.turn.opponent
    if plan and plan.programme:
        return {**plan.programme, "take": " ".join(plan.programme["take"]), "ply": game.ply + 1}
    found = game.board.zwickmuehlen(own) if selectors.may_see_zwickmuehlen(game, game.player_id(own)) else []
    return {"ply": game.ply + 1, **({"u": found[0].u, "v": found[0].v} if found else {})}
