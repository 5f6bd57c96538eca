"""How a picture is served: to everybody and every site, with what caches need, and PNG only so often."""

import hashlib
from datetime import datetime
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import http_date
from django.utils.translation import gettext as _

from games.pictures import png_of
from kit import rate_limits

MINUTE: Final = 60
MONTH: Final = 30 * 24 * 60 * MINUTE
MEDIA_TYPES: Final = {"svg": "image/svg+xml", "png": "image/png"}
# Another site may show a picture, and its scripts may read it; by itself it can do nothing at all.
HEADERS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Content-Security-Policy": "default-src 'none'; style-src 'none'; sandbox; frame-ancestors 'none'",
}


def picture_answer(
    request: HttpRequest, svg: str, *, form: str, is_final: bool, modified_at: datetime | None = None
) -> HttpResponse:
    """The picture as svg or png; nothing is rendered for whoever has it already. A final one may be kept long."""
    etag = f'"{hashlib.sha256(svg.encode()).hexdigest()[:32]}-{form}"'
    modified = int(modified_at.timestamp()) if modified_at else None
    answer = get_conditional_response(request, etag=etag, last_modified=modified)
    if answer is None:
        answer = _drawn(request, svg, form=form)
    if answer.status_code != 200 and answer.status_code != 304:
        return answer
    answer["ETag"] = etag
    if modified is not None:
        answer["Last-Modified"] = http_date(modified)
    if is_final:
        patch_cache_control(answer, public=True, max_age=MONTH, immutable=True)
    else:
        patch_cache_control(answer, public=True, max_age=MINUTE)
    return _open_to_all(answer)


def _drawn(request: HttpRequest, svg: str, *, form: str) -> HttpResponse:
    if form == "svg":
        return HttpResponse(svg, content_type=MEDIA_TYPES[form])
    spent = rate_limits.spend("pictures", rate_limits.address_of(request))
    if spent.is_over:
        return _too_many(spent)
    return HttpResponse(png_of(svg), content_type=MEDIA_TYPES[form])


def _too_many(spent: rate_limits.LimitUsage) -> HttpResponse:
    words = _("Too many pictures at once: at most %(count)s in %(seconds)s seconds. SVG is not counted.")
    answer = refusal_answer(words % {"count": spent.requests, "seconds": spent.seconds}, status=429)
    answer["Retry-After"] = str(spent.wait)
    return answer


def refusal_answer(words: str, *, status: int) -> HttpResponse:
    """The error as plain text, for the author of the address."""
    answer = HttpResponse(f"{words}\n", status=status, content_type="text/plain; charset=utf-8")
    answer["Cache-Control"] = "no-store"
    return _open_to_all(answer)


def _open_to_all(answer: HttpResponse) -> HttpResponse:
    for name, value in HEADERS.items():
        answer[name] = value
    return answer
