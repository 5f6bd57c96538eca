"""Breaches of the Content-Security-Policy, as browsers report them: logged, never stored.

Anybody can send such reports, so few of them are taken from an address and little of each is logged.
"""

import json
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.core import rate_limits

log = structlog.get_logger(__name__)

LONGEST_REPORT = 16_384
MOST_IN_A_BODY = 10
LONGEST_VALUE = 200


@csrf_exempt
@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Log the reports of the body, of either kind: `application/csp-report`, `application/reports+json`."""
    if rate_limits.spend("csp_reports", rate_limits.address_of(request)).is_over:
        return HttpResponse(status=429)
    if len(request.body) > LONGEST_REPORT:
        return HttpResponse(status=413)
    try:
        found = _reports(json.loads(request.body))
    except (ValueError, RecursionError):
        return HttpResponse(status=400)
    for report in found[:MOST_IN_A_BODY]:
        log.warning("csp_breach", **report)
    return HttpResponse(status=204)


def _reports(content: Any) -> list[dict[str, str]]:
    """Directive, blocked address and page of each. Raises ValueError for anything else."""
    rows = [row.get("body") for row in content if isinstance(row, dict)] if isinstance(content, list) else []
    if isinstance(content, dict):
        rows = [content.get("csp-report")]
    bodies = [row for row in rows if isinstance(row, dict)]
    if not bodies:
        raise ValueError("no report")
    return [
        {
            "directive": _value(body, "effective-directive", "effectiveDirective", "violated-directive"),
            "blocked": _value(body, "blocked-uri", "blockedURL"),
            "page": urlsplit(_value(body, "document-uri", "documentURL")).path,
        }
        for body in bodies
    ]


def _value(body: dict[str, Any], *names: str) -> str:
    return next((str(body[name]) for name in names if name in body), "")[:LONGEST_VALUE]
