"""An app that is a page of another site, in a real browser: it signs in, plays, and has nothing by the cookie."""

from collections.abc import Iterator
from queue import Queue
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import App, User
from games.core.models.games import Game
from tests.accounts.oauth.visits import registered
from tests.e2e.conftest import NewContext
from tests.e2e.table import signed_in
from tests.e2e.test_connecting_apps import listening
from tests.support.playing import fresh

pytestmark = pytest.mark.e2e

# What the app's own script does, in the page of the app.
SIGN_IN = """async ({ site, clientId }) => {
  const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const verifier = base64(crypto.getRandomValues(new Uint8Array(48)));
  sessionStorage.verifier = verifier;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const asked = {
    response_type: "code", client_id: clientId, redirect_uri: location.href, scope: "game:play game:read",
    state: "x", code_challenge: base64(digest), code_challenge_method: "S256",
  };
  const address = `${site}/oauth/authorize/?${new URLSearchParams(asked)}`;
  setTimeout(() => location.assign(address), 0);
}"""
PLAY = """async ({ site, clientId, game }) => {
  const api = `${site}/api/v1`;
  const form = {
    grant_type: "authorization_code", code: new URLSearchParams(location.search).get("code"),
    redirect_uri: location.origin + location.pathname, client_id: clientId, code_verifier: sessionStorage.verifier,
  };
  const granted = await fetch(`${api}/oauth/token/`, { method: "POST", body: new URLSearchParams(form) });
  const headers = { Authorization: `Bearer ${(await granted.json()).access_token}` };
  const asLines = { ...headers, Accept: "application/x-ndjson" };
  const stream = await fetch(`${api}/games/${game}/events/`, { headers: asLines });
  const lines = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let heard = (await lines.read()).value;
  const move = await fetch(`${api}/games/${game}/moves/`, {
    method: "POST", headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ move: "d6", ply: 1 }),
  });
  while (!heard.includes("move_played")) heard += (await lines.read()).value;
  await lines.cancel();
  const first = await fetch(`${api}/games/${game}/`, { headers });
  const tag = { "If-None-Match": first.headers.get("ETag") };
  const again = await fetch(`${api}/games/${game}/`, { headers: { ...headers, ...tag }, cache: "no-store" });
  return {
    move: move.status, ply: (await first.json()).ply, again: again.status,
    limited: move.headers.get("RateLimit").includes("token"),
  };
}"""
BY_COOKIE = """async ({ site, game }) => {
  const read = await fetch(`${site}/api/v1/account/`, { credentials: "include" }).then(() => "read", () => "kept");
  const body = new URLSearchParams({ move: "d6", ply: "1" });
  const options = { method: "POST", mode: "no-cors", credentials: "include", body };
  const sent = await fetch(`${site}/api/v1/games/${game}/moves/`, options);
  const guest = await fetch(`${site}/api/v1/account/`);
  return { read, sent: sent.type, guest: guest.status };
}"""


@pytest.fixture
def home() -> Iterator[str]:
    """The address of the app's page: of another origin, though of this machine, so that cookies are sent along."""
    with listening(Queue()) as port:
        yield f"http://127.0.0.1:{port}/back"


@pytest.fixture
def app(bert: User, home: str) -> App:
    return registered(bert, home)


def test_a_page_of_another_site_signs_its_reader_in_and_plays(
    new_context: NewContext, home: str, app: App, anna: User, live_server_url: str, game: Game
) -> None:
    page = signed_in(new_context(), anna, live_server_url)
    known: dict[str, Any] = {"site": live_server_url, "clientId": app.client_id, "game": game.number}
    page.goto(home)
    page.evaluate(SIGN_IN, known)
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(page).to_have_title("Back")

    done = page.evaluate(PLAY, known)

    assert done == {"move": 201, "ply": 1, "again": 304, "limited": True}
    assert fresh(game).ply == 1


def test_the_cookie_of_the_site_gives_a_page_of_another_site_nothing(
    new_context: NewContext, home: str, anna: User, live_server_url: str, game: Game
) -> None:
    # Its console says what was kept from it.
    page = signed_in(new_context(strict=False), anna, live_server_url)
    page.goto(home)

    done = page.evaluate(BY_COOKIE, {"site": live_server_url, "game": game.number})

    assert done == {"read": "kept", "sent": "opaque", "guest": 401}
    assert fresh(game).ply == 0
