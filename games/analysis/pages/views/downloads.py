"""Downloads from pages: the same texts as over the API, and refused by a page in words."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.privacy.exports import pieces_of, ready_export
from games.analysis import records
from games.analysis.exports.texts import Form
from games.analysis.pages.forms import WritingForm
from games.api.downloads import download
from games.core.errors import Refusal
from games.web.refusals import get_or_404
from games.web.requests import SignedInRequest, spend

MEDIA_TYPES = {
    Form.PGN: "application/x-muehle-pgn; charset=utf-8",
    Form.NDJSON: "application/x-ndjson; charset=utf-8",
}
# As many calls as over the API.
COST = 20


@require_safe
@login_required
def records_of_mine(request: SignedInRequest) -> HttpResponseBase:
    """All records of the reader; where that cannot be he reads why above their list."""
    form = WritingForm(request.GET)
    if not form.is_valid():
        return redirect("records")
    wanted = records.record_pieces(request.user, form=form.chosen_form, notation=form.chosen_notation)
    answer = sent(request, wanted, form.chosen_form, "muehle-records")
    if isinstance(answer, Refused):
        messages.error(request, answer.words)
        return redirect("records")
    return answer


@require_safe
@login_required
def record_of_mine(request: SignedInRequest, number: int) -> HttpResponse:
    """One of them."""
    record = get_or_404(lambda: records.record_for(request.user.pk, number))
    form = WritingForm(request.GET)
    if not form.is_valid():
        return redirect("record", number)
    text = records.record_text(record, form.chosen_notation)
    return HttpResponse(text, headers=_headers(Form.PGN, f"record-{number}"))


@require_safe
@login_required
def export_of_mine(request: SignedInRequest, pk: int) -> HttpResponseBase:
    """A copy of everything about the reader, as long as it can be had."""
    export = ready_export(request.user, pk, now=timezone.now())
    if export is None:
        raise Http404
    name = f"muehle-{request.user.username}-{export.requested_at:%Y-%m-%d}.zip"
    headers = {"Content-Type": "application/zip", "Content-Disposition": f'attachment; filename="{name}"'}
    try:
        return download(pieces_of(export), request=request, headers=headers)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("exports")


class Refused(NamedTuple):
    """Why there is no download, for people, and the status that goes with it."""

    words: str
    status: int


def sent(request: HttpRequest, parts: Iterator[bytes], form: Form, name: str) -> HttpResponseBase | Refused:
    """The parts as a download: thousands of games may be read and written."""
    if spend(request, cost=COST).is_over:
        words = _("Too many questions at once; the server answers again in a moment.")
        return Refused(words, HTTPStatus.TOO_MANY_REQUESTS)
    try:
        return download(parts, request=request, headers=_headers(form, name))
    except Refusal as refusal:
        return Refused(refusal.message, refusal.status)


def _headers(form: Form, name: str) -> dict[str, str]:
    disposition = f'attachment; filename="{name}.{form}"'
    return {"Content-Type": MEDIA_TYPES[form], "Content-Disposition": disposition}
