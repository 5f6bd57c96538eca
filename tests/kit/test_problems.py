"""Everything that can be wrong with a request before the domain is asked; and the list of what can be refused."""

import json
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path
from pytest_django import Settings
from rest_framework.exceptions import APIException
from rest_framework.test import APIClient

from accounts.models import User
from games.core.errors import GameRefusal
from games.core.models.games import Game
from kit import fallbacks
from kit.errors import ApiRefusal, Refusal
from kit.problems import RENAMED, TRANSPORT, known_codes
from muehle_server import urls
from tests.support.api import Api, refused
from tests.support.playing import unchanged


def every_kind_of(base: type) -> set[Any]:
    return {base} | {kind for child in base.__subclasses__() for kind in every_kind_of(child)}


# --- The list ---------------------------------------------------------------------------------------------------------


def test_every_refusal_of_the_domain_declares_a_status_and_a_code_of_its_own() -> None:
    named = {kind for kind in every_kind_of(Refusal) if not kind.__module__.startswith("tests.")} - {
        Refusal,
        GameRefusal,
    }

    assert [kind for kind in named if not {"code", "status"} <= vars(kind).keys()] == []
    assert set(Refusal.kinds.values()) == named


def test_a_code_is_declared_once() -> None:
    declared = [*TRANSPORT, *ApiRefusal.kinds, *Refusal.kinds]

    assert sorted(declared) == known_codes()


def test_every_exception_of_the_framework_has_a_code_with_a_status() -> None:
    codes = {RENAMED.get(kind.default_code, kind.default_code) for kind in every_kind_of(APIException)}

    assert codes <= set(known_codes())


@pytest.mark.django_db
def test_the_type_of_a_problem_is_a_place_on_the_page_of_problems() -> None:
    page = APIClient().get("/api/v1/problems/").content.decode()

    assert all(f'id="{code}"' in page for code in known_codes())
    assert "%(" not in page
    assert "%%" not in page


# --- Bodies -----------------------------------------------------------------------------------------------------------

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
RECORDS = "application/x-muehle-pgn, application/x-ndjson"


@pytest.mark.parametrize(
    ("body", "media_type", "status", "code"),
    [
        (b"", JSON, 400, "invalid"),
        (b"{", JSON, 400, "malformed_body"),
        (b'{"move": "d6", "ply": 1', JSON, 400, "malformed_body"),
        (b'{"move": "d6", "ply": 1} x', JSON, 400, "malformed_body"),
        (b'{"move": "d6", "ply": NaN}', JSON, 400, "malformed_body"),
        (b'{"move": "d6", "ply": Infinity}', JSON, 400, "malformed_body"),
        (b'{"move": "d6", "ply": ' + b"1" * 5000 + b"}", JSON, 400, "malformed_body"),
        (b"\xff\xfe\xff", JSON, 400, "malformed_body"),
        (b'{"move": "\xff", "ply": 1}', JSON, 400, "malformed_body"),
        (b"[" * 60_000, JSON, 400, "malformed_body"),
        (b'{"a":' * 10_000, JSON, 400, "malformed_body"),
        (b"null", JSON, 400, "invalid"),
        (b"[]", JSON, 400, "invalid"),
        (b'"d6"', JSON, 400, "invalid"),
        (b"17", JSON, 400, "invalid"),
        (b"{}", JSON, 400, "invalid"),
        (b'{"move": null, "ply": 1}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": "one"}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": true}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1.5}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1e400}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 0}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": -1}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 32768}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 99999999999999999999}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": [1]}', JSON, 400, "invalid"),
        (b'{"move": ["d6"], "ply": 1}', JSON, 400, "invalid"),
        (b'{"move": {"to": "d6"}, "ply": 1}', JSON, 400, "invalid"),
        (b'{"move": true, "ply": 1}', JSON, 400, "invalid"),
        (b'{"move": 5, "ply": 1}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": "1"}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1.0}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1, "offer_draw": "true"}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1, "offer_draw": 1}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1, "offer_draw": null}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1, "message": 5}', JSON, 400, "invalid"),
        (b'{"move": "", "ply": 1}', JSON, 400, "invalid"),
        (b'{"move": "d6\\u0000", "ply": 1}', JSON, 400, "invalid"),
        (b'{"move": "\\ud800", "ply": 1}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1, "offer_draw": "perhaps"}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1, "message": "\\u0000"}', JSON, 400, "invalid"),
        (b'{"move": "d6", "ply": 1, "message": "\\udfff"}', JSON, 400, "invalid"),
        (b"move=d6", FORM, 400, "invalid"),
        (b"move=d6&ply=%00", FORM, 400, "invalid"),
        (b"move=%ff&ply=1", FORM, 400, "malformed_move"),
        (b"&".join(b"a=1" for _ in range(1100)), FORM, 400, "malformed_body"),
        (b" " * 65_537, JSON, 413, "body_too_large"),
        (b"move=" + b"x" * 65_532, FORM, 413, "body_too_large"),
        (b"d6", "text/plain", 415, "unsupported_media_type"),
        (b"<move/>", "application/xml", 415, "unsupported_media_type"),
        (b"x", "multipart/form-data; boundary=x", 415, "unsupported_media_type"),
        (b"x", "nonsense", 415, "unsupported_media_type"),
    ],
)
def test_a_body_that_makes_no_sense_is_refused_and_changes_nothing(
    api: Api, game: Game, anna: User, body: bytes, media_type: str, status: int, code: str
) -> None:
    address = f"/api/v1/games/{game.number}/moves/"

    with unchanged():
        answer = api(anna).post(address, body, content_type=media_type)

    refused(answer, status, code)


BEYOND = "This JSON cannot be read: a number is invalid or too long, or the nesting is too deep."


@pytest.mark.parametrize(
    ("body", "language", "detail"),
    [
        (b'{"ply":\n  x}', "en", "The body is not well-formed JSON: see line 2, column 3."),
        (b'{"ply":\n  x}', "de", "Der Inhalt ist kein wohlgeformtes JSON: siehe Zeile 2, Spalte 3."),
        (b'{"move": "\xff", "ply": 1}', "en", "The body is not text in UTF-8."),
        (b'{"ply": ' + b"1" * 5000 + b"}", "en", BEYOND),
        (b'{"ply": NaN}', "en", BEYOND),
        (b"[" * 60_000, "en", BEYOND),
    ],
    ids=["place", "German", "no UTF-8", "long number", "NaN", "depth"],
)
def test_what_is_wrong_with_json_is_said_in_the_callers_language(
    api: Api, game: Game, anna: User, body: bytes, language: str, detail: str
) -> None:
    answer = api(anna).post(
        f"/api/v1/games/{game.number}/moves/", body, content_type=JSON, HTTP_ACCEPT_LANGUAGE=language
    )

    assert refused(answer, 400, "malformed_body")["detail"] == detail


@pytest.mark.parametrize("action", ["resignation", "abort", "draw-offer", "draw-offer/acceptance"])
def test_an_action_without_fields_wants_a_sound_body_too(api: Api, game: Game, anna: User, action: str) -> None:
    address = f"/api/v1/games/{game.number}/{action}/"

    with unchanged():
        refused(api(anna).post(address, b"{", content_type=JSON), 400, "malformed_body")
        refused(api(anna).post(address, b"{}", content_type="text/plain"), 415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("charset", "status"),
    [("utf-16", 201), ("utf-7", 201), ("unheard-of", 201), ("x" * 300, 415)],
)
def test_json_is_utf_8_whatever_charset_is_claimed(api: Api, game: Game, anna: User, charset: str, status: int) -> None:
    answer = api(anna).post(
        f"/api/v1/games/{game.number}/moves/",
        json.dumps({"move": "d6", "ply": 1}).encode(),
        content_type=f"{JSON}; charset={charset}",
    )

    assert answer.status_code == status, answer.content


def test_messages_of_fields_are_given_by_name(api: Api, game: Game, anna: User) -> None:
    problem = refused(api(anna).send(f"games/{game.number}/moves/", ply="x"), 400, "invalid")

    assert problem["errors"] == {"move": ["This field is required."], "ply": ["A valid integer is required."]}


# --- Methods, media types, addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_a_method_that_is_not_there_is_refused_with_those_that_are(
    api: Api, game: Game, anna: User, method: str
) -> None:
    answer = api(anna).generic(method, f"/api/v1/games/{game.number}/moves/")

    refused(answer, 405, "method_not_allowed")
    assert {"GET", "POST"} <= set(answer.headers["Allow"].split(", "))


@pytest.mark.parametrize("accept", ["application/xml", "text/html", "image/png;q=0.3", "x"])
def test_a_form_of_answer_that_is_not_there_is_refused_as_json(api: Api, game: Game, accept: str) -> None:
    refused(api().get(f"/api/v1/games/{game.number}/", HTTP_ACCEPT=accept), 406, "not_acceptable")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            {"method": "PUT", "path": "games/"},
            (
                "PUT is not supported here; supported: GET, HEAD.",
                "PUT wird hier nicht unterstützt; möglich sind: GET, HEAD.",
            ),
        ),
        (
            {"method": "GET", "path": "games/1/record/", "HTTP_ACCEPT": "image/png"},
            (
                "None of the formats you accept is available; available: {records}.",
                "Keines der Formate, die du annimmst, ist verfügbar; möglich sind: {records}.",
            ),
        ),
        (
            {"method": "POST", "path": "positions/", "data": b"x", "content_type": "text/html"},
            (
                "The type “text/html” is not supported; supported: {bodies}.",
                "Der Typ „text/html“ wird nicht unterstützt; möglich sind: {bodies}.",
            ),
        ),
        (
            {"method": "POST", "path": "positions/", "data": b"x", "content_type": ""},
            (
                "Set Content-Type to one of: {bodies}.",
                "Setze Content-Type auf eines davon: {bodies}.",
            ),
        ),
        (
            {"method": "GET", "path": "account/"},
            (
                "Authentication required: send a token or log in.",
                "Anmeldung nötig: Sende ein Token oder melde dich an.",
            ),
        ),
        (
            {"method": "GET", "path": "nothing/"},
            (
                "Not found, or you have no access to it.",
                "Nicht gefunden, oder du hast keinen Zugriff.",
            ),
        ),
    ],
    ids=["405", "406", "415", "no type", "401", "404"],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_refused_says_what_would_be_right_in_the_callers_language(
    api: Api, call: dict[str, Any], said: tuple[str, str], language: str
) -> None:
    call = {**call, "path": f"/api/v1/{call['path']}"}

    answer = api().generic(**call, HTTP_ACCEPT_LANGUAGE=language)

    assert answer.json()["detail"] == said[language == "de"].format(bodies=f"{JSON}, {FORM}", records=RECORDS)


def test_a_body_that_is_not_understood_is_answered_with_the_forms_that_are(api: Api, anna: User) -> None:
    answer = api(anna).post("/api/v1/records/", b"x", content_type="text/html")

    assert answer.headers["Accept"] == (
        "application/json, application/x-www-form-urlencoded, "
        "application/x-muehle-pgn, application/x-ndjson, text/plain"
    )


@pytest.mark.parametrize("cursor", ["x", "%00", "cD1ub3doZXJl"])
def test_a_cursor_that_is_none_is_named(api: Api, anna: User, game: Game, cursor: str) -> None:
    for address in ("games/", "challenges/", "games/?status=finished"):
        separator = "&" if "?" in address else "?"
        problem = refused(api(anna).get(f"/api/v1/{address}{separator}cursor={cursor}"), 400, "invalid")
        assert list(problem["errors"]) == ["cursor"]


@pytest.mark.parametrize("accept", ["*/*", "application/*", "application/json", "text/html, */*;q=0.1"])
def test_a_client_that_accepts_anything_gets_json(api: Api, game: Game, accept: str) -> None:
    answer = api().get(f"/api/v1/games/{game.number}/", HTTP_ACCEPT=accept)

    assert answer.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("address", ["/api/", "/api/v2/games/", "/api/v1/nothing/", "/api/v1/games/1/x/"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_unknown_address_of_the_api_is_a_problem_too(api: Api, address: str, method: str) -> None:
    refused(api().generic(method, address), 404, "not_found")


@pytest.mark.django_db
def test_an_unknown_address_asks_for_no_csrf_token() -> None:
    refused(APIClient(enforce_csrf_checks=True).post("/api/v1/nothing/"), 404, "not_found")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_without_its_slash_is_not_led_astray(api: Api, method: str) -> None:
    problem = refused(api().generic(method, "/api/v1/games"), 404, "not_found")

    assert problem["detail"] == "There is nothing here; addresses of the API end with a slash."


def test_the_wrong_host_is_a_problem_too(api: Api) -> None:
    answer = APIClient().get("/api/v1/health/live/", HTTP_HOST="elsewhere.example")

    refused(answer, 400, "malformed")


@pytest.mark.parametrize(("method", "address"), [("GET", "games/"), ("POST", "challenges/"), ("GET", "nothing/")])
def test_a_call_by_plain_http_is_refused_and_not_redirected(
    settings: Settings, anna: User, method: str, address: str
) -> None:
    settings.SECURE_SSL_REDIRECT = True

    answer = APIClient().generic(method, f"/api/v1/{address}", HTTP_ACCEPT_LANGUAGE="de")

    problem = refused(answer, 403, "https_required")
    assert problem["detail"].startswith("Die API nimmt nur HTTPS an.")
    assert len(problem["request_id"]) == 36
    assert APIClient().get(f"/api/v1/{address}", secure=True).status_code != 403


def test_health_is_answered_by_plain_http_and_pages_are_redirected(settings: Settings, db: None) -> None:
    settings.SECURE_SSL_REDIRECT = True

    assert APIClient().get("/api/v1/health/live/").status_code == 200
    assert APIClient().get("/rules/").status_code == 301


def fail(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [path("api/v1/fault/", fail), path("fault/", fail), *urls.urlpatterns]
handler500 = fallbacks.server_error


def test_a_fault_of_ours_is_a_problem_that_tells_nothing(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    client = APIClient(raise_request_exception=False)

    problem = refused(client.get("/api/v1/fault/"), 500, "server_error")

    assert problem["detail"] == "Something went wrong on our side. The error has been logged."
    assert len(problem["request_id"]) == 36


def test_a_fault_on_a_page_stays_a_page(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__

    answer = APIClient(raise_request_exception=False).get("/fault/")

    assert (answer.status_code, answer.headers["Content-Type"]) == (500, "text/html; charset=utf-8")
