"""The forms of clubs. What is allowed is decided by the actions."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clubs import founding, names, noticeboard
from games.clubs.founding import Wording
from games.clubs.models import LONGEST_ABOUT, LONGEST_NAME, LONGEST_POST, Club, Post
from kit.pages import MultilineField


class ClubForm(forms.Form):
    """What a club says of itself, and how one joins it."""

    about = MultilineField(
        label=_("About the club"),
        help_text=_("Everyone can read this."),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea({"rows": 5}),
    )
    admission = forms.ChoiceField(
        label=_("How does one join?"), choices=Club.Admission.choices, widget=forms.RadioSelect, initial="open"
    )

    def change(self, club: Club, owner: User) -> Club:
        """Raises what founding.change() raises."""
        return founding.change(club.slug, owner, **self.cleaned_data)


class FoundForm(ClubForm):
    name = forms.CharField(
        label=_("Name of the club"),
        help_text=_("At most 40 characters. The name and the address of a club stay as they are."),
        max_length=LONGEST_NAME,
    )
    field_order = ["name", "about", "admission"]

    def clean_name(self) -> str:
        return names.cleaned(self.cleaned_data["name"])

    def found(self, founder: User) -> Club:
        """Raises what founding.found() raises."""
        values: dict[str, Any] = dict(self.cleaned_data)
        return founding.found(founder, values.pop("name"), Wording(**values))


class PostForm(forms.Form):
    text = MultilineField(label=_("New post"), max_length=LONGEST_POST, widget=forms.Textarea({"rows": 3}))

    def write(self, club: Club, author: User) -> Post:
        """Raises what noticeboard.write() raises."""
        return noticeboard.write(club, author, self.cleaned_data["text"])


class DissolveForm(forms.Form):
    sure = forms.BooleanField(label=_("The club, its members and its noticeboard are to be deleted for good."))
