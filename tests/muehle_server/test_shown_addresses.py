"""Links of invitations, calendars and mails are secrets: they are in no line of a log and in no report of an error."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from django.core.exceptions import PermissionDenied, TooManyFieldsSent
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client

from accounts.models import User
from muehle_server.shown_addresses import PUBLIC_PARAMETERS
from tests.support.addresses import Route, routes
from tests.support.live import web_process
from tests.support.signing_in import sign_in
from tools.launcher.workspace import ROOT

MARK = "Secret1Mark"
# Parameters that let whoever knows them do something, or that may be anything at all.
SECRET_PARAMETERS = {"key", "rest", "secret", "token", "uidb36", "url"}
SECRET_ROUTES = [route for route in routes() if SECRET_PARAMETERS & {*route.parameters}]


def test_every_parameter_of_an_address_is_public_or_secret() -> None:
    """A new one has to be entered in one of the lists. If it is secret, the proxies have to leave it out as well."""
    assert {name for route in routes() for name in route.parameters} == PUBLIC_PARAMETERS | SECRET_PARAMETERS
    assert not PUBLIC_PARAMETERS & SECRET_PARAMETERS
    assert len(SECRET_ROUTES) >= 10


def addresses_of(route: Route) -> list[str]:
    """As it is, and as people and programs copy it badly."""
    path = route.path({}, default=MARK)
    return [path, f"{path}?{MARK}={MARK}", path.rstrip("/"), f"{path})", f"{path}%00é"]


class Outcome:
    """A middleware that stands for the view: what it answers or raises."""

    now: HttpResponse | Exception

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(self, *_arguments: object) -> HttpResponse:
        if isinstance(self.now, Exception):
            raise self.now
        return self.now


OUTCOMES = {
    **{str(status): HttpResponse(status=status) for status in (200, 302, 400, 403, 405, 410, 429, 503)},
    "denied": PermissionDenied(),
    "suspicious": TooManyFieldsSent("x"),
    "missing": Http404(),
    "failed": RuntimeError("x"),
}


@pytest.fixture
def every_line(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What all handlers are given: attributes of records, and the lines that are written."""
    lines: list[str] = []
    written = logging.getLogger().handlers

    class Listening(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.getMessage()} {vars(record)}")
            lines.extend(handler.format(record) for handler in written if handler.formatter)

    listening = Listening(logging.DEBUG)
    names = ("", "django_structlog", "muehle_server", "games", "accounts", "kit")
    loggers = [logging.getLogger(name) for name in names]
    for logger in loggers:
        monkeypatch.setattr(logger, "level", logging.DEBUG)
    logging.getLogger().addHandler(listening)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(listening)


@pytest.mark.parametrize("outcome", ["as it is", *OUTCOMES])
def test_no_line_has_the_secret_of_an_address(
    outcome: str, every_line: list[str], monkeypatch: pytest.MonkeyPatch, settings: Any, anna: User
) -> None:
    addresses = [address for route in SECRET_ROUTES for address in addresses_of(route)]
    if outcome in OUTCOMES:
        monkeypatch.setattr(Outcome, "now", OUTCOMES[outcome], raising=False)
        settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.Outcome"]
        addresses = [addresses_of(route)[0] for route in SECRET_ROUTES]

    for client in (Client(raise_request_exception=False, enforce_csrf_checks=True), sign_in(Client(), anna)):
        client.raise_request_exception = False
        for address in addresses:
            client.get(address)
            client.post(address)

    assert [line for line in every_line if MARK in line] == []


def test_a_line_has_the_pattern_in_place_of_a_secret_and_otherwise_the_path(
    every_line: list[str], client: Client, db: None
) -> None:
    client.get(f"/invitations/{MARK}/")
    client.get("/games/999/?x=1")
    client.get("/nowhere")

    text = "\n".join(every_line)
    for address in ("/invitations/<str:secret>/", "/games/999/", "(unknown address)"):
        assert f"Not Found: {address}" in text
        assert f"GET {address}" in text
    assert "x=1" not in text


def test_the_web_process_writes_no_secret_whatever_the_options_of_uvicorn_say(
    capfd: pytest.CaptureFixture[str], transactional_db: None
) -> None:
    with web_process(LOG_LEVEL="DEBUG", UVICORN_ACCESS_LOG="true", UVICORN_LOG_LEVEL="debug") as url:
        capfd.readouterr()
        for route in SECRET_ROUTES:
            for address in addresses_of(route):
                httpx.get(url + address)
                httpx.post(url + address, content=iter([b"chunked"]))
        httpx.get(f"{url}/games/999/")
        written = "".join(capfd.readouterr())

    assert "/games/999/" in written
    assert [line for line in written.splitlines() if MARK in line] == []


REPORT = f"""
import sentry_sdk, django
from django.conf import settings
django.setup()
from django.test import Client
class Printing(sentry_sdk.transport.Transport):
    def capture_envelope(self, envelope):
        print(envelope.serialize().decode())
sentry_sdk.get_client().transport = Printing()
settings.ALLOWED_HOSTS = ["testserver"]
# Nobody has to wait for a database that is not there.
settings.DATABASES["default"]["OPTIONS"]["pool"]["timeout"] = 0.1
for address in ("/invitations/{MARK}/", "/calendar/{MARK}.ics", "/invitations/{MARK}", "/games/9/?x={MARK}"):
    Client(raise_request_exception=False).get(address, headers={{"Referer": "http://testserver/move/{MARK}/"}})
"""


def test_a_report_of_an_error_has_the_pattern_and_no_address() -> None:
    nowhere = "postgres://nobody@127.0.0.1:1/none"
    environment = {"SENTRY_DSN": "https://key@sentry.invalid/1", "DATABASE_URL": nowhere, "LOG_LEVEL": "INFO"}

    process = subprocess.run(
        [sys.executable, "-c", REPORT],
        cwd=ROOT,
        env=os.environ | environment | {"DJANGO_SETTINGS_MODULE": "muehle_server.settings"},
        capture_output=True,
        text=True,
    )

    events = [json.loads(line) for line in process.stdout.splitlines() if '"exception"' in line]
    assert {event["transaction"] for event in events} >= {"/invitations/{secret}/"}, process.stderr
    assert MARK not in process.stdout + process.stderr
