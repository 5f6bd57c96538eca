"""Downloads from pages: the same content as over the API, with errors shown on pages."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.pages.requests import proof_first
from accounts.privacy.exports import pieces_of, ready_export
from games.analysis import records
from games.analysis.exports.texts import ExportFormat
from games.analysis.pages.forms import WritingForm
from games.web.requests import SignedInRequest, account_required, spend
from kit import database_time
from kit.downloads import download
from kit.errors import Refusal
from kit.pages import get_or_404

MEDIA_TYPES = {
    ExportFormat.PGN: "application/x-muehle-pgn; charset=utf-8",
    ExportFormat.NDJSON: "application/x-ndjson; charset=utf-8",
}
# The same cost as over the API.
COST = 20


@require_safe
@account_required
def records_of_mine(request: SignedInRequest) -> HttpResponseBase:
    """All records of the reader; errors are shown above their list."""
    form = WritingForm(request.GET)
    if not form.is_valid():
        return redirect("records")
    wanted = records.record_pieces(request.user, form=form.chosen_form, notation=form.chosen_notation)
    answer = download_response(request, wanted, form.chosen_form, "muehle-records")
    if isinstance(answer, DownloadRefused):
        messages.error(request, answer.words)
        return redirect("records")
    return answer


@require_safe
@account_required
def record_of_mine(request: SignedInRequest, number: int) -> HttpResponse:
    """One record of the reader."""
    record = get_or_404(lambda: records.record_for(request.user.pk, number))
    form = WritingForm(request.GET)
    if not form.is_valid():
        return redirect("record", number)
    text = records.record_text(record, form.chosen_notation)
    return HttpResponse(text, headers=_headers(ExportFormat.PGN, f"record-{number}"))


@require_safe
@login_required
def export_of_mine(request: SignedInRequest, pk: int) -> HttpResponseBase:
    """A data export of the reader, while it is available. As making one, it needs a fresh proof of identity."""
    if way := proof_first(request, then="exports"):
        return way
    export = ready_export(request.user, pk, now=database_time.now())
    if export is None:
        raise Http404
    name = f"muehle-{request.user.username}-{export.requested_at:%Y-%m-%d}.zip"
    headers = {"Content-Type": "application/zip", "Content-Disposition": f'attachment; filename="{name}"'}
    try:
        return download(pieces_of(export), request=request, headers=headers)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("exports")


class DownloadRefused(NamedTuple):
    """Why there is no download, for people, with the HTTP status."""

    words: str
    status: int


def download_response(
    request: HttpRequest, parts: Iterator[bytes], form: ExportFormat, name: str
) -> HttpResponseBase | DownloadRefused:
    """The parts as a download, or why that is not possible now."""
    if spend(request, cost=COST).is_over:
        words = _("Too many requests at once. Please wait a moment.")
        return DownloadRefused(words, HTTPStatus.TOO_MANY_REQUESTS)
    try:
        return download(parts, request=request, headers=_headers(form, name))
    except Refusal as refusal:
        return DownloadRefused(refusal.message, refusal.status)


def _headers(form: ExportFormat, name: str) -> dict[str, str]:
    disposition = f'attachment; filename="{name}.{form}"'
    return {"Content-Type": MEDIA_TYPES[form], "Content-Disposition": disposition}
