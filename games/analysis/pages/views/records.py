"""The reader's records: the list with the import form, and a single record with its board and notes."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.looks import look_of
from games.analysis import records
from games.analysis.pages.forms import DescribeForm, ImportForm, WritingForm
from games.analysis.pages.record_page import page_of_record
from games.web.preferences import preferences_for
from games.web.requests import SignedInRequest, account_required, asked_ply, post_only, spend
from kit.errors import Refusal
from kit.pages import get_or_404, page_of, run_or_message

RECORDS_A_PAGE = 20
# The same cost as over the API.
IMPORT_COST = 5


@account_required
def own_records(request: SignedInRequest) -> HttpResponse:
    """The records, newest first. A posted text is imported as a whole, or shown again with its errors."""
    if request.method != "POST":
        return _list(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    spent = spend(request, cost=IMPORT_COST)
    if spent.is_over:
        form.add_error(None, _("Too many requests at once. Please wait a moment."))
        answer = _list(request, form, status=429)
        answer["Retry-After"] = str(spent.wait)
        return answer
    return _imported(request, form) if form.is_valid() else _list(request, form, status=422)


def _imported(request: SignedInRequest, form: ImportForm) -> HttpResponse:
    try:
        stored = records.import_records(request.user, form.text, rules=form.cleaned_data["rules"])
    except Refusal as refusal:
        faults = refusal.details.get("faults", [])
        return _list(request, form.with_file_text(), refusal=refusal.message, faults=faults, status=422)
    words = ngettext("%(count)s game imported.", "%(count)s games imported.", len(stored))
    messages.success(request, words % {"count": len(stored)})
    return redirect("record", stored[0].number) if len(stored) == 1 else redirect("records")


def _list(request: SignedInRequest, form: ImportForm, *, status: int = 200, **more: Any) -> HttpResponse:
    page = page_of(records.records_of(request.user), request, size=RECORDS_A_PAGE)
    return render(request, "analysis/records.html", {"form": form, "page": page, **more}, status=status)


@account_required
def own_record(request: SignedInRequest, number: int) -> HttpResponse:
    """One record: its board after a half-move, its moves, its tags, and its owner's note."""
    record = get_or_404(lambda: records.record_for(request.user.pk, number))
    form = DescribeForm(request.POST or None, initial={"title": record.title, "note": record.note})
    if request.method == "POST" and form.is_valid():
        texts = form.cleaned_data
        if run_or_message(request, lambda: records.describe_record(request.user, number, **texts)):
            messages.success(request, _("Your changes are saved."))
            return redirect("record", number)
    ply = asked_ply(request.GET.get("ply", ""))
    page = page_of_record(record, ply=ply, look=look_of(request), preferences=preferences_for(request))
    context = {"page": page, "record": record, "form": form, "writing": WritingForm()}
    return render(request, "analysis/record.html", context, status=422 if request.method == "POST" else 200)


@post_only
def delete_record(request: SignedInRequest, number: int) -> HttpResponse:
    """Delete the record permanently."""
    get_or_404(lambda: records.delete_record(request.user, number))
    messages.info(request, _("Game deleted."))
    return redirect("records")
