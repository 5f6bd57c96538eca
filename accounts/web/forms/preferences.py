"""What a player may set about himself."""

import zoneinfo

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User

ZoneGroups = list[tuple[str, list[tuple[str, str]]]]


def time_zones(own: str) -> ZoneGroups:
    """The zones of the world's places grouped by continent, UTC, and `own`, be it one of the names left out."""
    groups: dict[str, list[tuple[str, str]]] = {"UTC": [("UTC", "UTC")]}
    for name in sorted(zoneinfo.available_timezones()):
        continent, _slash, place = name.partition("/")
        if place and continent not in ("Etc", "SystemV", "US", "posix", "right"):
            groups.setdefault(continent, []).append((name, place.replace("_", " ")))
    if own not in {name for places in groups.values() for name, _place in places}:
        groups.setdefault("…", []).append((own, own))
    return list(groups.items())


class PreferencesForm(forms.Form):
    """The fields have the names of the account's columns."""

    language = forms.ChoiceField(label=_("Language"), choices=User.Language.choices, widget=forms.RadioSelect)
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Deadlines are shown in the time of this place."))
    email_on_your_move = forms.BooleanField(label=_("E-mail me when it is my move"), required=False)
    email_on_game_over = forms.BooleanField(label=_("E-mail me when a game has ended"), required=False)

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data, initial={name: getattr(user, name) for name in self.base_fields})
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)  # noqa: S101  (for the type checker)
        zone.choices = time_zones(user.time_zone)
