"""The page of leave, below the preferences: the account, what is planned, and the deeds."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games import leaves
from games.engine.leave import DAYS_A_YEAR, SHORTEST
from games.web.forms.leave import EmergencyDayForm, TakeLeaveForm
from games.web.refusals import Wrong, done_or_told, done_or_wrong
from games.web.requests import SignedInRequest, deed


@login_required
def leave(request: SignedInRequest) -> HttpResponse:
    """The reader's leave, and the form that takes some."""
    if request.method != "POST":
        return _page(request, TakeLeaveForm())
    form = TakeLeaveForm(request.POST)
    taken = done_or_wrong(form, lambda: form.do(request.user))
    if isinstance(taken, Wrong):
        return _page(request, form, status=taken.status)
    begun = _("You are on leave. Your clocks stand still where the terms of a game allow it.")
    messages.success(request, begun if taken.begun_at else _("Your leave is planned. Nobody learns of it before."))
    return redirect("leave")


@deed
def end_leave(request: SignedInRequest, pk: int) -> HttpResponse:
    """Give up a plan, or come back."""
    if done_or_told(request, lambda: leaves.end_leave(request.user, pk)):
        messages.success(request, _("That is changed. What you have not used is kept."))
    return redirect("leave")


@deed
def set_emergency_day(request: SignedInRequest) -> HttpResponse:
    """Save whether days are drawn."""
    form = EmergencyDayForm(request.POST)
    if form.is_valid():
        form.do(request.user)
        messages.success(request, _("Your preferences are saved."))
    return redirect("leave")


def _page(request: SignedInRequest, form: TakeLeaveForm, *, status: int = 200) -> HttpResponse:
    account = leaves.account_of(request.user, now=timezone.now())
    context = {
        "form": form,
        "emergency": EmergencyDayForm(initial={"emergency_day": request.user.emergency_day}),
        "account": account,
        "balance_seconds": int(account.balance.total_seconds()),
        "free_seconds": int(account.free.total_seconds()),
        "reserved_seconds": int(account.reserved.total_seconds()),
        "cap_days": account.cap.days,
        "days_a_year": DAYS_A_YEAR,
        "earliest_end": account.current and max(timezone.now(), account.current.starts_at + SHORTEST),
    }
    answer = render(request, "games/leave/leave.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
