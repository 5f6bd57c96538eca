"""The page on which players say something of themselves, and choose a picture."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from games.core import rule_sets
from games.people import countries
from games.people.models import LONGEST_ABOUT, Profile
from games.people.pictures import COLOURS, PATTERNS, Picture
from games.people.profiles import Wording, picture_of, profile_of, save
from games.web.requests import SignedInRequest, account_required
from kit.pages import FormError, MultilineField, run_or_form_error


def _countries() -> list[tuple[str, Any]]:
    return [("", _("not said")), *countries.choices()]


def _rule_sets() -> list[tuple[str, Any]]:
    return [("", _("none")), *rule_sets.choices()]


def _numbers(count: int) -> list[tuple[int, str]]:
    return [(number, str(number + 1)) for number in range(count)]


class ProfileForm(forms.Form):
    """The fields have the names of the columns."""

    pattern = forms.TypedChoiceField(
        label=_("Pattern"), choices=_numbers(len(PATTERNS)), coerce=int, widget=forms.RadioSelect
    )
    colour = forms.TypedChoiceField(
        label=_("Colour"), choices=_numbers(len(COLOURS)), coerce=int, widget=forms.RadioSelect
    )
    about = MultilineField(
        label=_("A few words about you"),
        help_text=_("Everyone can read them. 300 characters at most."),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    country = forms.ChoiceField(label=_("Country"), choices=_countries, required=False)
    favourite_rules = forms.ChoiceField(label=_("Favourite rules"), choices=_rule_sets, required=False)

    shows_presence = forms.BooleanField(
        label=_("Others see when I am here"),
        help_text=_("At a board, or on the home page in the last ten minutes. Players you have blocked never see it."),
        required=False,
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        row = profile_of(user)
        chosen = picture_of(row)
        names_of_columns = ("about", "country", "favourite_rules", "shows_presence")
        initial = {name: getattr(row, name) for name in names_of_columns} | chosen._asdict()
        super().__init__(data, initial=initial)
        self.user, self.chosen = user, chosen

    @property
    def shown(self) -> Picture:
        """The picture in which patterns and colours are shown: the one that was chosen last, if it is one."""
        try:
            sent = Picture(int(self["pattern"].value()), int(self["colour"].value()))
        except (TypeError, ValueError):
            return self.chosen
        return sent if sent.is_known else self.chosen

    @property
    def patterns(self) -> list[tuple[Any, Picture]]:
        """The patterns to choose from, in the colour that is chosen."""
        return [(option, Picture(number, self.shown.colour)) for number, option in enumerate(self["pattern"])]

    @property
    def colours(self) -> list[tuple[Any, Picture]]:
        """The colours to choose from, of the pattern that is chosen."""
        return [(option, Picture(self.shown.pattern, number)) for number, option in enumerate(self["colour"])]

    def do(self) -> Profile:
        """Raises what save() raises."""
        values = dict(self.cleaned_data)
        picture = Picture(values.pop("pattern"), values.pop("colour"))
        return save(self.user, Wording(**values, picture=picture))


@account_required
def own_profile(request: SignedInRequest) -> HttpResponse:
    """The form; with what was typed if it is refused."""
    if request.method != "POST":
        return _page(request, ProfileForm(user=request.user))
    form = ProfileForm(request.POST, user=request.user)
    done = run_or_form_error(form, form.do)
    if isinstance(done, FormError):
        return _page(request, form, status=done.status)
    messages.success(request, _("Your profile is saved."))
    return redirect("profile")


def _page(request: SignedInRequest, form: ProfileForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "silenced_until": names.sanctioned_until(request.user)}
    return render(request, "people/own_profile.html", context, status=status)
