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

    board_style = forms.ChoiceField(
        label=_("Board and stones"),
        help_text=_("You can switch during a game as well; a move you have begun stays as it is."),
        choices=User.BoardStyle.choices,
        widget=forms.RadioSelect,
    )
    color_scheme = forms.ChoiceField(
        label=_("Light or dark"),
        help_text=_("How bright the pages are around the board."),
        choices=User.ColorScheme.choices,
        widget=forms.RadioSelect,
    )
    marks = forms.BooleanField(
        label=_("Mark the last move and closed mills"),
        help_text=_("Rings show where the last stone came from and went to, and a line shows a closed mill."),
        required=False,
    )
    confirm_moves = forms.BooleanField(
        label=_("Send a move only when I confirm it"),
        help_text=_("Until then you can take it back. Otherwise a finished move is sent at once."),
        required=False,
    )
    touch_move = forms.BooleanField(
        label=_("Touched is moved"),
        help_text=_("A stone you have touched must be moved, as at a board over the table."),
        required=False,
    )
    go_on = forms.BooleanField(
        label=_("After a move, go on to the next game that waits for me"),
        help_text=_("The most urgent one comes first. Otherwise you stay at the board you played on."),
        required=False,
    )
    sounds = forms.BooleanField(
        label=_("Play sounds"),
        help_text=_("A quiet knock of wood for a move, another for a mill, and a third when the game is over."),
        required=False,
    )
    language = forms.ChoiceField(
        label=_("Language"),
        help_text=_("Mails to you are written in it too."),
        choices=User.Language.choices,
        widget=forms.RadioSelect,
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Deadlines are shown in the time of this place."))
    GROUPS = (
        (_("The board"), ("board_style", "color_scheme", "marks")),
        (_("Moves"), ("confirm_moves", "touch_move", "go_on")),
        (_("Sound"), ("sounds",)),
        (_("Language and time"), ("language", "time_zone")),
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data, initial={name: getattr(user, name) for name in self.base_fields})
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)  # noqa: S101  (for the type checker)
        zone.choices = time_zones(user.time_zone)

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under their headings."""
        return [(str(title), [self[name] for name in names]) for title, names in self.GROUPS]
