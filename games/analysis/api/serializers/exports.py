"""Which games of a player are to be downloaded, and how they are written."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.fields import HIGHEST_NUMBER, FlagField, NameField, NumberField
from games.analysis.api.serializers.records import RecordQuery
from games.analysis.exports.choice import Outcome
from games.core.models.games import Game
from games.core.models.terms import Rules


@extend_schema_field({"type": "string"})
class MomentField(serializers.DateTimeField):
    """A time, or a date for the beginning of that day or, `ends_day`, its end; without a zone it is UTC."""

    default_error_messages = {"far": _("This is too far away.")}

    def __init__(self, *, ends_day: bool = False, **options: Any) -> None:
        super().__init__(default_timezone=UTC, **options)
        self._ends_day = ends_day

    def to_internal_value(self, value: Any) -> datetime:
        try:
            day = date.fromisoformat(value) if len(value) == len("2026-03-02") else None
        except ValueError:
            day = None
        try:
            if day is None:
                return super().to_internal_value(value).astimezone(UTC)
            return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=self._ends_day)
        except OverflowError:
            self.fail("far")


class ExportQuery(RecordQuery):
    """What the form on a player's page leaves empty does not count; anywhere else an empty text is a value."""

    left_empty = ("status", "result", "outcome", "termination", "rules", "since", "until")

    status = serializers.ChoiceField(choices=Game.Status.choices, required=False, allow_blank=True)
    result = serializers.ChoiceField(choices=Game.Result.choices, required=False, allow_blank=True)
    outcome = serializers.ChoiceField(
        choices=[outcome.value for outcome in Outcome],
        required=False,
        allow_blank=True,
        help_text="The result as the player sees it.",
    )
    termination = serializers.ChoiceField(choices=Game.Termination.choices, required=False, allow_blank=True)
    rules = serializers.ChoiceField(choices=Rules.choices, required=False, allow_blank=True)
    rated = FlagField(required=False)
    opponent = NameField(required=False, help_text="Username: games against this one.")
    since = MomentField(
        required=False,
        help_text="Games that ended then or later (ongoing ones: began); a time, or a date from its beginning on.",
    )
    until = MomentField(
        required=False, ends_day=True, help_text="Games that ended before then; a time, or a date to its end."
    )
    order = serializers.ChoiceField(choices=["newest", "oldest"], default="newest", help_text="By number.")
    after = NumberField(
        min_value=1,
        max_value=HIGHEST_NUMBER,
        required=False,
        help_text="Go on behind the game of this number, in the order that is asked for.",
    )

    def to_internal_value(self, data: Any) -> Any:
        empty = {name for name in self.left_empty if data.get(name) == ""}
        return super().to_internal_value({name: value for name, value in data.items() if name not in empty})
