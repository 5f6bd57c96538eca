"""The consent page: who asks, for what, where one goes on to; and nobody is sent on who has not said so."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts.models import App, Connection, User
from accounts.oauth import registration
from accounts.scopes import EMAIL_READ
from games.core.scopes import GAME_PLAY
from kit.scopes import scope_names, scopes
from tests.accounts.oauth.visits import HOME, answer_in, asking, keys_for, registered
from tests.support.pages import Reader
from tests.support.reading import heading, text_of
from tests.support.signing_in import sign_in


@pytest.fixture
def app(bert: User) -> App:
    return registered(bert, HOME, "http://127.0.0.1/back", "http://[::1]/back", "com.example.app:/back")


# --- The question -----------------------------------------------------------------------------------------------------


def test_the_page_says_who_asks_for_what_and_where_one_goes_on_to(reader: Reader, app: App, anna: User) -> None:
    page = reader(anna).get(asking(app, scope="game:play email:read"))

    text = text_of(page)
    able, rest = text.split("It will be able to")[1].split("It will not be able to")
    unable, never = rest.split("What no app can do")
    assert heading(page) == "May Club Table act for you?"
    assert "You are logged in as anna ." in text
    assert "Club Table is a program by bert , not by us." in text
    assert "You will then continue to club.example ." in text
    assert "it ends after 180 days at the latest." in text
    for scope in scopes():
        is_asked = scope in (GAME_PLAY, EMAIL_READ)
        where = able if is_asked else never if not scope.is_for_apps else unable
        assert [str(scope.label) in part for part in (able, unable, never)] == [
            part is where for part in (able, unable, never)
        ]
    assert "by webhooks, push, chat apps and the calendar feed" in never
    assert "See or change your password" in never
    assert not Connection.objects.exists()


def test_it_is_asked_in_german_too(reader: Reader, app: App, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")

    page = reader(anna).get(asking(app))

    assert heading(page) == "Darf Club Table für dich handeln?"
    assert "Deine Partien spielen: ziehen, Remis anbieten und beanspruchen, aufgeben; bedingte" in text_of(page)


def test_the_page_can_not_be_framed_or_kept_and_its_form_leads_to_the_app_alone(
    reader: Reader, app: App, anna: User
) -> None:
    page = reader(anna).get(asking(app))

    policy = dict(part.strip().partition(" ")[::2] for part in page["Content-Security-Policy"].split(";"))
    assert policy["form-action"] == "'self' https://club.example"
    assert policy["frame-ancestors"] == "'none'"
    assert page["X-Frame-Options"] == "DENY"
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("uri", "source"),
    [
        ("http://127.0.0.1:50123/back", "http://127.0.0.1:50123"),
        ("http://[::1]:50123/back", "http:"),
        ("com.example.app:/back", "com.example.app:"),
    ],
)
def test_a_program_on_ones_own_device_is_called_that(
    reader: Reader, app: App, anna: User, uri: str, source: str
) -> None:
    browser = reader(anna)

    page = browser.get(asking(app, redirect_uri=uri))
    answer = browser.post(asking(app, redirect_uri=uri), {"decision": "allow"})

    assert "You will then continue to a program on this device." in text_of(page)
    assert f"form-action 'self' {source};" in page["Content-Security-Policy"] + ";"
    assert answer["Location"].startswith(f"{uri}?code=muc_")


def test_it_is_asked_again_however_often_it_was_allowed(reader: Reader, app: App, anna: User) -> None:
    keys_for(anna, app)

    page = reader(anna).get(asking(app))

    assert page.status_code == 200
    assert heading(page) == "May Club Table act for you?"


# --- The answer -------------------------------------------------------------------------------------------------------


def test_a_user_who_allows_goes_back_with_a_code_and_the_apps_own_note(reader: Reader, app: App, anna: User) -> None:
    answer = reader(anna).post(asking(app), {"decision": "allow"})

    told = answer_in(answer["Location"])
    connection = Connection.objects.get()
    assert answer.status_code == 303
    assert answer["Location"].startswith(HOME + "&")
    assert set(told) == {"from", "code", "state", "iss"}
    assert (told["state"], told["iss"]) == ("s/1 ä", "http://localhost:8000")
    assert (connection.user, connection.app, connection.scopes) == (anna, app, ["game:play", "preference:read"])


def test_a_user_who_does_not_allow_goes_back_without_one(reader: Reader, app: App, anna: User) -> None:
    answer = reader(anna).post(asking(app), {"decision": "deny"})

    told = answer_in(answer["Location"])
    assert answer.status_code == 303
    assert (told["error"], told["state"], told["iss"]) == ("access_denied", "s/1 ä", "http://localhost:8000")
    assert "code" not in told
    assert not Connection.objects.exists()


@pytest.mark.parametrize("decision", ["", "yes", None])
def test_what_is_neither_is_not_understood(reader: Reader, app: App, anna: User, decision: str | None) -> None:
    answer = reader(anna).post(asking(app), {} if decision is None else {"decision": decision})

    assert answer.status_code == 400
    assert not Connection.objects.exists()


def test_another_site_can_not_answer_for_the_reader(app: App, anna: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    sign_in(browser, anna)

    answer = browser.post(asking(app), {"decision": "allow"})

    assert answer.status_code == 403
    assert not Connection.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_guest_or_whose_session_has_ended_logs_in_first_and_comes_back(app: App, anna: User, method: str) -> None:
    browser = Client()

    sent_away = getattr(browser, method)(asking(app), {"decision": "allow"} if method == "post" else None)
    [wanted] = parse_qs(urlsplit(sent_away["Location"]).query)["next"]
    back = browser.post("/accounts/login/", {"login": "anna", "password": "a good password", "next": wanted})

    assert (sent_away.status_code, urlsplit(sent_away["Location"]).path) == (302, "/accounts/login/")
    assert back["Location"] == asking(app)
    assert heading(browser.get(back["Location"])) == "May Club Table act for you?"
    assert not Connection.objects.exists()


# --- What cannot be asked ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"client_id": None}, "There is no app with the client ID in this link."),
        ({"client_id": "app_unknown"}, "There is no app with the client ID in this link."),
        ({"client_id": "a\x00b"}, "There is no app with the client ID in this link."),
        ({"redirect_uri": None}, "an address that its developer has not registered"),
        ({"redirect_uri": "https://evil.example/"}, "an address that its developer has not registered"),
        ({"redirect_uri": HOME + "&x=1"}, "an address that its developer has not registered"),
        ({"redirect_uri": HOME + "#x"}, "an address that its developer has not registered"),
        ({"redirect_uri": "javascript:alert(1)"}, "an address that its developer has not registered"),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_where_it_is_not_certain_who_asks_there_is_no_way_back(
    reader: Reader, app: App, anna: User, changes: dict[str, str | None], words: str, method: str
) -> None:
    page = getattr(reader(anna), method)(asking(app, **changes))

    assert page.status_code == 400
    assert words in text_of(page)
    assert not re.search(r'(href|action)="[^"]*evil', page.content.decode())
    assert "Location" not in page
    assert not Connection.objects.exists()


def test_an_app_that_is_switched_off_can_not_ask(reader: Reader, app: App, anna: User) -> None:
    registration.switch_off(app)

    page = reader(anna).get(asking(app))

    assert page.status_code == 400
    assert "This app has been switched off on this site." in text_of(page)


def test_parameters_that_come_twice_are_nobodys(reader: Reader, app: App, anna: User) -> None:
    browser = reader(anna)

    twice = [
        browser.get(asking(app) + f"&client_id={app.client_id}"),
        browser.get(asking(app) + "&redirect_uri=https://evil.example/"),
        browser.get(asking(app) + "&scope=email:read"),
    ]

    assert [page.status_code for page in twice] == [400, 400, 400]
    assert "invalid_request: scope is there twice" in text_of(twice[2])


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
        ({"scope": None}, "invalid_scope"),
        ({"scope": "game:play everything"}, "invalid_scope"),
        ({"scope": "openid"}, "invalid_scope"),
        ({"scope": "game:play bot:play"}, "invalid_scope"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge": "=" * 43}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_request_that_nobody_can_grant_is_shown_and_the_reader_decides_to_go_back(
    reader: Reader, app: App, anna: User, changes: dict[str, str | None], error: str, method: str
) -> None:
    page = getattr(reader(anna), method)(asking(app, **changes))

    address = page.context["refusal"].address
    told = answer_in(address)
    assert page.status_code == 400
    assert f"{error}: " in text_of(page)
    assert address.startswith(HOME + "&")
    assert (told["error"], told["state"], told["iss"]) == (error, "s/1 ä", "http://localhost:8000")
    assert told["error_description"].isascii()
    assert not Connection.objects.exists()


# --- Metadata ---------------------------------------------------------------------------------------------------------


def test_clients_find_everything_at_the_well_known_address(client: Client) -> None:
    answer = client.get("/.well-known/oauth-authorization-server")

    found = answer.json()
    assert found["issuer"] == "http://localhost:8000"
    assert found["authorization_endpoint"] == "http://localhost:8000/oauth/authorize/"
    assert found["token_endpoint"] == "http://localhost:8000/api/v1/oauth/token/"
    assert found["revocation_endpoint"] == "http://localhost:8000/api/v1/oauth/revocation/"
    assert found["code_challenge_methods_supported"] == ["S256"]
    withheld = ("bot:play", "club:write", "relation:write", "webhook:write")
    assert found["scopes_supported"] == [scope for scope in scope_names() if scope not in withheld]
    assert answer["Access-Control-Allow-Origin"] == "*"
