"""The Content-Security-Policy: on every document, and not on JSON."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/rules/", "/accounts/login/", "/api/v1/docs/", "/nothing-here/"])
def test_a_document_has_a_policy_that_forbids_frames(client: Client, path: str) -> None:
    answer = client.get(path)

    assert answer.headers["Content-Type"].startswith("text/html")
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert "base-uri 'none'" in answer.headers["Content-Security-Policy"]
    assert "object-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "report-uri /csp-reports/" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Reporting-Endpoints"] == 'csp="/csp-reports/"'
    assert "camera=()" in answer.headers["Permissions-Policy"]


@pytest.mark.parametrize(("path", "status"), [("/api/v1/health/live/", 200), ("/api/v1/games/1/", 404)])
def test_json_has_none(client: Client, path: str, status: int) -> None:
    answer = client.get(path)

    assert answer.status_code == status
    assert "Content-Security-Policy" not in answer.headers
