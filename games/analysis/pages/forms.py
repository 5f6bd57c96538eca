"""Forms for imported games and downloads."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from games.analysis.exports.choice import GameSelection, PlayerResult
from games.analysis.exports.texts import ExportFormat
from games.analysis.models import Record
from games.analysis.records import LONGEST_TEXT
from games.core import rule_sets
from games.core.models.games import Game
from muehle import Notation

STATUSES = (
    ("", pgettext_lazy("games", "All")),
    (Game.Status.FINISHED, pgettext_lazy("games", "Finished")),
    (Game.Status.ONGOING, pgettext_lazy("games", "In progress")),
)
OUTCOMES = (
    ("", _("Any")),
    (PlayerResult.WON, _("won")),
    (PlayerResult.DRAWN, _("drawn")),
    (PlayerResult.LOST, _("lost")),
)
FORMS = ((ExportFormat.PGN, _("Text (PGN-like)")), (ExportFormat.NDJSON, _("Data (NDJSON)")))


class DownloadForm(forms.Form):
    """All fields are optional. Days are those of the reader's time zone, the last one inclusive."""

    status = forms.ChoiceField(label=_("Games"), choices=STATUSES, required=False, initial=Game.Status.FINISHED)
    outcome = forms.ChoiceField(label=_("Result"), choices=OUTCOMES, required=False)
    rules = forms.ChoiceField(label=_("Rules"), choices=[("", _("All")), *rule_sets.choices()], required=False)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    form = forms.ChoiceField(
        label=_("Format"), choices=FORMS, required=False, initial=ExportFormat.PGN, widget=forms.RadioSelect
    )

    def clean_since(self) -> datetime | None:
        """The beginning of the day."""
        return _beginning_of(self.cleaned_data["since"])

    def clean_until(self) -> datetime | None:
        """The beginning of the next day."""
        return _beginning_of(self.cleaned_data["until"], days_later=1)

    def clean(self) -> dict[str, Any]:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since >= until:
            self.add_error("until", _("The last day is before the first day."))
        return self.cleaned_data

    def choice_of(self, player: User) -> GameSelection:
        """The selected games of the player, newest first."""
        wanted = self.cleaned_data
        return GameSelection(
            player=player,
            outcome=PlayerResult(wanted["outcome"]) if wanted["outcome"] else None,
            since=wanted["since"],
            until=wanted["until"],
            columns={name: wanted[name] for name in ("status", "rules") if wanted[name]},
        )

    @property
    def chosen_form(self) -> ExportFormat:
        return ExportFormat(self.cleaned_data["form"] or ExportFormat.PGN)


def _beginning_of(day: date | None, *, days_later: int = 0) -> datetime | None:
    if day is None:
        return None
    try:
        moment = timezone.make_aware(datetime.combine(day + timedelta(days=days_later), time.min))
        return moment.astimezone(timezone.get_default_timezone())
    except OverflowError as error:
        raise forms.ValidationError(_("This date is out of range.")) from error


NOTATIONS = (
    (Notation.PGN, _("d6-f6xa1, as on this site")),
    (Notation.PLAYOK, _("5-6x22, as PlayOK numbers the points")),
    (Notation.SEPARATE, _("d6-f6 xa1, the removal separated by a space")),
)


class ImportForm(forms.Form):
    """Games as text, typed or in a file; `text` is the text of a valid form."""

    written = forms.CharField(
        label=_("Moves, or complete game records"),
        help_text=_("One game or several: PGN-style text, PlayOK numbers, or just moves."),
        required=False,
        strip=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 8, "class": "notation", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or choose a file"), required=False, widget=forms.FileInput({"accept": ".pgn,.txt,text/plain"})
    )
    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=rule_sets.choices,
        help_text=_("For games that do not name their rules."),
    )

    def clean_file(self) -> str:
        """The content of the file."""
        file = self.cleaned_data["file"]
        if file is None:
            return ""
        try:
            text = str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("The file is not text in UTF-8.")) from error
        if len(text) > LONGEST_TEXT:
            raise forms.ValidationError(_("The file is too large."))
        return text

    def clean(self) -> dict[str, Any]:
        """Require either a text or a file, not both."""
        if not self.errors and not self.text.strip():
            self.add_error("written", _("Paste a game record, or choose a file."))
        if self.cleaned_data.get("file") and self.cleaned_data.get("written", "").strip():
            self.add_error("file", _("Please use only one: the text above or a file."))
        return self.cleaned_data

    @property
    def text(self) -> str:
        return self.cleaned_data.get("file") or self.cleaned_data.get("written") or ""

    def with_file_text(self) -> "ImportForm":
        """The same form with the content of the file in the text field, where its errors can be corrected."""
        return ImportForm(initial={"written": self.text, "rules": self.cleaned_data["rules"]})


class DescribeForm(forms.Form):
    """The title of a record, and its owner's note."""

    title = forms.CharField(label=_("Title"), max_length=Record.LONGEST_TITLE, required=False)
    note = forms.CharField(
        label=_("Note"), max_length=Record.LONGEST_NOTE, required=False, widget=forms.Textarea({"rows": 4})
    )


class WritingForm(forms.Form):
    """How to write records for a download; by default as on this site."""

    notation = forms.ChoiceField(label=_("Notation"), choices=NOTATIONS, required=False)
    form = forms.ChoiceField(choices=[(form.value, form.value) for form in ExportFormat], required=False)

    @property
    def chosen_notation(self) -> Notation:
        return Notation(self.cleaned_data.get("notation") or Notation.PGN)

    @property
    def chosen_form(self) -> ExportFormat:
        return ExportFormat(self.cleaned_data.get("form") or ExportFormat.PGN)
