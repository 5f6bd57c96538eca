"""Which games of a player to download, and in which notation."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.analysis.api.serializers.records import GameRecordQuery
from games.analysis.exports.choice import PlayerResult
from games.core import rule_sets
from games.core.models.games import Game
from kit.fields import HIGHEST_NUMBER, ChoiceField, FlagField, NameField, NumberField


@extend_schema_field({"type": "string"})
class MomentField(serializers.DateTimeField):
    """A time, or a date: the beginning of that day, or its end with `ends_day`. UTC if there is no zone."""

    default_error_messages = {"far": _("This date is out of range.")}

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


class ExportQuery(GameRecordQuery):
    """Empty values of the form on a player's page are ignored; other empty texts are values."""

    left_empty = ("status", "result", "outcome", "termination", "rules", "since", "until")

    status = ChoiceField(choices=Game.Status.choices, required=False, allow_blank=True)
    result = ChoiceField(choices=Game.Result.choices, required=False, allow_blank=True)
    outcome = ChoiceField(
        choices=[outcome.value for outcome in PlayerResult],
        required=False,
        allow_blank=True,
        help_text="The result from the player’s point of view.",
    )
    termination = ChoiceField(choices=Game.Termination.choices, required=False, allow_blank=True)
    rules = ChoiceField(choices=rule_sets.choices(), required=False, allow_blank=True)
    rated = FlagField(required=False)
    opponent = NameField(required=False, help_text="Username: games against this player.")
    since = MomentField(
        required=False,
        help_text="Games that ended (if ongoing: began) at this time or later. A date means the beginning of that day.",
    )
    until = MomentField(
        required=False, ends_day=True, help_text="Games that ended before this time. A date means the end of that day."
    )
    order = ChoiceField(choices=["newest", "oldest"], default="newest", help_text="By the number of the game.")
    after = NumberField(
        min_value=1,
        max_value=HIGHEST_NUMBER,
        required=False,
        help_text="Continue after the game with this number, in the chosen order.",
    )

    def to_internal_value(self, data: Any) -> Any:
        empty = {name for name in self.left_empty if data.get(name) == ""}
        return super().to_internal_value({name: value for name, value in data.items() if name not in empty})
