"""Conditional moves on the page of a game: the forms, what they begin with, and the texts of the script."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.play import conditional_moves, labels
from games.play.events import PLAN_STOPPED
from games.play.models import Plan
from games.site.pages.game.action_form import ActionForm
from muehle import POINTS, Color
from muehle.programme import Programme

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage

POINT_CHOICES = [(point, point) for point in sorted(POINTS)]


def why_plan_stopped(game: Game, player_id: int | None) -> str:
    """That the player's plan has ended with the last move, and why; empty where it has not."""
    stops = Event.objects.filter(game=game, type=PLAN_STOPPED, actor=player_id, created_at__gte=game.turn_started_at)
    reason = stops.filter(data__ply=game.ply).values_list("data__reason", flat=True).last()
    return labels.why_stopped(reason) if reason else ""


class KeepLines(ActionForm):
    """One line of half-moves a row: the opponent's, the player's answer, and so on. An empty field plans nothing."""

    LONGEST = Plan.MOST_LINES * Plan.LONGEST_LINE * len("d6-f6xa1 ")

    name, tab = "plan", "plans"
    ply = forms.IntegerField()
    lines = forms.CharField(
        label=_("Conditional moves as text"),
        help_text=_("One line for each variation: your opponent’s move, your answer, their next move, your answer …"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 6, "class": "notation", "spellcheck": "false", "placeholder": "d6 f4 d2 b4"}),
    )

    @property
    def done(self) -> str:
        return (
            gettext("Conditional moves saved.")
            if self.cleaned_data["lines"]
            else gettext("Conditional moves discarded.")
        )

    def clean_lines(self) -> list[list[str]]:
        """The half-moves of a line; the rules library checks whether they can be played."""
        lines = [words for line in self.cleaned_data["lines"].splitlines() if (words := _words(line))]
        if len(lines) > Plan.MOST_LINES or any(len(line) > Plan.LONGEST_LINE for line in lines):
            limits = {"lines": Plan.MOST_LINES, "moves": Plan.LONGEST_LINE}
            raise forms.ValidationError(_("At most %(lines)s lines of %(moves)s half-moves each."), params=limits)
        return lines

    def do(self, number: int, player: User) -> None:
        conditional_moves.keep_lines(number, player, self.cleaned_data["lines"], ply=self.cleaned_data["ply"])


class KeepProgramme(ActionForm):
    """One stone to and fro between two points, and which stones it takes, the dearest first."""

    name, tab = "programme", "plans"
    ply = forms.IntegerField()
    u = forms.ChoiceField(label=_("Between this point"), choices=POINT_CHOICES)
    v = forms.ChoiceField(label=_("and this point"), choices=POINT_CHOICES)
    take = forms.CharField(
        label=_("Stones to take"),
        help_text=_("List the points in the order in which you want to take, e.g. d1 g1 a4."),
        max_length=60,
        widget=forms.TextInput({"class": "notation", "autocapitalize": "none", "spellcheck": "false"}),
    )

    @property
    def done(self) -> str:
        return gettext("Conditional moves saved.")

    def clean_take(self) -> tuple[str, ...]:
        """As points of the board."""
        points = tuple(_words(self.cleaned_data["take"]))
        wrong = [point for point in points if point not in POINTS]
        if wrong:
            raise forms.ValidationError(_("“%(point)s” is not a point of the board."), params={"point": wrong[0]})
        if len(points) > Plan.MOST_TO_TAKE:
            raise forms.ValidationError(_("At most %(count)s points."), params={"count": Plan.MOST_TO_TAKE})
        return points

    def do(self, number: int, player: User) -> None:
        data: dict[str, Any] = self.cleaned_data
        programme = Programme(u=data["u"], v=data["v"], take=data["take"])
        conditional_moves.keep_programme(number, player, programme, ply=data["ply"])


def _words(line: str) -> list[str]:
    return line.lower().replace(",", " ").split()


@dataclass(frozen=True, kw_only=True)
class PlanForms:
    """What is planned, and the forms with it, or with what was sent and refused.

    `programme` is None while the player has stones to place.
    """

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
    plan = conditional_moves.plan_of(game, page.viewer_id) if page.may_plan else None
    programme = sent if isinstance(sent, KeepProgramme) else KeepProgramme(initial=_begun(page, plan, color))
    text = "\n".join(" ".join(line) for line in plan.lines) if plan else ""
    lines = sent if isinstance(sent, KeepLines) else KeepLines(initial={"lines": text})
    return PlanForms(plan=plan, lines=lines, programme=None if game.board.hand(color) else programme)


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
