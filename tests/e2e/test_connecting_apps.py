"""A program connects with an account, as people see it: a real client on this device, and a real browser."""

import base64
import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from accounts.models import App, User
from tests.accounts.oauth.visits import registered
from tests.e2e.conftest import NewContext
from tests.e2e.table import signed_in

pytestmark = pytest.mark.e2e


class AppProgram:
    """A program on the reader's device: it knows the site's address and its client id, and listens for the answer."""

    def __init__(self, app: App, url: str, port: int, heard: "Queue[str]") -> None:
        self.found = httpx.get(f"{url}/.well-known/oauth-authorization-server").raise_for_status().json()
        self.app, self.url, self.heard = app, url, heard
        self.redirect_uri = f"http://127.0.0.1:{port}/back"
        self.verifier, self.state = secrets.token_urlsafe(48), secrets.token_urlsafe(8)

    @property
    def address(self) -> str:
        """Where it sends the reader."""
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=")
        parameters = {
            "response_type": "code",
            "client_id": self.app.client_id,
            "redirect_uri": self.redirect_uri,
            "scope": "preference:read",
            "state": self.state,
            "code_challenge": challenge.decode(),
            "code_challenge_method": "S256",
        }
        return f"{self.found['authorization_endpoint']}?{urlencode(parameters)}"

    def answer(self) -> dict[str, str]:
        """What the browser has brought back."""
        answer = dict(parse_qsl(urlsplit(self.heard.get(timeout=10)).query))
        assert (answer.pop("state"), answer.pop("iss")) == (self.state, self.url)
        return answer

    def tokens(self, code: str) -> Any:
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect_uri}
        form |= {"client_id": self.app.client_id, "code_verifier": self.verifier}
        return httpx.post(self.found["token_endpoint"], data=form).raise_for_status().json()

    def who(self, access_token: str) -> httpx.Response:
        return httpx.get(f"{self.url}/api/v1/account/", headers={"Authorization": f"Bearer {access_token}"})


@contextmanager
def listening(heard: "Queue[str]") -> Iterator[int]:
    """A port on this device; the address of every request to it is put into the queue."""

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/back"):
                heard.put(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>Back</title><link rel=icon href=data:,><p>You can close this page.</p>")

        def log_message(self, *_arguments: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Listener) as server:
        Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture
def program(live_server_url: str, bert: User) -> Iterator[AppProgram]:
    heard: Queue[str] = Queue()
    with listening(heard) as port:
        yield AppProgram(registered(bert, "http://127.0.0.1/back"), live_server_url, port, heard)


@pytest.fixture
def annas_page(live_server_url: str, new_context: NewContext, anna: User) -> Page:
    return signed_in(new_context(), anna, live_server_url)


def test_a_program_is_allowed_acts_and_is_disconnected(program: AppProgram, annas_page: Page) -> None:
    annas_page.goto(program.address)
    annas_page.get_by_role("button", name="Allow", exact=True).click()
    expect(annas_page).to_have_title("Back")
    tokens = program.tokens(program.answer()["code"])
    allowed = program.who(tokens["access_token"])

    annas_page.goto(f"{program.url}/preferences/apps/")
    annas_page.get_by_role("button", name="Disconnect").click()
    expect(annas_page.get_by_text("You have not connected any apps.")).to_be_visible()
    afterwards = program.who(tokens["access_token"])

    assert (allowed.status_code, allowed.json()["username"]) == (200, "anna")
    assert afterwards.status_code == 401


def test_a_program_is_told_that_it_is_not_allowed(program: AppProgram, annas_page: Page) -> None:
    annas_page.goto(program.address)

    annas_page.get_by_role("button", name="Do not allow").click()

    expect(annas_page).to_have_title("Back")
    assert program.answer() == {"error": "access_denied"}


def test_a_guest_logs_in_on_the_way(program: AppProgram, browser_page: Page, anna: User) -> None:
    browser_page.goto(program.address)
    browser_page.get_by_label("Username or email address").fill("anna")
    browser_page.get_by_label("Password").fill("a good password")
    browser_page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()

    expect(browser_page.get_by_role("heading", level=1)).to_have_text("May Club Table act for you?")
    browser_page.get_by_role("button", name="Allow", exact=True).click()

    expect(browser_page).to_have_title("Back")
    assert "code" in program.answer()


def test_one_changes_the_account_on_the_way(program: AppProgram, annas_page: Page, bert: User) -> None:
    annas_page.goto(program.address)
    annas_page.get_by_role("link", name="Use another account").click()
    annas_page.get_by_role("main").get_by_role("button", name="Log out").click()
    annas_page.get_by_label("Username or email address").fill("bert")
    annas_page.get_by_label("Password").fill("a good password")
    annas_page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()

    expect(annas_page.get_by_text("You are logged in as bert.")).to_be_visible()


def test_a_mistaken_request_leads_back_by_the_readers_own_hand(
    program: AppProgram, new_context: NewContext, anna: User
) -> None:
    page = signed_in(new_context(strict=False), anna, program.url)
    page.goto(program.address.replace("S256", "plain"))

    page.get_by_role("link", name="Back to Club Table").click()

    expect(page).to_have_title("Back")
    assert program.answer()["error"] == "invalid_request"
