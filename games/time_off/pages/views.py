"""Pages of leave and days off."""

from datetime import date
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.time_off import leave as time_off_leave
from games.time_off.days_off import Week, week_of
from games.time_off.leave import account_of
from games.time_off.pages.forms import DaysOffForm, EmergencyDayForm, TakeLeaveForm
from games.time_off.public_holidays import holidays_after
from games.web.requests import SignedInRequest, account_required, post_only
from kit import database_time
from kit.errors import Refusal
from kit.pages import FormError, run_or_form_error, run_or_message
from muehle.clocks.leave import DAYS_A_YEAR, OPENING, SHORTEST

SHOWN = 5


@account_required
def days_off(request: SignedInRequest) -> HttpResponse:
    """The reader's days off, with the form to change them."""
    week = week_of(request.user, now=database_time.now())
    if request.method != "POST":
        return _days_off_page(request, DaysOffForm(week=week), week)
    form = DaysOffForm(request.POST, week=week)
    if not form.is_valid():
        return _days_off_page(request, form, week, status=422)
    try:
        form.do(request.user)
    except Refusal as refusal:
        form.add_error("weekdays", refusal.message)
        return _days_off_page(request, form, week, status=refusal.status)
    messages.success(request, _("Your days off are saved and apply from now on."))
    return redirect("days_off")


def _days_off_page(request: SignedInRequest, form: DaysOffForm, week: Week, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "week": week, "holidays": holidays_after(_today(week), week.region, count=SHOWN)}
    return render(request, "time_off/days_off.html", context, status=status)


def _today(week: Week) -> date:
    return database_time.now().astimezone(ZoneInfo(week.time_zone)).date()


@account_required
def leave(request: SignedInRequest) -> HttpResponse:
    """The reader's leave, with the form to take leave."""
    if request.method != "POST":
        return _leave_page(request, TakeLeaveForm())
    form = TakeLeaveForm(request.POST)
    taken = run_or_form_error(form, lambda: form.do(request.user))
    if isinstance(taken, FormError):
        return _leave_page(request, form, status=taken.status)
    begun = _("You are on leave. Your clocks are paused in games whose terms allow it.")
    messages.success(
        request, begun if taken.begun_at else _("Your leave is planned. Nobody else sees it before it begins.")
    )
    return redirect("leave")


@post_only
def end_leave(request: SignedInRequest, pk: int) -> HttpResponse:
    """Cancel planned leave, or end current leave."""
    if run_or_message(request, lambda: time_off_leave.end_leave(request.user, pk)):
        messages.success(request, _("Your leave has been changed. You keep the days you did not use."))
    return redirect("leave")


@post_only
def set_emergency_day(request: SignedInRequest) -> HttpResponse:
    """-"""
    form = EmergencyDayForm(request.POST)
    if form.is_valid():
        form.do(request.user)
        messages.success(request, _("Your preferences are saved."))
    return redirect("leave")


def _leave_page(request: SignedInRequest, form: TakeLeaveForm, *, status: int = 200) -> HttpResponse:
    account = account_of(request.user, now=database_time.now())
    context = {
        "form": form,
        "emergency": EmergencyDayForm(initial={"emergency_day": request.user.emergency_day}),
        "account": account,
        "balance_seconds": int(account.balance.total_seconds()),
        "free_seconds": int(account.free.total_seconds()),
        "reserved_seconds": int(account.reserved.total_seconds()),
        "cap_days": account.cap.days,
        "days_a_year": DAYS_A_YEAR,
        "opening_days": OPENING.days,
        "earliest_end": account.current and max(database_time.now(), account.current.starts_at + SHORTEST),
    }
    answer = render(request, "time_off/leave.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
