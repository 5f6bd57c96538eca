"""Forms around records that people bring along."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import Notation
from games.exports.texts import Form
from games.models import Record
from games.models.terms import Rules
from games.records import LONGEST_TEXT

NOTATIONS = (
    (Notation.PGN, _("d6-f6xa1, as on this site")),
    (Notation.PLAYOK, _("5-6x22, as PlayOK numbers the points")),
    (Notation.SEPARATE, _("d6-f6 xa1, the removal as a word of its own")),
)


class ImportForm(forms.Form):
    """Games as text, written or in a file; `text` is what a valid form brings."""

    written = forms.CharField(
        label=_("Moves, or whole records"),
        help_text=_("One game or many: PGN-like text, PlayOK’s numbers, or just moves."),
        required=False,
        strip=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 8, "class": "notation", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file"), required=False, widget=forms.FileInput({"accept": ".pgn,.txt,text/plain"})
    )
    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=Rules.choices,
        help_text=_("For games that do not say by which rules they were played."),
    )

    def clean_file(self) -> str:
        """The file as text."""
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
        """Nothing at all is a mistake, and so is a form with both, of which one would be lost."""
        if not self.errors and not self.text.strip():
            self.add_error("written", _("Paste a record, or choose a file."))
        if self.cleaned_data.get("file") and self.cleaned_data.get("written", "").strip():
            self.add_error("file", _("One at a time: the text above, or a file."))
        return self.cleaned_data

    @property
    def text(self) -> str:
        return self.cleaned_data.get("file") or self.cleaned_data.get("written") or ""

    def with_text_to_mend(self) -> "ImportForm":
        """The same form with the text of the file in the field, where its lines can be found and mended."""
        return ImportForm(initial={"written": self.text, "rules": self.cleaned_data["rules"]})


class DescribeForm(forms.Form):
    """What the owner calls a record, and what he has to say of it."""

    title = forms.CharField(label=_("Title"), max_length=Record.LONGEST_TITLE, required=False)
    note = forms.CharField(
        label=_("Note"), max_length=Record.LONGEST_NOTE, required=False, widget=forms.Textarea({"rows": 4})
    )


class WritingForm(forms.Form):
    """How records are written for a download; what is left out is as on this site."""

    notation = forms.ChoiceField(label=_("Notation"), choices=NOTATIONS, required=False)
    form = forms.ChoiceField(choices=[(form.value, form.value) for form in Form], required=False)

    @property
    def chosen_notation(self) -> Notation:
        return Notation(self.cleaned_data.get("notation") or Notation.PGN)

    @property
    def chosen_form(self) -> Form:
        return Form(self.cleaned_data.get("form") or Form.PGN)
