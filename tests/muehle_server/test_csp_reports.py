"""Reports of browsers about breaches of the Content-Security-Policy."""

import json

import pytest
import structlog
import time_machine
from django.test import Client

OLD = {
    "csp-report": {
        "document-uri": "https://muehle.example/games/7/?x=1",
        "violated-directive": "img-src",
        "blocked-uri": "https://evil.example/p.png",
    }
}
NEW = [
    {
        "type": "csp-violation",
        "body": {
            "documentURL": "https://muehle.example/",
            "effectiveDirective": "script-src-elem",
            "blockedURL": "inline",
        },
    }
]
LONG = '"' + "x" * 20_000 + '"'


@pytest.mark.parametrize(
    ("content_type", "report", "logged"),
    [
        ("application/csp-report", OLD, ("img-src", "https://evil.example/p.png", "/games/7/")),
        ("application/reports+json", NEW, ("script-src-elem", "inline", "/")),
    ],
)
def test_a_report_is_logged(client: Client, content_type: str, report: object, logged: tuple[str, str, str]) -> None:
    with structlog.testing.capture_logs() as lines:
        answer = client.post("/csp-reports/", json.dumps(report), content_type=content_type)

    [line] = [line for line in lines if line["event"] == "csp_breach"]
    assert answer.status_code == 204
    assert (line["directive"], line["blocked"], line["page"]) == logged


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


def test_an_address_sends_ten_a_minute_at_most(client: Client, clock: time_machine.Traveller) -> None:
    statuses = [
        client.post("/csp-reports/", json.dumps(OLD), content_type="application/csp-report").status_code
        for _report in range(11)
    ]

    assert statuses == [204] * 10 + [429]


def test_a_report_is_short_in_the_log(client: Client) -> None:
    body = {"csp-report": {"violated-directive": "x" * 5000}}
    with structlog.testing.capture_logs() as lines:
        client.post("/csp-reports/", json.dumps(body), content_type="application/csp-report")

    assert max(len(str(value)) for line in lines for value in line.values()) <= 200
