"""Breaches of the Content-Security-Policy, as browsers report them: counted, and nothing else is kept.

Anybody can send such reports. So few of them are taken from an address, and the labels of the counts are words of ours:
there is no room for what a stranger writes.
"""

import json
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from prometheus_client import Counter

from kit import monitoring, rate_limits

LONGEST_REPORT = 16_384
MOST_IN_A_BODY = 10
# Those of our policy, and those that browsers report where default-src, script-src or style-src decides.
DIRECTIVES: Final = frozenset(
    {
        *("default-src", "script-src", "script-src-elem", "script-src-attr"),
        *("style-src", "style-src-elem", "style-src-attr", "img-src", "font-src", "media-src", "connect-src"),
        *("manifest-src", "worker-src", "child-src", "frame-src", "object-src"),
        *("base-uri", "form-action", "frame-ancestors"),
    }
)
# What browsers say instead of an address where the page itself holds the script or style.
IN_THE_PAGE: Final = frozenset({"inline", "eval", "wasm-eval"})
OTHER: Final = "other"

BREACHES = Counter(
    "muehle_csp_breaches",
    "Breaches of the Content-Security-Policy that browsers have reported.",
    ["directive", "page", "source"],
    registry=monitoring.PROCESS,
)


@csrf_exempt
@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Count the reports of the body, of either kind: `application/csp-report`, `application/reports+json`."""
    if rate_limits.spend("csp_reports", rate_limits.address_of(request)).is_over:
        return HttpResponse(status=429)
    if len(request.body) > LONGEST_REPORT:
        return HttpResponse(status=413)
    try:
        found = _reports(json.loads(request.body))
    except (ValueError, RecursionError):
        return HttpResponse(status=400)
    for report in found[:MOST_IN_A_BODY]:
        BREACHES.labels(_directive(report), _page(report), _source(report)).inc()
    return HttpResponse(status=204)


def _reports(content: Any) -> list[dict[str, Any]]:
    """The bodies of the reports. Raises ValueError for anything else."""
    rows = [row.get("body") for row in content if isinstance(row, dict)] if isinstance(content, list) else []
    if isinstance(content, dict):
        rows = [content.get("csp-report")]
    bodies = [row for row in rows if isinstance(row, dict)]
    if not bodies:
        raise ValueError("no report")
    return bodies


def _directive(report: dict[str, Any]) -> str:
    name = _value(report, "effective-directive", "effectiveDirective", "violated-directive").partition(" ")[0]
    return name if name in DIRECTIVES else OTHER


def _page(report: dict[str, Any]) -> str:
    """The name of the page's route; that of the namespace, if it has one."""
    path = _path_of_ours(_value(report, "document-uri", "documentURL"))
    try:
        match = resolve(path)
    except Resolver404:
        return OTHER
    return match.namespace or match.url_name or OTHER


def _source(report: dict[str, Any]) -> str:
    blocked = _value(report, "blocked-uri", "blockedURL")
    if blocked in IN_THE_PAGE:
        return "inline"
    return "own" if blocked == "self" or _path_of_ours(blocked) else "foreign"


def _path_of_ours(address: str) -> str:
    """The path of an address of this site; empty for all others."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return parts.path or "/" if parts.netloc == urlsplit(settings.SITE_URL).netloc else ""


def _value(report: dict[str, Any], *names: str) -> str:
    return next((str(report[name]) for name in names if name in report), "")
