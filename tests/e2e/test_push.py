"""Push notifications in a real browser: switching them on and off, and what the service worker makes of a message.

The push service of the browser's maker is the one thing that is not there; its address is made up in its place, and
messages are handed to the worker as the browser would hand them on.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from games.core.models.games import Game
from games.notifications.models import PushSubscription
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import signed_in
from tests.games.notifications.browser import Browser
from tests.support.live import WebProcess, restartable_web_process
from tests.support.servers import wait_for

pytestmark = pytest.mark.e2e

PAGE = "/preferences/notifications/"
CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, tag, data }) => [title, body, tag, data.url]);
}"""
# The browser's own events cannot be brought about here: these are like them, and what is waited for is kept.
RENEWED = """async ([former, made]) => {
  const event = new ExtendableEvent("pushsubscriptionchange");
  let work = null;
  event.waitUntil = (promise) => { work = promise; };
  event.oldSubscription = former && { toJSON: () => former };
  event.newSubscription = { toJSON: () => made, unsubscribe: async () => { self.ended = made.endpoint; } };
  self.dispatchEvent(event);
  await work;
  return self.ended ?? "";
}"""
# A browser opens a window only upon a real click; what would be opened or come to the front is returned.
CLICKED = """async (url) => {
  const done = [];
  self.clients.openWindow = async (address) => { done.push(`open ${address}`); };
  WindowClient.prototype.focus = async function () { done.push(`focus ${this.url}`); };
  const event = new ExtendableEvent("notificationclick");
  let work = null;
  event.waitUntil = (promise) => { work = promise; };
  event.notification = { data: { url }, close: () => done.push("close") };
  self.dispatchEvent(event);
  await work;
  return done;
}"""
# Stands for the push service: it gives an address for the asking, and remembers it as a browser would; `moved` is
# another one.
PUSH_SERVICE = """(keys) => {
  const made = () => {
    const endpoint = localStorage.getItem("moved") ?? "https://8.8.8.8/send/here";
    return {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
    };
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made() : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem("subscribed", String(applicationServerKey.length));
    return made();
  };
}"""


# Once the page has looked, what is known of this browser is noted.
NOTED = "async () => (await (await caches.open('notes')).match('/push-subscription')) !== undefined"


@pytest.fixture
def server(transactional_db: None, published_files: Path) -> Iterator[WebProcess]:
    """A web process of the test's own with published files, and with the service worker that belongs to them."""
    with restartable_web_process(published=published_files) as process:
        yield process


@pytest.fixture
def annas(server: WebProcess, new_context: NewContext, anna: User) -> BrowserContext:
    """Anna's telephone, on which she lets this site show notifications."""
    context = new_context(viewport=PHONE)
    signed_in(context, anna, server.url)
    context.grant_permissions(["notifications"], origin=server.url)
    return context


def visit(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(CONTROLLED)
    return page


def deliver(page: Page, server: WebProcess, data: str) -> None:
    """Hand a message to the worker, as the browser does when its push service has one."""
    line = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    line.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": server.url, "registrationId": found[0]["registrationId"], "data": data},
    )


def expect_shown(page: Page, notification: list[str]) -> None:
    """Wait until the browser shows this notification alone; a predicate of the page's own would not be awaited."""
    wait_for(lambda: page.evaluate(SHOWN) == [notification])


def test_they_are_switched_on_and_off_where_one_is(server: WebProcess, annas: BrowserContext, anna: User) -> None:
    annas.add_init_script(f"({PUSH_SERVICE})({Browser().keys!s})")
    page = visit(annas, f"{server.url}{PAGE}")

    page.get_by_role("button", name="Switch on in this browser").click()
    expect(page.get_by_text("Push is on in this browser")).to_be_visible()
    made = PushSubscription.objects.get()
    page.get_by_role("button", name="Switch off in this browser").click()
    expect(page.get_by_role("button", name="Switch on in this browser")).to_be_visible()

    assert (made.user, made.endpoint, made.is_on) == (anna, "https://8.8.8.8/send/here", True)
    assert not PushSubscription.objects.exists()


def test_who_has_forbidden_them_is_told_where_to_allow_them(
    server: WebProcess, new_context: NewContext, anna: User
) -> None:
    context = new_context(viewport=PHONE)
    signed_in(context, anna, server.url)
    context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")

    page = visit(context, f"{server.url}{PAGE}")

    expect(page.get_by_text("Notifications from this site are blocked in this browser")).to_be_visible()
    expect(page.get_by_role("button", name="Switch on in this browser")).to_be_hidden()


def test_a_message_is_shown_and_the_next_of_its_kind_takes_its_place(
    server: WebProcess, annas: BrowserContext, game: Game
) -> None:
    page = visit(annas, f"{server.url}/rules/")
    url, tag = f"/games/{game.number}/", f"your_move-{game.number}"

    for move in ("d6", "f4"):
        text = f'{{"title": "bert played {move}", "body": "", "url": "{url}", "tag": "{tag}", "lang": "en"}}'
        deliver(page, server, text)
        expect_shown(page, [f"bert played {move}", "", tag, url])


def test_a_click_on_a_notification_opens_its_game(server: WebProcess, annas: BrowserContext, game: Game) -> None:
    visit(annas, f"{server.url}/rules/")

    done = annas.service_workers[0].evaluate(CLICKED, f"/games/{game.number}/")

    assert done == ["close", f"open {server.url}/games/{game.number}/"]


def test_a_click_goes_to_the_page_of_the_game_that_is_open_already(
    server: WebProcess, annas: BrowserContext, game: Game
) -> None:
    address = f"{server.url}/games/{game.number}/"
    visit(annas, address)

    assert annas.service_workers[0].evaluate(CLICKED, f"/games/{game.number}/") == ["close", f"focus {address}"]


def test_a_notification_leads_to_no_other_site(server: WebProcess, annas: BrowserContext) -> None:
    visit(annas, f"{server.url}/rules/")

    assert annas.service_workers[0].evaluate(CLICKED, "https://elsewhere.example/") == ["close"]


def test_a_browser_that_gets_another_address_says_so_even_when_logged_out(
    server: WebProcess, annas: BrowserContext, anna: User
) -> None:
    annas.add_init_script(f"({PUSH_SERVICE})({Browser().keys!s})")
    page = visit(annas, f"{server.url}{PAGE}")
    page.get_by_role("button", name="Switch on in this browser").click()
    expect(page.get_by_text("Push is on in this browser")).to_be_visible()
    wait_for(lambda: page.evaluate(NOTED))
    annas.clear_cookies()
    worker = annas.service_workers[0]

    # Browsers may say nothing of the former one; then the worker's own note is what is left.
    seconds = [{"endpoint": f"https://8.8.8.8/send/{name}", "keys": Browser().keys} for name in ("second", "third")]
    worker.evaluate(RENEWED, [None, seconds[0]])
    first_change = PushSubscription.objects.get().endpoint
    worker.evaluate(RENEWED, [seconds[0], seconds[1]])

    assert first_change == "https://8.8.8.8/send/second"
    assert (PushSubscription.objects.get().endpoint, PushSubscription.objects.get().user) == (
        "https://8.8.8.8/send/third",
        anna,
    )


def test_an_address_of_which_the_server_has_not_heard_is_sent_at_the_next_visit(
    server: WebProcess, annas: BrowserContext, anna: User
) -> None:
    annas.add_init_script(f"({PUSH_SERVICE})({Browser().keys!s})")
    page = visit(annas, f"{server.url}{PAGE}")
    page.get_by_role("button", name="Switch on in this browser").click()
    expect(page.get_by_text("Push is on in this browser")).to_be_visible()
    wait_for(lambda: page.evaluate(NOTED))

    page.evaluate("localStorage.setItem('moved', 'https://8.8.8.8/send/moved')")
    page.reload()
    expect(page.get_by_text("Push is on in this browser")).to_be_visible()

    kept = PushSubscription.objects.get()
    assert (kept.user, kept.endpoint, kept.is_on) == (anna, "https://8.8.8.8/send/moved", True)


def test_one_that_was_removed_elsewhere_ends_its_new_subscription(server: WebProcess, annas: BrowserContext) -> None:
    visit(annas, f"{server.url}/rules/")
    made = {"endpoint": "https://8.8.8.8/send/new", "keys": Browser().keys}

    ended = annas.service_workers[0].evaluate(RENEWED, [{**made, "endpoint": "https://8.8.8.8/send/old"}, made])

    assert ended == "https://8.8.8.8/send/new"
    assert not PushSubscription.objects.exists()
