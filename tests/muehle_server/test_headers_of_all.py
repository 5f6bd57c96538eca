"""Every address, for guests, players and staff: its answer has the headers and cookies that are meant for it."""

from collections import Counter
from http import HTTPStatus
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from muehle_server.answer_headers import completed
from muehle_server.middleware import COOKIELESS
from tests.games.site.api.world import _world, anna, bert, carla, game, iris, parts, world
from tests.support.addresses import routes
from tests.support.people import new_person
from tests.support.signing_in import sign_in

__all__ = ["_world", "anna", "bert", "carla", "game", "iris", "parts", "world"]

# By scripts of every site.
READ_ANYWHERE = ("/static/", "/.well-known/oauth-authorization-server", "/dumps/SHA256SUMS", "/dumps/muehle-rated-")


def expected(status: int, content_type: str, *, path: str) -> dict[str, str]:
    """Part of the value of each header that an answer has at the path."""
    is_shown = bool(COOKIELESS.fullmatch(path)) and status in (HTTPStatus.OK, HTTPStatus.BAD_REQUEST)
    is_read = path.startswith(READ_ANYWHERE) and status == HTTPStatus.OK
    is_framed = path.endswith("/embed/") and status == HTTPStatus.OK
    is_mail_move = path.startswith("/move/") and status == HTTPStatus.OK
    wanted = {
        "x-content-type-options": "nosniff",
        "content-security-policy": "frame-ancestors *" if is_framed else "frame-ancestors 'none'",
        "referrer-policy": "no-referrer" if is_mail_move else "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "cross-origin" if is_shown or is_read else "same-origin",
    }
    if content_type.startswith("text/html"):
        wanted |= {"permissions-policy": "camera=()", "reporting-endpoints": "/csp-reports/"}
    return wanted


def faults_of(answer: Any, path: str) -> list[str]:
    """Headers of Django's answer, as the web entry completes them, that are missing, said twice or otherwise."""
    if answer.status_code == HTTPStatus.NOT_MODIFIED:
        return []
    given = [(name.lower().encode(), value.encode("latin-1")) for name, value in answer.items()]
    said = [(name.decode(), value.decode()) for name, value in completed(given, answer.status_code)]
    wanted = expected(answer.status_code, answer.get("Content-Type", ""), path=path)
    found = {name: [value for each, value in said if each == name] for name in wanted}
    return [
        f"{name}: {found[name]}" for name, part in wanted.items() if len(found[name]) != 1 or part not in found[name][0]
    ] + [f"Set-Cookie: {cookie.OutputString()}" for cookie in answer.cookies.values() if not is_ours(cookie)]


def is_ours(cookie: Any) -> bool:
    """Whether a cookie is for this host alone, is not sent with requests of other sites, and is hidden from scripts;
    that of the CSRF token is not."""
    is_hidden = bool(cookie["httponly"]) or cookie.key == "csrftoken" or cookie["max-age"] == 0
    return (cookie["path"], cookie["domain"], cookie["samesite"]) == ("/", "", "Lax") and is_hidden


@pytest.mark.parametrize(
    ("method", "who"),
    [
        ("get", "guest"),
        # Staff is shown all that players are.
        ("get", "staff"),
        pytest.param("get", "player", marks=pytest.mark.campaign),
        ("post", "player"),
    ],
)
def test_every_answer_of_every_address_has_the_headers_that_are_meant_for_it(
    who: str, method: str, parts: dict[str, Any], anna: User
) -> None:
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    if who != "guest":
        sign_in(client, anna if who == "player" else new_person("root", is_staff=True, is_superuser=True))
    values = {"number": parts["game"], "username": "anna", "secret": parts["secret"], "form": "svg", "language": "en"}
    values |= {"name": "standard", "slug": "mill", "client_id": parts["client_id"], "object_id": parts["game"]}
    values |= {"content_type_id": 1, "app_label": "accounts"}
    addresses = [*(route.path(values, default=1) for route in routes()), "/nowhere/"]

    found, statuses = {}, Counter[int]()
    for address in addresses:
        cache.clear()
        answer: Any = getattr(client, method)(address, headers={"Accept": "text/html,*/*"})
        statuses[answer.status_code] += 1
        if faults := faults_of(answer, address):
            found[f"{answer.status_code} {address}"] = faults

    assert found == {}
    assert statuses.total() > 350
    assert {403, 404} <= statuses.keys()


def test_so_has_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.site.pages.shell.render_to_string", None)

    answer = Client(raise_request_exception=False).get("/offline/en/", headers={"Accept": "text/html"})

    assert (answer.status_code, faults_of(answer, "/offline/en/")) == (500, [])
