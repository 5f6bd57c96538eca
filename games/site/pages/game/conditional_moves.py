"""Conditional moves: what their forms begin with, and the texts of the script (conditional_moves.html)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.play import conditional_moves
from games.play.models import ConditionalMoves
from games.site.pages.game.forms import KeepLines, KeepProgramme
from muehle import Color

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


@dataclass(frozen=True, kw_only=True)
class ConditionalMovesForms:
    """What is stored, and the forms with it, or with what was sent and refused.

    `programme` is None while the player has stones to place. They can be entered while the opponent is on move.
    """

    may_enter: bool
    stored: ConditionalMoves | None
    lines: KeepLines
    programme: KeepProgramme | None

    @property
    def stored_lines(self) -> list[list[str]]:
        return self.stored.lines if self.stored else []


def conditional_moves_forms(page: "GamePage") -> ConditionalMovesForms | None:
    """The forms for a player of an ongoing game."""
    game, color, sent = page.game, page.color, page.sent_form
    if color is None or not game.is_ongoing:
        return None
    may_enter = game.on_move_id != page.viewer_id
    stored = conditional_moves.stored_for(game, page.viewer_id) if may_enter else None
    programme = sent if isinstance(sent, KeepProgramme) else KeepProgramme(initial=_begun(page, stored, color))
    text = "\n".join(" ".join(line) for line in stored.lines) if stored else ""
    lines = sent if isinstance(sent, KeepLines) else KeepLines(initial={"lines": text})
    return ConditionalMovesForms(
        may_enter=may_enter, stored=stored, lines=lines, programme=None if game.board.hand(color) else programme
    )


def _begun(page: "GamePage", stored: ConditionalMoves | None, color: Color) -> dict[str, Any]:
    """The initial values of the programme form: the stored programme, or a Zwickmühle that may be shown."""
    if stored and stored.programme:
        return {**stored.programme, "take": " ".join(stored.programme["take"])}
    found = page.game.board.zwickmuehlen(color) if page.may_see_zwickmuehlen else []
    return {"u": found[0].u, "v": found[0].v} if found else {}


SCRIPT_TEXTS: dict[str, Promise] = {
    "conditional_theirs": _("Choose a move for your opponent."),
    "conditional_mine": _("%(move)s: choose your answer."),
    "conditional_over": _("The game would be over here."),
    "conditional_left": _("The board shows the game again."),
    "conditional_none": _("No conditional moves yet: play a move for your opponent on the board, then your answer."),
    "conditional_answers": _("Answers: %(count)s."),
    "conditional_open": _("Moves without an answer are not saved: %(moves)s."),
    "conditional_changed": _("Not saved yet."),
    "conditional_waits": _("After your move you can save the rest."),
    "conditional_replaced": _("This is your answer now; it replaces the old one."),
    "conditional_remove": _("Remove %(move)s and all moves after it"),
    "conditional_removed": _("Removed %(move)s and all moves after it."),
    "conditional_unanswered": _("no answer yet"),
    "conditional_save": _("Save"),
    "conditional_saved": _("Saved"),
    "conditional_foreseen": _("Your answer %(move)s is ready on the board: send it, or play another move."),
    "conditional_meant": _("You wanted to answer %(move)s."),
    "conditional_rest": _("The moves after it are still here, but not saved."),
    "conditional_no_answer": _("You had no answer to it yet."),
    "conditional_unforeseen": _("Your conditional moves do not cover this. What you entered is still shown there."),
}


def texts() -> dict[str, str]:
    """All of them, in the language in force."""
    return {name: str(text) for name, text in SCRIPT_TEXTS.items()}
