"""The directory of players."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.core import rule_sets
from games.people import countries
from games.people.directory import COST, Wanted, cards_of, players_for
from games.people.opponents import last_opponents
from games.web.requests import spend
from kit import database_time
from kit.pages import Page, page_of
from muehle import STANDARD

PAGE = 40
ACTIVE_DAYS = (1, 7, 30, 90)
RELIABILITIES = (70, 80, 90, 95)
HIGHEST_RATING = 5000


def _days(count: int) -> str:
    return _("in the last %(count)s days") % {"count": count} if count > 1 else _("in the last 24 hours")


def _active() -> list[tuple[str, Any]]:
    return [("", _("at any time")), *((str(days), _days(days)) for days in ACTIVE_DAYS)]


def _reliable() -> list[tuple[str, Any]]:
    return [
        ("", _("any")),
        *((str(percent), _("from %(percent)s%%") % {"percent": percent}) for percent in RELIABILITIES),
    ]


class DirectoryForm(forms.Form):
    """What the reader looks for. A field with an error counts as empty."""

    q = forms.CharField(label=gettext_lazy("Name"), max_length=60, required=False)
    country = forms.ChoiceField(
        label=gettext_lazy("Country"), choices=lambda: [("", _("all")), *countries.choices()], required=False
    )
    who = forms.ChoiceField(
        label=gettext_lazy("People and bots"),
        choices=[("", gettext_lazy("all")), ("people", gettext_lazy("people")), ("bots", gettext_lazy("bots"))],
        required=False,
    )
    rules = forms.ChoiceField(label=gettext_lazy("Rating under the rules"), choices=rule_sets.choices, required=False)
    min_rating = forms.IntegerField(
        label=gettext_lazy("Rating from"), min_value=0, max_value=HIGHEST_RATING, required=False
    )
    max_rating = forms.IntegerField(
        label=gettext_lazy("Rating to"), min_value=0, max_value=HIGHEST_RATING, required=False
    )
    active = forms.TypedChoiceField(
        label=gettext_lazy("Last move"), choices=_active, coerce=int, empty_value=None, required=False
    )
    reliability = forms.TypedChoiceField(
        label=gettext_lazy("Reliability"), choices=_reliable, coerce=int, empty_value=None, required=False
    )

    here = forms.BooleanField(label=gettext_lazy("Here now"), required=False)

    @property
    def wanted(self) -> Wanted:
        self.full_clean()
        chosen = {name: self.cleaned_data.get(name) for name in self.fields}
        return Wanted(
            words=chosen["q"] or "",
            country=chosen["country"] or "",
            rules=chosen["rules"] or STANDARD.name,
            min_rating=chosen["min_rating"],
            max_rating=chosen["max_rating"],
            bots={"bots": True, "people": False}.get(chosen["who"] or ""),
            active_days=chosen["active"],
            min_reliability=chosen["reliability"],
            here=bool(chosen["here"]),
        )

    @property
    def is_filtered(self) -> bool:
        """Whether there is more than a name; the rules alone are no filter."""
        return any(
            self.cleaned_data.get(name) not in (None, "", False) for name in self.fields if name not in ("q", "rules")
        )

    @property
    def query(self) -> str:
        """As in the links to further pages."""
        chosen = [(name, self.cleaned_data.get(name)) for name in self.fields]
        given = urlencode([(name, value) for name, value in chosen if value not in (None, "", False)])
        return f"{given}&" if given else ""


def players(request: HttpRequest) -> HttpResponse:
    """The players whom the reader may find, by name."""
    form = DirectoryForm(request.GET)
    wanted = form.wanted
    # The same cost as over the API.
    spent = spend(request, cost=COST)
    if spent.is_over:
        context = {
            "form": form,
            "page": Page([], "", ""),
            "refusal": _("Too many requests at once. Please wait a moment."),
        }
        answer = render(request, "people/players.html", context, status=429)
        answer["Retry-After"] = str(spent.wait)
        return answer
    now = database_time.now()
    page = page_of(players_for(request.user.pk, wanted, now=now), request, size=PAGE)
    context = {
        "form": form,
        "page": page,
        "opponents": _opponents(request),
        "cards": [(card, card.shown_rating(wanted.rules)) for card in cards_of(page, now=now)],
        "query": form.query,
    }
    return render(request, "people/players.html", context)


def _opponents(request: HttpRequest) -> list[User]:
    """Whom a player can challenge again, on the first page."""
    if not request.user.is_authenticated or request.user.is_guest or request.GET:
        return []
    return last_opponents(request.user.pk)
