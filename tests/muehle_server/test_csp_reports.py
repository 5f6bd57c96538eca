"""Reports of browsers about breaches of the Content-Security-Policy."""

import json
import logging
from typing import Any

import pytest
import structlog
import time_machine
from django.conf import settings
from django.test import Client
from prometheus_client import generate_latest

from kit import monitoring
from muehle_server.csp_reports import DIRECTIVES

OLD = {
    "csp-report": {
        "document-uri": "http://localhost:8000/games/7/?x=1",
        "violated-directive": "img-src 'self'",
        "blocked-uri": "https://evil.example/p.png",
    }
}
NEW = [
    {
        "type": "csp-violation",
        "body": {
            "documentURL": "http://localhost:8000/",
            "effectiveDirective": "script-src-elem",
            "blockedURL": "inline",
        },
    }
]
LONG = '"' + "x" * 20_000 + '"'
SECRET = "planted-by-a-stranger"


def report_of(**body: Any) -> dict[str, Any]:
    known = {"document-uri": "http://localhost:8000/", "effective-directive": "img-src", "blocked-uri": "inline"}
    return {"csp-report": known | {name.replace("_", "-"): value for name, value in body.items()}}


def counted(directive: str, page: str, source: str) -> float:
    labels = {"directive": directive, "page": page, "source": source}
    return monitoring.PROCESS.get_sample_value("muehle_csp_breaches_total", labels) or 0


def send(client: Client, report: object) -> Any:
    return client.post("/csp-reports/", json.dumps(report), content_type="application/csp-report")


@pytest.fixture(autouse=True)
def _our_address(settings: Any) -> None:
    settings.SITE_URL = "http://localhost:8000"


@pytest.mark.parametrize(
    ("content_type", "report", "labels"),
    [
        ("application/csp-report", OLD, ("img-src", "game", "foreign")),
        ("application/reports+json", NEW, ("script-src-elem", "home", "inline")),
    ],
)
def test_a_report_is_counted(client: Client, content_type: str, report: object, labels: tuple[str, str, str]) -> None:
    before = counted(*labels)

    answer = client.post("/csp-reports/", json.dumps(report), content_type=content_type)

    assert answer.status_code == 204
    assert counted(*labels) == before + 1


@pytest.mark.parametrize(
    ("body", "labels"),
    [
        ({"blocked_uri": "http://localhost:8000/static/x.js"}, ("img-src", "home", "own")),
        ({"blocked_uri": "http://localhost:8000"}, ("img-src", "home", "own")),
        ({"document_uri": "http://localhost:8000"}, ("img-src", "home", "inline")),
        ({"blocked_uri": "self"}, ("img-src", "home", "own")),
        ({"blocked_uri": "eval"}, ("img-src", "home", "inline")),
        ({"blocked_uri": "data"}, ("img-src", "home", "foreign")),
        ({"blocked_uri": "http://localhost:8000.evil.example/"}, ("img-src", "home", "foreign")),
        ({"blocked_uri": ["http://localhost:8000/"]}, ("img-src", "home", "foreign")),
        ({"document_uri": "http://localhost:8000/admin/accounts/user/7/change/"}, ("img-src", "admin", "inline")),
        ({"document_uri": "http://localhost:8000/no/such/page/"}, ("img-src", "other", "inline")),
        ({"document_uri": "https://evil.example/games/7/"}, ("img-src", "other", "inline")),
        ({"document_uri": "http://[/"}, ("img-src", "other", "inline")),
        ({"document_uri": "about"}, ("img-src", "other", "inline")),
        ({"document_uri": None}, ("img-src", "other", "inline")),
        ({"effective_directive": "IMG-SRC"}, ("other", "home", "inline")),
        ({"effective_directive": ""}, ("other", "home", "inline")),
        ({"effective_directive": {"img-src": 1}}, ("other", "home", "inline")),
    ],
)
def test_what_is_counted_is_one_of_ours(client: Client, body: dict[str, Any], labels: tuple[str, str, str]) -> None:
    before = counted(*labels)

    assert send(client, report_of(**body)).status_code == 204
    assert counted(*labels) == before + 1


def test_every_directive_of_the_policy_has_a_count_of_its_own(client: Client) -> None:
    of_policy = {name for name in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"] if not name.startswith("report-")}

    assert of_policy <= DIRECTIVES


def test_nothing_that_a_stranger_has_typed_is_kept(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    fields = ("document-uri", "violated-directive", "effective-directive", "blocked-uri", "referrer", "script-sample")
    body = dict.fromkeys(fields, f"http://localhost:8000/{SECRET}/?{SECRET}#{SECRET}") | {SECRET: SECRET}
    modern = {"documentURL": SECRET, "effectiveDirective": SECRET, "blockedURL": SECRET, "sample": SECRET}
    caplog.set_level(logging.DEBUG)

    with structlog.testing.capture_logs() as lines:
        statuses = [
            send(client, {"csp-report": body}).status_code,
            send(client, [{"type": SECRET, "url": SECRET, "body": modern}]).status_code,
            send(client, {SECRET: SECRET}).status_code,
        ]

    assert statuses == [204, 204, 400]
    assert SECRET not in f"{lines}{caplog.text}"
    assert SECRET not in generate_latest(monitoring.PROCESS).decode()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 400),
        ("nonsense", 400),
        ("[" * 5000, 400),
        ("[]", 400),
        ('{"csp-report": 7}', 400),
        (LONG, 413),
    ],
)
def test_what_is_no_report_is_refused(client: Client, body: str, status: int) -> None:
    assert client.post("/csp-reports/", body, content_type="application/csp-report").status_code == status


def test_a_body_counts_ten_reports_at_most(client: Client) -> None:
    before = counted("script-src-elem", "home", "inline")

    send(client, NEW * 12)

    assert counted("script-src-elem", "home", "inline") == before + 10


def test_an_address_sends_ten_a_minute_at_most(client: Client, clock: time_machine.Traveller) -> None:
    statuses = [send(client, OLD).status_code for _report in range(11)]

    assert statuses == [204] * 10 + [429]
