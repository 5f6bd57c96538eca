"""Conditional moves: what their forms begin with, and the texts of the script (plans.html, plan.html)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.play import conditional_moves
from games.play.models import Plan
from games.site.pages.game.forms import KeepLines, KeepProgramme
from muehle import Color

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True, kw_only=True)
class PlanForms:
    """What is planned, and the forms with it, or with what was sent and refused.

    `programme` is None while the player has stones to place. Moves are planned while the opponent is on move.
    """

    may_plan: bool
    plan: Plan | None
    lines: KeepLines
    programme: KeepProgramme | None

    @property
    def stored_lines(self) -> list[list[str]]:
        return self.plan.lines if self.plan else []


def plan_forms(page: "GamePage") -> PlanForms | None:
    """The forms for a player of an ongoing game."""
    game, color, sent = page.game, page.color, page.sent_form
    if color is None or not game.is_ongoing:
        return None
    may_plan = game.on_move_id != page.viewer_id
    plan = conditional_moves.plan_of(game, page.viewer_id) if may_plan else None
    programme = sent if isinstance(sent, KeepProgramme) else KeepProgramme(initial=_begun(page, plan, color))
    text = "\n".join(" ".join(line) for line in plan.lines) if plan else ""
    lines = sent if isinstance(sent, KeepLines) else KeepLines(initial={"lines": text})
    return PlanForms(may_plan=may_plan, plan=plan, lines=lines, programme=None if game.board.hand(color) else programme)


def _begun(page: "GamePage", plan: Plan | None, color: Color) -> dict[str, Any]:
    """The initial values of the programme form: the stored programme, or a Zwickmühle that may be shown."""
    if plan and plan.programme:
        return {**plan.programme, "take": " ".join(plan.programme["take"])}
    found = page.game.board.zwickmuehlen(color) if page.may_see_zwickmuehlen else []
    return {"u": found[0].u, "v": found[0].v} if found else {}


SCRIPT_TEXTS: dict[str, Promise] = {
    "plan_theirs": _("Choose a move for your opponent."),
    "plan_mine": _("%(move)s: choose your answer."),
    "plan_over": _("The game would be over here."),
    "plan_left": _("The board shows the game again."),
    "plan_none": _("No conditional moves yet: play a move for your opponent on the board, then your answer."),
    "plan_answers": _("Answers: %(count)s."),
    "plan_open": _("Moves without an answer are not saved: %(moves)s."),
    "plan_changed": _("Not saved yet."),
    "plan_waits": _("After your move you can save the rest."),
    "plan_replaced": _("This is your answer now; it replaces the old one."),
    "plan_remove": _("Remove %(move)s and all moves after it"),
    "plan_removed": _("Removed %(move)s and all moves after it."),
    "plan_unanswered": _("no answer yet"),
    "plan_save": _("Save"),
    "plan_saved": _("Saved"),
    "plan_foreseen": _("Your answer %(move)s is ready on the board: send it, or play another move."),
    "plan_meant": _("You wanted to answer %(move)s."),
    "plan_rest": _("The moves after it are still here, but not saved."),
    "plan_no_answer": _("You had no answer to it yet."),
    "plan_unforeseen": _("Your conditional moves do not cover this. What you entered is still shown there."),
}


def texts() -> dict[str, str]:
    """All of them, in the language in force."""
    return {name: str(text) for name, text in SCRIPT_TEXTS.items()}
