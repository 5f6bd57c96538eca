"""The form of a new challenge: it knows shapes and words; what is possible is decided in games/challenges.py."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import errors, selectors
from games.challenges import LIFETIME, Proposal
from games.engine import RULESETS, Color
from games.engine.clock import DAY, Clock, DaysPerMove, FischerBank
from games.models import Challenge
from games.models.terms import MOST_LEAVE_DAYS, Agreement, ClockSystem, Rules, Timeout
from games.templatetags.clocks import duration, leave_words
from games.wording import as_seen, side_name

HOUR = 3_600
LEAVE_DAYS = (0, 7, 14, 30)
MOST_DAYS = 14
LOWEST_RATING, HIGHEST_RATING = 100, 4000
# In percent.
RELIABILITIES = (70, 80, 90, 95)

KINDS: list[tuple[str, Promise]] = [
    (Challenge.Kind.OPEN.value, _("Anybody: a seat in the lobby")),
    (Challenge.Kind.DIRECT.value, _("One player")),
    (Challenge.Kind.LINK.value, _("Whoever has the link")),
]
COLOURS: dict[str, Promise] = {
    Challenge.Colour.LOT.value: _("By lot"),
    Challenge.Colour.WHITE.value: _("I have %(side)s and begin"),
    Challenge.Colour.BLACK.value: _("I have %(side)s"),
}
CLOCKS: list[tuple[str, Promise]] = [
    (ClockSystem.DAYS_PER_MOVE.value, _("The same number of days for every move")),
    (ClockSystem.FISCHER.value, _("A bank of time that grows with every move")),
]


TIMEOUTS: list[tuple[str, Promise]] = [
    (Timeout.AUTOMATIC.value, _("The game ends by itself")),
    (Timeout.CLAIM.value, _("The opponent may claim the game; after seven days it ends by itself")),
]


class NewChallengeForm(forms.Form):
    """`proposal` is what a valid form asks for; `challenged` the player, where it is addressed to one."""

    kind = forms.ChoiceField(label=_("Whom do you want to play?"), choices=KINDS, widget=forms.RadioSelect)
    opponent = forms.CharField(label=_("Name of the player"), required=False, max_length=30)
    rules = forms.ChoiceField(label=_("Rules"), choices=Rules.choices, widget=forms.RadioSelect)
    clock_system = forms.ChoiceField(label=_("Clock"), choices=CLOCKS, widget=forms.RadioSelect)
    days_per_move = forms.TypedChoiceField(
        label=_("Time for each move"),
        choices=lambda: [(days, duration(days * DAY)) for days in range(1, MOST_DAYS + 1)],
        coerce=int,
        required=False,
    )
    initial_days = forms.IntegerField(label=_("Days at the start"), min_value=1, max_value=30, required=False)
    increment_hours = forms.IntegerField(label=_("Hours for each move"), min_value=0, max_value=168, required=False)
    cap_days = forms.IntegerField(label=_("Days at most"), min_value=1, max_value=30, required=False)
    leave_days = forms.TypedChoiceField(
        label=_("Leave"),
        help_text=_("While you are on leave your clock stands still, and so does your opponent’s during his."),
        choices=lambda: [(days, leave_words(days)) for days in LEAVE_DAYS],
        coerce=int,
        required=False,
        empty_value=MOST_LEAVE_DAYS,  # type: ignore[arg-type]  # the stubs know only texts
    )
    days_off = forms.BooleanField(
        label=_("Days off count"),
        help_text=_("Clocks stand still on the days that a player has off: up to two weekdays, and public holidays."),
        required=False,
    )
    timeout = forms.ChoiceField(
        label=_("When time has run out"), choices=TIMEOUTS, widget=forms.RadioSelect, required=False
    )
    colour = forms.ChoiceField(label=_("Colour"), choices=list(COLOURS.items()), widget=forms.RadioSelect)
    rated = forms.BooleanField(label=_("Rated: the result counts for both ratings"), required=False)
    bots_welcome = forms.BooleanField(
        label=_("Bots are welcome"),
        help_text=_("Programs that play by themselves. Rated games with them count in ratings of their own."),
        required=False,
    )
    min_rating = forms.IntegerField(
        label=_("Rating from"), min_value=LOWEST_RATING, max_value=HIGHEST_RATING, required=False
    )
    max_rating = forms.IntegerField(
        label=_("Rating to"), min_value=LOWEST_RATING, max_value=HIGHEST_RATING, required=False
    )
    min_reliability = forms.TypedChoiceField(
        label=_("Only reliable players"),
        help_text=_(
            "Reliability is the share of games that a player has not lost on time; his page says how it is counted. "
            "Whoever has ended fewer than five games has no figure yet and may accept."
        ),
        choices=lambda: [("", _("Anybody")), *((percent, _at_least(percent)) for percent in RELIABILITIES)],
        coerce=int,
        required=False,
        empty_value=None,
    )
    message = forms.CharField(
        label=_("A word to go with it"), max_length=500, required=False, widget=forms.Textarea({"rows": 3})
    )

    DEFAULTS = {
        "kind": Challenge.Kind.OPEN.value,
        "rules": Rules.STANDARD.value,
        "clock_system": ClockSystem.DAYS_PER_MOVE.value,
        "days_per_move": 3,
        "initial_days": 3,
        "increment_hours": 24,
        "cap_days": 7,
        "leave_days": MOST_LEAVE_DAYS,
        "days_off": True,
        "timeout": Timeout.AUTOMATIC.value,
        "colour": Challenge.Colour.LOT.value,
        "rated": True,
    }

    def __init__(self, data: Any = None, *, challenger: User, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=self.DEFAULTS | (initial or {}))
        self.fields["colour"].choices = self._colours(challenger)  # type: ignore[attr-defined]  # a ChoiceField
        self.challenger = challenger
        self.challenged: User | None = None

    def _colours(self, challenger: User) -> list[tuple[str, str]]:
        """With the sides called as the challenger sees their stones."""
        seen = as_seen(RULESETS[self.initial["rules"]], challenger.board_style)
        sides = {color.value: side_name(seen, color) for color in Color}
        return [(value, str(words) % {"side": sides.get(value, "")}) for value, words in COLOURS.items()]

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if values.get("kind") == Challenge.Kind.DIRECT:
            self._clean_opponent(values.get("opponent", ""))
        if values.get("clock_system") == ClockSystem.FISCHER:
            self._clean_bank()
        elif not values.get("days_per_move") and "days_per_move" not in self.errors:
            self.add_error("days_per_move", _("How many days?"))
        low, high = values.get("min_rating"), values.get("max_rating")
        if low is not None and high is not None and low > high:
            self.add_error("max_rating", _("The highest rating is below the lowest."))
        return values

    def _clean_opponent(self, name: str) -> None:
        if not name.strip():
            self.add_error("opponent", _("Whom do you want to challenge?"))
            return
        try:
            self.challenged = selectors.player_by_name(name.strip())
        except errors.NotFound:
            self.add_error("opponent", _("There is no player of this name."))
            return
        if self.challenged == self.challenger:
            self.add_error("opponent", str(errors.OwnChallenge.text))

    def _clean_bank(self) -> None:
        values = self.cleaned_data
        for name in ("initial_days", "increment_hours", "cap_days"):
            if values.get(name) is None and name not in self.errors:
                self.add_error(name, _("A bank of time needs this figure."))
        initial, cap = values.get("initial_days"), values.get("cap_days")
        if initial and cap and initial > cap:
            self.add_error("cap_days", _("The most that the bank can hold is less than what it starts with."))

    @property
    def proposal(self) -> Proposal:
        values = self.cleaned_data
        is_direct = values["kind"] == Challenge.Kind.DIRECT
        return Proposal(
            agreement=Agreement(
                rules=values["rules"],
                rated=values["rated"],
                clock=self._clock(),
                leave_days=values["leave_days"],
                days_off=values["days_off"],
                timeout=values["timeout"] or Timeout.AUTOMATIC,
            ),
            colour=values["colour"],
            bots_welcome=values["bots_welcome"],
            message=values["message"].strip(),
            min_rating=None if is_direct else values["min_rating"],
            max_rating=None if is_direct else values["max_rating"],
            min_reliability=None if is_direct else values["min_reliability"],
            lifetime=LIFETIME,
        )

    def _clock(self) -> Clock:
        values = self.cleaned_data
        if values["clock_system"] == ClockSystem.DAYS_PER_MOVE:
            return DaysPerMove(values["days_per_move"])
        return FischerBank(
            initial_seconds=values["initial_days"] * DAY,
            increment_seconds=values["increment_hours"] * HOUR,
            cap_seconds=values["cap_days"] * DAY,
        )


def _at_least(percent: int) -> str:
    return gettext("%(percent)s %% or more") % {"percent": percent}


class DeclineForm(forms.Form):
    """Why a challenge is declined, if there is anything to say."""

    reason = forms.CharField(
        label=_("Why not (the challenger will read it)"),
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )
