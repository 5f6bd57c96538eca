"""The actions on a game's page as forms. They contain no rules: each calls an action of an app."""

from contextlib import suppress
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat import messages, notes, spectators
from games.chat.models import Canned, Message, Note, SpectatorMessage
from games.core.models.games import LONGEST_GAME, LONGEST_NOTATION
from games.core.queries import current_game
from games.play import conditional_moves, opponent_reminders
from games.play.actions import (
    abort,
    accept_draw,
    accept_pause,
    accept_takeback,
    ask_takeback,
    claim_draw,
    claim_timeout,
    decline_draw,
    decline_pause,
    decline_takeback,
    give_time,
    offer_draw,
    offer_pause,
    play_move,
    resign,
    withdraw_pause,
)
from games.play.models import ConditionalMoves, DrawOffer
from games.play.pages.typed_moves import LONGEST_TYPED, written
from games.time_off.pages.forms import midnight
from kit import texts
from kit.errors import NotFound
from kit.pages import MultilineField
from muehle import POINTS
from muehle.programme import Programme

POINT_CHOICES = [(point, point) for point in sorted(POINTS)]


class ActionForm(forms.Form):
    """A form for an action in a game; `do` raises the errors of the action.

    `tab` is the tab of the page that has the form; empty for those of the bar.
    """

    name: ClassVar[str]
    tab: ClassVar[str] = ""

    @property
    def done(self) -> str:
        """What is said when it has been done; nothing, where the page shows it."""
        return ""

    def do(self, number: int, player: User) -> None:
        raise NotImplementedError


class PlayMove(ActionForm):
    """A move, typed or chosen from the list; what was typed counts. `ply` is the half-move that the page showed."""

    name = "move"
    ply = forms.IntegerField(min_value=0, max_value=LONGEST_GAME)
    notation = forms.CharField(max_length=LONGEST_TYPED, required=False)
    choice = forms.CharField(max_length=LONGEST_NOTATION, required=False)
    offer_draw = forms.BooleanField(required=False)
    message = MultilineField(max_length=Message.LONGEST, required=False)
    canned = forms.ChoiceField(choices=Canned.choices, required=False)

    def clean(self) -> None:
        if self.cleaned_data.get("message") and self.cleaned_data.get("canned"):
            self.add_error("message", texts.EITHER_OR)
        if not (self.cleaned_data.get("notation") or self.cleaned_data.get("choice")):
            self.add_error("notation", _("Choose a move, or type one."))

    def do(self, number: int, player: User) -> None:
        values = self.cleaned_data
        play_move(
            number,
            player,
            written(values["notation"] or values["choice"]),
            ply=values["ply"],
            offer_draw=values["offer_draw"],
            message=values["message"],
            canned=values["canned"],
        )


class OfferDraw(ActionForm):
    name = "draw-offer"
    reason = MultilineField(max_length=DrawOffer.LONGEST, required=False)

    def do(self, number: int, player: User) -> None:
        offer_draw(number, player, reason=self.cleaned_data["reason"])


class AcceptDraw(ActionForm):
    name = "draw-acceptance"

    def do(self, number: int, player: User) -> None:
        accept_draw(number, player)


class DeclineDraw(ActionForm):
    name = "draw-refusal"
    reason = MultilineField(max_length=DrawOffer.LONGEST, required=False)

    def do(self, number: int, player: User) -> None:
        decline_draw(number, player, reason=self.cleaned_data["reason"])


class AskTakeback(ActionForm):
    name = "takeback"

    def do(self, number: int, player: User) -> None:
        ask_takeback(number, player)


class AcceptTakeback(ActionForm):
    name = "takeback-acceptance"

    def do(self, number: int, player: User) -> None:
        accept_takeback(number, player)


class DeclineTakeback(ActionForm):
    name = "takeback-refusal"

    def do(self, number: int, player: User) -> None:
        decline_takeback(number, player)


class OfferPause(ActionForm):
    """A pause to the beginning of a day in the player's time zone."""

    name = "pause"
    day = forms.DateField(error_messages={"required": _("Choose the day on which the clocks run again.")})

    def do(self, number: int, player: User) -> None:
        offer_pause(number, player, until=midnight(self.cleaned_data["day"]))


class AcceptPause(ActionForm):
    name = "pause-acceptance"

    def do(self, number: int, player: User) -> None:
        accept_pause(number, player)


class DeclinePause(ActionForm):
    name = "pause-refusal"

    def do(self, number: int, player: User) -> None:
        decline_pause(number, player)


class WithdrawPause(ActionForm):
    name = "pause-withdrawal"

    def do(self, number: int, player: User) -> None:
        withdraw_pause(number, player)


class ClaimDraw(ActionForm):
    name = "draw-claim"
    claim = forms.ChoiceField(choices=[("repetition", _("repetition")), ("quiet_limit", _("no mill"))])

    def do(self, number: int, player: User) -> None:
        claim_draw(number, player, claim=self.cleaned_data["claim"])


class ClaimTimeout(ActionForm):
    name = "timeout-claim"

    def do(self, number: int, player: User) -> None:
        claim_timeout(number, player)


class GiveTime(ActionForm):
    """A day more for the opponent."""

    name = "time-gift"

    def do(self, number: int, player: User) -> None:
        give_time(number, player)


class Resign(ActionForm):
    name = "resignation"

    def do(self, number: int, player: User) -> None:
        resign(number, player)


class Abort(ActionForm):
    name = "abort"

    def do(self, number: int, player: User) -> None:
        abort(number, player)


class SendMessage(ActionForm):
    """A message in the player's own words, or a ready-made sentence."""

    name, tab = "message", "talk"
    text = MultilineField(max_length=Message.LONGEST, required=False)
    canned = forms.ChoiceField(choices=Canned.choices, required=False)

    def do(self, number: int, player: User) -> None:
        messages.send_message(number, player, self.cleaned_data["text"], canned=self.cleaned_data["canned"])


class RemindOpponent(ActionForm):
    """A friendly reminder of the move."""

    name = "reminder"

    def do(self, number: int, player: User) -> None:
        opponent_reminders.remind(number, player)


class KeepNote(ActionForm):
    """The player's own note; an empty one is forgotten."""

    name, tab = "note", "notes"
    text = MultilineField(max_length=Note.LONGEST, required=False)
    revealed = forms.BooleanField(required=False)

    @property
    def done(self) -> str:
        return gettext("The note is saved.")

    def do(self, number: int, player: User) -> None:
        notes.save(number, player, self.cleaned_data["text"], revealed=self.cleaned_data["revealed"])


class WriteSpectatorMessage(ActionForm):
    """A message for the spectator chat."""

    name, tab = "spectator-message", "talk"
    text = MultilineField(max_length=SpectatorMessage.LONGEST)

    def do(self, number: int, player: User) -> None:
        current_game(number)
        spectators.write(number, player, self.cleaned_data["text"])


class DeleteSpectatorMessage(ActionForm):
    """A message of the spectator chat, deleted by its author."""

    name, tab = "spectator-message-deletion", "talk"
    message = forms.IntegerField(min_value=1)

    def do(self, number: int, player: User) -> None:
        # It may have been deleted in another window before.
        with suppress(NotFound):
            spectators.delete(number, player, self.cleaned_data["message"])


class KeepLines(ActionForm):
    """One line of half-moves a row: the opponent's, the player's answer, and so on. An empty field stores nothing."""

    LONGEST = ConditionalMoves.MOST_LINES * ConditionalMoves.LONGEST_LINE * len("d6-f6xa1 ")

    name = tab = "conditional-moves"
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
        if len(lines) > ConditionalMoves.MOST_LINES or any(len(line) > ConditionalMoves.LONGEST_LINE for line in lines):
            limits = {"lines": ConditionalMoves.MOST_LINES, "moves": ConditionalMoves.LONGEST_LINE}
            raise forms.ValidationError(_("At most %(lines)s lines of %(moves)s half-moves each."), params=limits)
        return lines

    def do(self, number: int, player: User) -> None:
        conditional_moves.keep_lines(number, player, self.cleaned_data["lines"], ply=self.cleaned_data["ply"])


class KeepProgramme(ActionForm):
    """One stone to and fro between two points, and which stones it takes, the dearest first."""

    name, tab = "programme", "conditional-moves"
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
        if len(points) > ConditionalMoves.MOST_TO_TAKE:
            raise forms.ValidationError(_("At most %(count)s points."), params={"count": ConditionalMoves.MOST_TO_TAKE})
        return points

    def do(self, number: int, player: User) -> None:
        data: dict[str, Any] = self.cleaned_data
        programme = Programme(u=data["u"], v=data["v"], take=data["take"])
        conditional_moves.keep_programme(number, player, programme, ply=data["ply"])


def _words(line: str) -> list[str]:
    return line.lower().replace(",", " ").split()


_FORMS = (
    PlayMove,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    AskTakeback,
    AcceptTakeback,
    DeclineTakeback,
    OfferPause,
    AcceptPause,
    DeclinePause,
    WithdrawPause,
    ClaimDraw,
    ClaimTimeout,
    GiveTime,
    Resign,
    Abort,
    SendMessage,
    RemindOpponent,
    KeepNote,
    WriteSpectatorMessage,
    DeleteSpectatorMessage,
    KeepLines,
    KeepProgramme,
)
ACTIONS: dict[str, type[ActionForm]] = {form.name: form for form in _FORMS}
