"""Forms of challenges. What is possible is decided in challenges/actions.py."""

from collections.abc import Collection, Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.challenges.actions import LIFETIME, Proposal
from games.challenges.errors import OwnChallenge
from games.challenges.models import Challenge
from games.core import rule_sets
from games.core.labels import as_seen, side_name
from games.core.models.terms import MOST_LEAVE_DAYS, Agreement, Timeout
from games.core.time_controls import PRESENTERS, Presenter, in_words
from games.play.templatetags.clocks import leave_words
from games.players.queries import player_by_name
from kit.errors import NotFound
from kit.templatetags.times import days_in_words
from muehle import RULESETS, STANDARD, Color
from muehle.clocks import InvalidParameter, TimeControl
from muehle.clocks.days_per_move import DaysPerMove

LEAVE_DAYS = (0, 7, 14, 30)
TOTAL_DAYS = (30, 60, 90, 180, 365, 730)
LOWEST_RATING, HIGHEST_RATING = 100, 4000
# In percent.
RELIABILITIES = (70, 80, 90, 95)

KINDS: list[tuple[str, Promise]] = [
    (Challenge.Kind.OPEN.value, _("Anyone")),
    (Challenge.Kind.DIRECT.value, _("A specific player")),
    (Challenge.Kind.LINK.value, _("By link")),
]
# Days per move by name; the other time controls have figures of their own.
PACES = {"easy": 7, "normal": 3, "quick": 1}
OTHER_PACE = "other"
COLOURS: dict[str, Promise] = {
    Challenge.Colour.LOT.value: _("Random"),
    Challenge.Colour.WHITE.value: _("I play %(side)s and begin"),
    Challenge.Colour.BLACK.value: _("I play %(side)s"),
}
TIMEOUTS: list[tuple[str, Promise]] = [
    (Timeout.AUTOMATIC.value, _("The game ends automatically")),
    (Timeout.CLAIM.value, _("The opponent can claim the win; after seven days the game ends automatically")),
]


class NewChallengeForm(forms.Form):
    """The form of a new challenge.

    `proposal` is what a valid form asks for; `challenged` is the player, if one is named.
    """

    kind = forms.ChoiceField(label=_("Who do you want to play?"), choices=KINDS, widget=forms.RadioSelect)
    opponent = forms.CharField(label=_("Name of the player"), required=False, max_length=30)
    pace = forms.ChoiceField(
        label=_("How fast?"),
        choices=[
            ("easy", _("Relaxed")),
            ("normal", _("Normal")),
            ("quick", _("Quick")),
            (OTHER_PACE, _("Another time control")),
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    rules = forms.ChoiceField(label=_("Rules"), choices=rule_sets.choices)
    clock_system = forms.ChoiceField(
        label=_("Time control"),
        choices=lambda: [(system, presenter.label) for system, presenter in PRESENTERS.items()],
        widget=forms.RadioSelect,
    )
    leave_days = forms.TypedChoiceField(
        label=_("Leave"),
        help_text=_("While a player is on leave, their clock is paused."),
        choices=lambda: [(days, leave_words(days)) for days in LEAVE_DAYS],
        coerce=int,
        required=False,
        empty_value=MOST_LEAVE_DAYS,  # type: ignore[arg-type]  # the stubs know only texts
    )
    days_off = forms.BooleanField(
        label=_("Days off pause the clock"),
        help_text=_("Clocks are paused on each player’s days off: up to two days of the week, and public holidays."),
        required=False,
    )
    timeout = forms.ChoiceField(
        label=_("When time runs out"), choices=TIMEOUTS, widget=forms.RadioSelect, required=False
    )
    # Not `total_days`, which is a figure of a time control.
    total_length = forms.TypedChoiceField(
        label=_("Total length of the game"),
        help_text=_(
            "Each side has half of it for all its moves; the time control applies as well. Pauses do not count."
        ),
        choices=lambda: [("", _("no limit")), *((days, days_in_words(days)) for days in TOTAL_DAYS)],
        coerce=int,
        required=False,
        empty_value=None,
    )
    colour = forms.ChoiceField(label=_("Colour"), choices=list(COLOURS.items()))
    rated = forms.BooleanField(label=_("Rated: the result changes both ratings"), required=False)
    bots_welcome = forms.BooleanField(
        label=_("Bots may accept"),
        help_text=_("Programs that play on their own. Rated games against them have separate ratings."),
        required=False,
    )
    allows_guests = forms.BooleanField(
        label=_("Guests may accept"),
        help_text=_("Players without an account. Casual games only."),
        required=False,
    )
    min_rating = forms.IntegerField(
        label=_("Rating from"), min_value=LOWEST_RATING, max_value=HIGHEST_RATING, required=False
    )
    max_rating = forms.IntegerField(
        label=_("Rating to"), min_value=LOWEST_RATING, max_value=HIGHEST_RATING, required=False
    )
    min_reliability = forms.TypedChoiceField(
        label=_("Reliable players only"),
        help_text=_(
            "Reliability is the share of games a player has not lost on time; see their page for details. "
            "Players with fewer than five finished games have no figure yet and may accept."
        ),
        choices=lambda: [("", _("Everyone")), *((percent, _at_least(percent)) for percent in RELIABILITIES)],
        coerce=int,
        required=False,
        empty_value=None,
    )
    message = forms.CharField(label=_("Message"), max_length=500, required=False, widget=forms.Textarea({"rows": 3}))

    NOT_FOR_GUESTS = ("opponent", "rated", "allows_guests", "message")
    DEFAULTS = {
        "kind": Challenge.Kind.OPEN.value,
        "pace": "normal",
        "rules": STANDARD.name,
        "clock_system": DaysPerMove.system,
        "leave_days": MOST_LEAVE_DAYS,
        "days_off": True,
        "timeout": Timeout.AUTOMATIC.value,
        "colour": Challenge.Colour.LOT.value,
        "rated": True,
        "allows_guests": True,
    }

    def __init__(self, data: Any = None, *, challenger: User | None, initial: dict[str, Any] | None = None) -> None:
        """`challenger` is None for a guest, who challenges nobody by name, plays casual games and writes nothing."""
        super().__init__(data, initial=self.DEFAULTS | (initial or {}))
        if challenger is None:
            for name in self.NOT_FOR_GUESTS:
                del self.fields[name]
            self.fields["kind"].choices = [kind for kind in KINDS if kind[0] != Challenge.Kind.DIRECT]  # type: ignore[attr-defined]
            if self.initial["kind"] == Challenge.Kind.DIRECT:
                self.initial["kind"] = Challenge.Kind.OPEN.value
        for presenter in PRESENTERS.values():
            self.fields |= presenter.fields()
        self.fields["colour"].choices = self._colours(challenger)  # type: ignore[attr-defined]  # a ChoiceField
        self.challenger = challenger
        self.challenged: User | None = None
        self._clock: TimeControl = DaysPerMove()

    def _colours(self, challenger: User | None) -> list[tuple[str, str]]:
        """The choices of colour, with sides named as in the challenger's board style."""
        seen = as_seen(RULESETS[self.initial["rules"]], challenger.board_style if challenger else User.BoardStyle.WOOD)
        sides = {color.value: side_name(seen, color) for color in Color}
        return [(value, str(words) % {"side": sides.get(value, "")}) for value, words in COLOURS.items()]

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if values.get("kind") == Challenge.Kind.DIRECT:
            self._clean_opponent(values.get("opponent", ""))
        self._clean_pace(values.get("pace", ""))
        low, high = values.get("min_rating"), values.get("max_rating")
        if low is not None and high is not None and low > high:
            self.add_error("max_rating", _("The highest rating is lower than the lowest."))
        return values

    def _clean_opponent(self, name: str) -> None:
        if not name.strip():
            self.add_error("opponent", _("Who do you want to challenge?"))
            return
        try:
            self.challenged = player_by_name(name.strip())
        except NotFound:
            self.add_error("opponent", _("There is no player with this name. Check the spelling."))
            return
        if self.challenged == self.challenger:
            self.add_error("opponent", str(OwnChallenge.text))

    def _clean_pace(self, pace: str) -> None:
        """Create the clock: that of the pace, or that of its kind and figures. What is hidden then is ignored."""
        system = self.cleaned_data.get("clock_system", "")
        if pace in PACES:
            self._ignore_figures()
            self.errors.pop("clock_system", None)
            self._clock = DaysPerMove(PACES[pace])
        elif system:
            self._clean_clock(PRESENTERS[system])

    def _ignore_figures(self, *, besides: Collection[str] = ()) -> None:
        """Drop the errors of the figures of all clocks but those named."""
        for presenter in PRESENTERS.values():
            for figure in presenter.figures:
                if figure.name not in besides:
                    self.errors.pop(figure.name, None)

    def _clean_clock(self, presenter: Presenter[Any]) -> None:
        names = [figure.name for figure in presenter.figures]
        self._ignore_figures(besides=names)
        for name in names:
            if self.cleaned_data.get(name) in (None, "") and name not in self.errors:
                self.add_error(name, str(presenter.missing))
        if not any(name in self.errors for name in names):
            self._validate(presenter.clock_from(self.cleaned_data), presenter)

    def _validate(self, clock: TimeControl, presenter: Presenter[Any]) -> None:
        self._clock = clock
        try:
            clock.validate()
        except InvalidParameter as error:
            self.add_error(presenter.field_of(error), presenter.why(error))

    def paces(self) -> Iterator[tuple[BoundWidget, str]]:
        """The choices of a pace, each with its time control in words; none for another time control."""
        for option in self["pace"]:
            days = PACES.get(option.data["value"])
            yield option, in_words(DaysPerMove(days)) if days else ""

    @property
    def has_wrong_term(self) -> bool:
        """Whether an error is among the terms that are folded."""
        shown = ("kind", "opponent", "pace", "rules", "rated")
        return any(field.name not in shown for field in self if field.errors)

    def clocks(self) -> Iterator[tuple[BoundWidget, list[BoundField]]]:
        """The choices of clocks, each with its fields."""
        for option, presenter in zip(self["clock_system"], PRESENTERS.values(), strict=True):
            yield option, [self[figure.name] for figure in presenter.figures]

    @property
    def proposal(self) -> Proposal:
        values = self.cleaned_data
        is_direct = values["kind"] == Challenge.Kind.DIRECT
        return Proposal(
            agreement=Agreement(
                rules=values["rules"],
                rated=values.get("rated", False),
                clock=self._clock,
                leave_days=values["leave_days"],
                days_off=values["days_off"],
                timeout=values["timeout"] or Timeout.AUTOMATIC,
                total_days=values["total_length"],
            ),
            colour=values["colour"],
            bots_welcome=values["bots_welcome"],
            allows_guests=values.get("allows_guests", True),
            message=values.get("message", "").strip(),
            min_rating=None if is_direct else values["min_rating"],
            max_rating=None if is_direct else values["max_rating"],
            min_reliability=None if is_direct else values["min_reliability"],
            lifetime=LIFETIME,
        )


def _at_least(percent: int) -> str:
    return gettext("%(percent)s%% or more") % {"percent": percent}


class LobbyForm(forms.Form):
    """The filters of the lobby."""

    rules = forms.ChoiceField(label=_("Rules"), choices=[("", _("All rules")), *rule_sets.choices()], required=False)
    pace = forms.ChoiceField(
        label=_("Time control"),
        choices=[
            ("", _("Any time control")),
            ("fast", _("Up to 2 days per move")),
            ("medium", _("3 to 5 days per move")),
            ("slow", _("More than 5 days per move")),
        ],
        required=False,
    )
    by = forms.ChoiceField(
        label=_("Players"),
        choices=[("", _("People and bots")), ("people", _("People only")), ("bots", _("Bots only"))],
        required=False,
    )


class DeclineForm(forms.Form):
    """The optional reason for declining a challenge."""

    reason = forms.CharField(
        label=_("Reason (optional; the challenger will see it)"),
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )
