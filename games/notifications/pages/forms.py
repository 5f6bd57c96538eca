"""The form of notices: a table of boxes to tick, when mails go out, and the hours in which nothing comes."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notifications import choices
from games.notifications.models import Delivery, NoticeSettings
from games.notifications.policy import Notice
from games.notifications.wording import NOTICE_HELP, NOTICE_NAMES

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
        for notice, channel in _cells():
            initial[_name(notice, channel)] = table[notice][channel]
        super().__init__(data, initial=initial)
        for notice, channel in _cells():
            words = {"notice": NOTICE_NAMES[notice.value], "channel": channel.label}
            self.fields[_name(notice, channel)] = forms.BooleanField(
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
        for notice, channel in _cells():
            table.setdefault(notice.value, {})[channel.value] = self.cleaned_data[_name(notice, channel)]
        choices.change(self.user, table=table, **values)

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """The table as the page shows it: name and words of help of each notice, and its boxes."""
        return [
            {
                "name": NOTICE_NAMES[notice.value],
                "help": NOTICE_HELP[notice.value],
                "id": f"notice-{notice.value}",
                "notice": notice,
                "boxes": [self[_name(notice, channel)] for channel in choices.CHANNELS],
            }
            for notice in choices.NOTICES
        ]


def _cells() -> Iterator[tuple[Notice, Channel]]:
    for notice in choices.NOTICES:
        for channel in choices.CHANNELS:
            yield notice, channel


def _name(notice: Notice, channel: Channel) -> str:
    return f"{notice.value}.{channel.value}"
