"""The form of notification settings: a table of boxes to tick, when mails go out, and the quiet hours."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.notices import NoticeKind, choosable_kinds
from games.notifications import choices
from games.notifications.models import Delivery, NoticeSettings

Channel = Delivery.Channel
NEVER = ""
HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


class NoticesForm(forms.Form):
    """The cells of the table are named `your_move.email`; the other fields have the names of the columns."""

    pace = forms.ChoiceField(label=_("E-mail"), choices=NoticeSettings.Pace.choices, widget=forms.RadioSelect)
    daily_hour = forms.TypedChoiceField(label=_("Once a day at"), choices=HOURS, coerce=int)
    quiet_from = forms.TypedChoiceField(
        label=_("Quiet from"), choices=[(NEVER, _("never")), *HOURS], coerce=int, empty_value=None, required=False
    )
    quiet_until = forms.TypedChoiceField(
        label=_("until"), choices=[(NEVER, "–"), *HOURS], coerce=int, empty_value=None, required=False
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        self.user, row = user, choices.settings_of(user)
        table = choices.table_of(user, row)
        initial: dict[str, Any] = {name: getattr(row, name) for name in self.base_fields}
        for kind, channel in _cells():
            initial[_name(kind, channel)] = table[kind.name][channel]
        super().__init__(data, initial=initial)
        for kind, channel in _cells():
            words = {"notice": kind.label, "channel": channel.label}
            self.fields[_name(kind, channel)] = forms.BooleanField(
                label=_("%(notice)s: %(channel)s") % words, required=False
            )

    def clean(self) -> dict[str, Any]:
        """Quiet hours have two ends."""
        cleaned = super().clean() or self.cleaned_data
        if "quiet_from" in cleaned and "quiet_until" in cleaned:
            ends = (cleaned["quiet_from"], cleaned["quiet_until"])
            if (ends[0] is None) != (ends[1] is None):
                self.add_error("quiet_until", _("Say from when and until when."))
        return cleaned

    def save(self) -> None:
        """Store what was ticked and chosen."""
        values = {name: self.cleaned_data[name] for name in self.base_fields}
        table: dict[str, dict[str, bool]] = {}
        for kind, channel in _cells():
            table.setdefault(kind.name, {})[channel.value] = self.cleaned_data[_name(kind, channel)]
        choices.change(self.user, table=table, **values)

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """The table as the page shows it: each kind with its boxes."""
        return [
            {"kind": kind, "boxes": [self[_name(kind, channel)] for channel in choices.CHANNELS]}
            for kind in choosable_kinds()
        ]


def _cells() -> Iterator[tuple[NoticeKind, Channel]]:
    for kind in choosable_kinds():
        for channel in choices.CHANNELS:
            yield kind, channel


def _name(kind: NoticeKind, channel: Channel) -> str:
    return f"{kind.name}.{channel.value}"
