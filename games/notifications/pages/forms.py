"""The form of notification settings: a table of boxes to tick, when mails go out, and the quiet hours."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from games.core.notifications import NotificationKind, choosable_kinds
from games.notifications import choices
from games.notifications.models import NotificationSettings
from games.play import deadline_steps
from games.play.models import DeadlineSteps

NEVER = ""
HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


def _steps() -> list[tuple[int, str]]:
    return [(hours, _in_words(hours)) for hours in reversed(DeadlineSteps.CHOICES)]


def _in_words(hours: int) -> str:
    if hours < 24:
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    return ngettext("%(count)s day", "%(count)s days", hours // 24) % {"count": hours // 24}


class NotificationSettingsForm(forms.Form):
    """The cells of the table are named `your_move.email`; the other fields have the names of the columns."""

    pace = forms.ChoiceField(label=_("Email"), choices=NotificationSettings.Pace.choices, widget=forms.RadioSelect)
    daily_hour = forms.TypedChoiceField(label=_("Once a day at"), choices=HOURS, coerce=int)
    email_while_open = forms.BooleanField(label=_("Also while I have the game open"), required=False)
    push_texts = forms.BooleanField(
        label=_("Push notifications and chat apps show what somebody has written"),
        help_text=_("Also on a locked screen. Otherwise they only say who has written."),
        required=False,
    )
    deadline_hours = forms.TypedMultipleChoiceField(
        label=_("Before a deadline"),
        choices=_steps,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_(
            "Choose up to five. If you choose none, you are notified when a quarter of the time is left and "
            "when a day is left."
        ),
        validators=[MaxLengthValidator(DeadlineSteps.MOST)],
    )
    quiet_from = forms.TypedChoiceField(
        label=_("Quiet hours from"), choices=[(NEVER, _("never")), *HOURS], coerce=int, empty_value=None, required=False
    )
    quiet_until = forms.TypedChoiceField(
        label=_("until"), choices=[(NEVER, "–"), *HOURS], coerce=int, empty_value=None, required=False
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        self.user, row = user, choices.settings_of(user)
        table = choices.table_of(user, row)
        initial: dict[str, Any] = {name: getattr(row, name) for name in self.base_fields if name != "deadline_hours"}
        initial["deadline_hours"] = deadline_steps.steps_of(user)
        self.channels = {
            name: label
            for name, label in choices.all_labels().items()
            if any(cells[name] is not None for cells in table.values())
        }
        for kind, channel in self._cells():
            initial[_name(kind, channel)] = table[kind.name][channel]
        super().__init__(data, initial=initial)
        for kind, channel in self._cells():
            words = {"notification": kind.label, "channel": self.channels[channel]}
            self.fields[_name(kind, channel)] = forms.BooleanField(
                label=_("%(notification)s: %(channel)s") % words, required=False
            )

    def clean(self) -> dict[str, Any]:
        """Quiet hours have two ends."""
        cleaned = super().clean() or self.cleaned_data
        if "quiet_from" in cleaned and "quiet_until" in cleaned:
            ends = (cleaned["quiet_from"], cleaned["quiet_until"])
            if (ends[0] is None) != (ends[1] is None):
                self.add_error("quiet_until", _("Choose both a start and an end."))
        return cleaned

    def save(self) -> None:
        """Store what was ticked and chosen."""
        values = {name: self.cleaned_data[name] for name in self.base_fields}
        table: dict[str, dict[str, bool]] = {}
        for kind, channel in self._cells():
            table.setdefault(kind.name, {})[channel] = self.cleaned_data[_name(kind, channel)]
        choices.change(self.user, table=table, **values)

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """The table as the page shows it: each kind with its boxes."""
        return [
            {"kind": kind, "boxes": [self[_name(kind, channel)] for channel in self.channels]}
            for kind in choosable_kinds()
        ]

    def _cells(self) -> Iterator[tuple[NotificationKind, str]]:
        for kind in choosable_kinds():
            for channel in self.channels:
                yield kind, channel


def _name(kind: NotificationKind, channel: str) -> str:
    return f"{kind.name}.{channel}"
