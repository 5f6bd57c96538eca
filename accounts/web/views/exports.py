"""The page of copies of everything that is kept about the reader; the download itself is beside the other downloads."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.exports import deeds
from accounts.models import DataExport
from accounts.web.requests import SignedInRequest


@login_required
def exports(request: SignedInRequest) -> HttpResponse:
    """What the reader has asked for, and a button for one more."""
    if request.method != "POST":
        return _page(request)
    try:
        deeds.ask(request.user)
    except deeds.TooOften:
        text = _("You have asked for %(most)s copies within a day. Ask again tomorrow.")
        messages.error(request, text % {"most": deeds.MOST_A_DAY})
        return _page(request, status=HTTPStatus.TOO_MANY_REQUESTS)
    messages.success(request, _("The copy is being made."))
    return redirect("exports")


def _page(request: SignedInRequest, *, status: int = HTTPStatus.OK) -> HttpResponse:
    copies = deeds.copies_of(request.user)
    is_waiting = any(copy.state == DataExport.State.WAITING for copy in copies)
    context = {"copies": copies, "is_waiting": is_waiting}
    answer = render(request, "accounts/exports.html", context, status=status)
    answer["Cache-Control"] = "private, no-store"
    return answer
