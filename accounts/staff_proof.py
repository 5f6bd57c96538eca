"""What the administration asks staff to prove: the second factor once per session, and afresh before a change.

Reading, and the daily work of arbiters, needs no fresh proof. A request that waits for one goes on at its own address
afterwards, so a form that is refused then shows all that was typed. Passwords are left out: no session holds any.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from allauth.account.utils import get_next_redirect_url
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse

from accounts import kept_requests, proofs, second_factor
from accounts.kept_requests import Kept
from accounts.models import User

View = TypeVar("View", bound=Callable[..., HttpResponse])

READING: Final = ("GET", "HEAD", "OPTIONS")
# Views that are nothing but a form. They ask before it is filled in.
FORMS: Final = ("add_view", "delete_view", "user_change_password")
# Forms of a row, which accounts/staff_actions.py refuses if they are late.
ROWS: Final = ("add_view", "change_view")
KEPT = "request_of_staff"


def daily_work(view: View) -> View:
    """Decorate a view of the administration that changes no account and no right: it asks for no fresh proof."""
    view.is_daily_work = True  # type: ignore[attr-defined]
    return view


def redirect_if_needed(request: HttpRequest, user: User, view: Any) -> HttpResponse | None:
    """The redirect to the page where the user gives the proof that the view asks for; None if they have given it."""
    _take_up(request, view)
    is_stale = _needs_fresh_one(request, view) and not proofs.is_fresh(request)
    if not is_stale and not second_factor.is_missing(request, user):
        return None
    way_on = kept_requests.keep(request, callback=f"{__name__}.go_on") if request.method == "POST" else None
    return second_factor.redirect_to_it(request, user, way_on=way_on)


def go_on(request: HttpRequest, state: dict[str, Any]) -> HttpResponse:
    """Called by allauth after the proof. If it was given for another page, what had waited is dropped."""
    kept, wanted = Kept.of(request, state), get_next_redirect_url(request)
    if kept is None:
        proofs.say_dropped(request)
    elif wanted == kept.way_on:
        request.session[KEPT] = state
        return HttpResponseRedirect(kept.address)
    else:
        proofs.say_left(request)
    return HttpResponseRedirect(wanted or reverse("admin:index"))


def is_late(request: HttpRequest) -> bool:
    """Whether this is a form that has waited too long for the proof: it is shown with what was typed, and refused."""
    return getattr(request, "is_late", False)


def _take_up(request: HttpRequest, view: Any) -> None:
    """Make the request the one that has waited for the proof, if this is where `go_on` has led to."""
    state = request.session.pop(KEPT, None)
    kept = Kept.of(request, state) if state else None
    if kept is None or request.method != "GET" or request.get_full_path() != kept.address:
        return
    if not kept.is_recent:
        proofs.say_dropped(request)
    # Without a fresh proof a late one would be kept anew, and be done after all.
    if kept.is_recent or (view.__name__ in ROWS and proofs.is_fresh(request)):
        request.method, request.POST = "POST", QueryDict(kept.sent)
        request.is_late = not kept.is_recent  # type: ignore[attr-defined]


def _needs_fresh_one(request: HttpRequest, view: Any) -> bool:
    if request.method in READING:
        return view.__name__ in FORMS
    return not getattr(view, "is_daily_work", False)
