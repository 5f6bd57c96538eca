"""The page of days off, below the preferences."""

from datetime import date
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games import errors
from games.days_off import Week, week_of
from games.public_holidays import holidays_after
from games.web.forms.days_off import DaysOffForm
from games.web.requests import SignedInRequest

SHOWN = 5


@login_required
def days_off(request: SignedInRequest) -> HttpResponse:
    """The reader's days off, and the form that changes them."""
    week = week_of(request.user, now=timezone.now())
    if request.method != "POST":
        return _page(request, DaysOffForm(week=week), week)
    form = DaysOffForm(request.POST, week=week)
    if not form.is_valid():
        return _page(request, form, week, status=422)
    try:
        form.do(request.user)
    except errors.Refusal as refusal:
        form.add_error("weekdays", refusal.message)
        return _page(request, form, week, status=refusal.status)
    messages.success(request, _("Your days off are saved. They count from now on."))
    return redirect("days_off")


def _page(request: SignedInRequest, form: DaysOffForm, week: Week, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "week": week, "holidays": holidays_after(_today(week), week.region, count=SHOWN)}
    return render(request, "games/leave/days_off.html", context, status=status)


def _today(week: Week) -> date:
    return timezone.now().astimezone(ZoneInfo(week.time_zone)).date()
