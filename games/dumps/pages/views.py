"""The page that lists and explains dumps, their checksums, and the files themselves. None needs an account."""

from datetime import date
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.dumps.making import pieces_of
from games.dumps.models import Dump
from games.dumps.pages.fields import FIELDS
from games.web.requests import spend
from kit.downloads import download
from kit.errors import Refusal
from kit.pages import page_of

# Two files for each month.
DUMPS_A_PAGE: Final = 24
COST: Final = 5
HEADERS: Final = {"Cache-Control": "public, no-cache, no-transform", "Access-Control-Allow-Origin": "*"}


@require_safe
def dumps(request: HttpRequest) -> HttpResponse:
    """All dumps, and what is in them."""
    page = page_of(Dump.objects.made(), request, size=DUMPS_A_PAGE)
    return render(request, "dumps/dumps.html", {"page": page, "site": settings.SITE_URL, "fields": FIELDS})


@require_safe
def checksums(request: HttpRequest) -> HttpResponse:
    """The checksums of all dumps, as sha256sum reads them."""
    rows = Dump.objects.made().order_by("month", "form")
    lines = [f"{dump.sha256}  {dump.name}\n" for dump in rows]
    return HttpResponse("".join(lines), content_type="text/plain; charset=utf-8", headers=HEADERS)


@require_safe
def dump(request: HttpRequest, month: str, form: str) -> HttpResponseBase:
    """One dump; 304 for those who have it."""
    found = _dump_of(month, form)
    etag = f'"{found.sha256}"'
    if known := get_conditional_response(request, etag=etag):
        known["ETag"] = etag
        return known
    spent = spend(request, cost=COST)
    if spent.is_over:
        words = _("Too many requests at once. Please wait a moment.")
        answer = _refused(words, HTTPStatus.TOO_MANY_REQUESTS)
        answer["Retry-After"] = str(spent.wait)
        return answer
    headers = {
        **HEADERS,
        "Content-Type": "application/gzip",
        "Content-Length": str(found.size),
        "Content-Disposition": f'attachment; filename="{found.name}"',
        "ETag": etag,
    }
    try:
        return download(pieces_of(found), request=request, headers=headers)
    except Refusal as refusal:
        return _refused(refusal.message, refusal.status)


def _dump_of(month: str, form: str) -> Dump:
    """Raises Http404."""
    try:
        first_day = date.fromisoformat(f"{month}-01")
    except ValueError:
        raise Http404 from None
    found = Dump.objects.made().filter(month=first_day, form=form).first()
    if found is None:
        raise Http404
    return found


def _refused(words: str, status: int) -> HttpResponse:
    """As plain text, for programs that fetch files."""
    return HttpResponse(
        f"{words}\n", status=status, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"}
    )
