"""The verdicts, and what follows from each: a new one is a row here, and what it does in `verdicts.py`."""

from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto
from typing import Any

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game
from games.disputes.roles import Action
from games.players.models import Sanction

Result = Game.Result


class Giver(Enum):
    """Who gives a verdict."""

    SERVER = auto()
    ARBITER = auto()
    PLAYERS = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """One verdict. Staff reads the `label`, both players read the `sentence`, which may name them."""

    label: Promise
    sentence: Promise
    _: KW_ONLY
    giver: Giver = Giver.ARBITER
    # The game ends with this result; OPEN annuls it.
    result: Game.Result | None = None
    resumes: bool = False
    # It is imposed on one player, who has to be named.
    sanction: Sanction.Kind | None = None
    needs: Action = Action.DECIDE_GAME
    # The words of its button, what it does, for the colour, and its icon.
    button: Promise | str = ""
    look: str = ""
    icon: str = ""


class Verdict(models.TextChoices):
    """In the order in which staff is offered them."""

    row: Row

    def __new__(cls, value: str, *rows: Row) -> "Verdict":
        member = str.__new__(cls, value)
        member._value_ = value
        (member.row,) = rows
        return member

    # fmt: off
    PROVEN = "proven", Row(
        _("proven"), _("The claim is justified: by the rules the game is a draw."),
        giver=Giver.SERVER, result=Result.DRAWN,
    )
    REFUTED = "refuted", Row(_("refuted"), _("The claim is not justified."), giver=Giver.SERVER)
    DRAW = "draw", Row(
        _("drawn"), _("The game is a draw."), result=Result.DRAWN,
        button=_("Draw"), look="ends", icon="handshake",
    )
    WHITE_WON = "white_won", Row(
        _("White wins"), _("%(white)s has won the game."), result=Result.WHITE_WON,
        button=_("%(white)s wins"), look="ends", icon="trophy",
    )
    BLACK_WON = "black_won", Row(
        _("Black wins"), _("%(black)s has won the game."), result=Result.BLACK_WON,
        button=_("%(black)s wins"), look="ends", icon="trophy",
    )
    ANNULLED = "annulled", Row(
        _("annulled"), _("The game is annulled and does not count."), result=Result.OPEN,
        button=_("Annul the game"), look="annuls", icon="undo-2",
    )
    RESUMED = "resumed", Row(
        _("game continues"), _("The game continues."), resumes=True,
        button=_("The game continues"), look="goes-on", icon="arrow-right",
    )
    WARNED = "warned", Row(
        _("warning"), _("A player has been warned."), sanction=Sanction.Kind.WARNING, needs=Action.IMPOSE,
        button=_("Warn"), look="against", icon="circle-alert",
    )
    MUTED = "muted", Row(
        _("muted"), _("A player may not write messages for a while."), sanction=Sanction.Kind.MUTE,
        needs=Action.IMPOSE, button=_("Mute"), look="against", icon="volume-x",
    )
    SUSPENDED = "suspended", Row(
        _("suspended"), _("A player may not begin new games for a while."), sanction=Sanction.Kind.SUSPENSION,
        needs=Action.IMPOSE, button=_("Suspend"), look="against", icon="log-out",
    )
    LIFTED = "lifted", Row(
        _("lifted"), _("The sanction has been lifted."), needs=Action.IMPOSE,
        button=_("Lift the sanction"), look="goes-on", icon="undo-2",
    )
    DISMISSED = "dismissed", Row(
        _("dismissed"), _("The dispute is dismissed. The game stays as it is."), needs=Action.DISMISS,
        button=_("Dismiss the dispute"), look="none", icon="x",
    )
    SETTLED = "settled", Row(
        _("settled by the players"), _("The game ended before the dispute was decided."), giver=Giver.PLAYERS
    )
    # fmt: on

    @property
    def label(self) -> Any:
        return self.row.label


def choices() -> list[tuple[str, Any]]:
    """For the column, so that its migrations do not list them."""
    return Verdict.choices


OF_ARBITERS = tuple(verdict for verdict in Verdict if verdict.row.giver is Giver.ARBITER)
ENDING = tuple(verdict for verdict in Verdict if verdict.row.result is not None)
# These concern both players, whatever the dispute was about; sanctions may concern one of them, the rest nobody.
TO_THE_GAME = tuple(verdict for verdict in Verdict if verdict in ENDING or verdict.row.resumes)
TO_A_PLAYER = tuple(verdict for verdict in Verdict if verdict.row.sanction is not None)
AGAINST_NOBODY = tuple(verdict for verdict in OF_ARBITERS if verdict not in (*TO_THE_GAME, *TO_A_PLAYER))
