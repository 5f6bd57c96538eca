"""WCAG 2.2 A and AA by axe-core on the pages that need something first: a second factor, a game, a secret; and the
proof that no page of the site is left out."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Page, expect

from accounts import tokens
from accounts.models import SecurityMail, User
from accounts.privacy import waiting
from accounts.security import mails
from games.analysis import records
from games.core.models.games import Game
from games.core.notifications import kind_named
from games.mail_moves import links
from games.notifications.unsubscribing import token_for
from games.play import conditional_moves
from games.webhooks import actions
from tests.e2e.axe import violations
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.test_accessibility import Reader, each_reader, faults_at, nobody, somebody
from tests.e2e.test_every_page import FOR_GUESTS, FOR_PLAYERS, disputed, faults_of, of_a_guest, seeded
from tests.games.notifications.people import confirm
from tests.support.people import new_guest
from tests.support.playing import fresh, play

__all__ = ["seeded"]

pytestmark = pytest.mark.e2e

WITH_A_SECOND_FACTOR = [
    "/accounts/2fa/",
    "/accounts/2fa/totp/deactivate/",
    "/accounts/2fa/recovery-codes/",
    "/accounts/2fa/recovery-codes/generate/",
    "/accounts/2fa/reauthenticate/",
    "/accounts/2fa/webauthn/",
]
# For those alone who have confirmed their address.
FIRST_SECOND_FACTOR = ["/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/add/"]
OF_A_KEY = ["/accounts/2fa/webauthn/keys/{}/edit/", "/accounts/2fa/webauthn/keys/{}/remove/"]
OF_A_WEBHOOK = ["/preferences/webhooks/{}/"]
OF_A_RECORD = ["/records/{}/", "/records/{}/?ply=2"]
OF_A_GAME = ["/games/{}/embed/", "/games/{}/print/"]
OF_A_DISPUTE = ["/disputes/{}/"]
OF_WHAT_IS_DISPUTED = ["/games/{}/dispute/"]
# Looked at by tests of their own: what a game or a challenge looks like, the challenge of a second factor at the door.
LOOKED_AT_ELSEWHERE = [
    "/games/1/",
    "/move/secret/",
    "/challenges/1/",
    "/invitations/secret/",
    "/accounts/2fa/authenticate/",
    "/api/v1/docs/",
    "/unsubscribe/a-token/",
    "/accounts/secure/a-key/",
    "/preferences/delete/",
    "/accounts/deletion/",
    "/accounts/keep/",
]
# Actions by POST that lead to a page, files, and pages of allauth's that lead elsewhere under our settings.
NO_PAGES = {
    *("accept_challenge", "decline_challenge", "cancel_challenge", "accept_invitation", "rematch", "do_in_game"),
    *("play_computer", "watch_computers"),
    "mfa_login_webauthn",
    *(
        "choose_language",
        "choose_look",
        "choose_time_zone",
        "change_calendar",
        "revoke_token",
        "disconnect_app",
        "delete_app",
        "end_session",
    ),
    *("ping_webhook", "redeliver", "switch_webhook", "rotate_secret", "delete_webhook", "revoke_addresses"),
    *("test_chat_app", "switch_chat_app", "delete_chat_app"),
    *("download_games", "download_export", "download_records", "download_record", "delete_record"),
    *(
        "relate",
        "seen",
        "mail_on",
        "forget_browser",
        "revoke_calendar",
        "end_leave",
        "set_emergency_day",
        "calendar_feed",
    ),
    *("withdraw_dispute", "acknowledge_warning"),
    *("site_card", "board_of_game", "card_of_game", "qr_of_game", "board_of_position", "mfa_download_recovery_codes"),
    *("javascript_catalog", "oauth_metadata", "waiting", "session", "robots", "security", "service_worker"),
    *("manifest", "favicon"),
    *("account_set_password", "account_confirm_login_code", "mfa_reauthenticate_webauthn"),
}


def addresses_looked_at() -> list[str]:
    """Every address that axe sees, with a number for each that is only known when a test runs."""
    of_something = [address.format(1) for address in OF_A_KEY + OF_A_GAME + OF_A_WEBHOOK + OF_A_RECORD]
    of_something += [address.format(1) for address in OF_A_DISPUTE + OF_WHAT_IS_DISPUTED]
    return FOR_GUESTS + FOR_PLAYERS + FIRST_SECOND_FACTOR + WITH_A_SECOND_FACTOR + of_something + LOOKED_AT_ELSEWHERE


def names_of_pages(resolver: URLResolver) -> Iterator[str]:
    """The names of all addresses of the site itself: not of the API, and not of Django's administration."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            if pattern.name:
                yield pattern.name
        elif pattern.namespace != "admin" and not str(pattern.pattern).startswith("api/"):
            yield from names_of_pages(pattern)


def test_no_page_is_left_out() -> None:
    there = set(names_of_pages(get_resolver()))

    seen = {resolve(address.split("?")[0]).url_name for address in addresses_looked_at()}

    assert there - seen == NO_PAGES
    assert seen & NO_PAGES == set()


@each_reader
def test_the_page_that_ends_mails(live_server_url: str, new_context: NewContext, bert: User, reader: Reader) -> None:
    bert.language, _scheme = reader
    bert.save(update_fields=["language"])
    page = nobody(new_context, live_server_url, reader, viewport=PHONE)

    token = token_for(bert, [kind_named("message")])
    assert faults_at(page, [f"/unsubscribe/{token}/"]) == {}


@each_reader
def test_the_page_that_plays_a_move_from_a_mail(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, reader: Reader
) -> None:
    anna.language, _scheme = reader
    anna.save(update_fields=["language"])
    page = nobody(new_context, live_server_url, reader, viewport=PHONE)

    assert faults_at(page, [f"/move/{links.token_for(fresh(game), anna)}/"]) == {}


@each_reader
def test_the_page_that_secures_an_account(
    live_server_url: str, new_context: NewContext, bert: User, reader: Reader
) -> None:
    bert.language, _scheme = reader
    confirm(bert)
    tokens.issue(bert, description="a bot", scopes=[])
    page = nobody(new_context, live_server_url, reader, viewport=PHONE)

    assert faults_at(page, [urlsplit(mails.link(SecurityMail.objects.get())).path]) == {}


@each_reader
def test_the_first_second_factor(live_server_url: str, new_context: NewContext, bert: User, reader: Reader) -> None:
    confirm(bert)
    page = somebody(new_context, live_server_url, bert, reader, viewport=PHONE)

    assert faults_at(page, FIRST_SECOND_FACTOR) == {}


@pytest.fixture
def careful(bert: User) -> User:
    """Bert with an app and recovery codes."""
    TOTP.activate(bert, generate_totp_secret())
    RecoveryCodes.activate(bert)
    return bert


@pytest.fixture
def key(bert: User) -> Authenticator:
    """A security key of Bert's that is good for looking at and for nothing else."""
    data = {"name": "A key", "credential": {"clientExtensionResults": {}}}
    return Authenticator.objects.create(user=bert, type=Authenticator.Type.WEBAUTHN, data=data)


@each_reader
def test_the_second_factor(live_server_url: str, new_context: NewContext, careful: User, reader: Reader) -> None:
    page = somebody(new_context, live_server_url, careful, reader, viewport=PHONE)

    assert faults_at(page, WITH_A_SECOND_FACTOR) == {}


@each_reader
def test_a_security_key(
    live_server_url: str, new_context: NewContext, bert: User, key: Authenticator, reader: Reader
) -> None:
    page = somebody(new_context, live_server_url, bert, reader, viewport=PHONE)

    assert faults_at(page, ["/accounts/2fa/webauthn/", *(address.format(key.pk) for address in OF_A_KEY)]) == {}


def log_in(page: Page, user: User) -> None:
    """By the password, as people do."""
    user.set_password("a good password")
    user.save(update_fields=["password"])
    page.goto("/accounts/login/")
    page.locator("main [name=login]").fill(user.username)
    page.locator("main [name=password]").fill("a good password")
    page.locator("main form button[type=submit]").first.click()


@each_reader
def test_an_account_about_to_be_deleted(
    live_server_url: str, new_context: NewContext, bert: User, reader: Reader
) -> None:
    bert.language, _scheme = reader
    bert.save(update_fields=["language"])
    page = nobody(new_context, live_server_url, reader, viewport=PHONE)
    log_in(page, bert)
    page.wait_for_url(f"{live_server_url}/")
    page.goto("/preferences/delete/")

    expect(page.locator("main .button--bad")).to_be_visible()
    assert (violations(page), faults_of(page)) == ([], {})


@each_reader
def test_the_login_to_an_account_that_waits_for_its_deletion(
    live_server_url: str, new_context: NewContext, bert: User, reader: Reader
) -> None:
    confirm(bert)
    waiting.ask(bert, ending=False)
    page = nobody(new_context, live_server_url, reader, viewport=PHONE)
    log_in(page, bert)
    page.wait_for_url("**/accounts/deletion/")

    assert (violations(page), faults_of(page)) == ([], {})


@each_reader
def test_the_pages_of_who_plays_without_an_account(
    live_server_url: str, new_context: NewContext, seeded: None, reader: Reader
) -> None:
    guest = new_guest()
    page = somebody(new_context, live_server_url, guest, reader)

    assert faults_at(page, of_a_guest(guest)) == {}


@each_reader
def test_the_second_factor_at_the_door(
    live_server_url: str, new_context: NewContext, careful: User, reader: Reader
) -> None:
    page = nobody(new_context, live_server_url, reader, viewport=PHONE)
    log_in(page, careful)
    page.wait_for_url("**/accounts/2fa/authenticate/**")

    assert (violations(page), faults_of(page)) == ([], {})


@each_reader
def test_a_game_in_a_frame_and_on_paper(
    live_server_url: str, new_context: NewContext, game: Game, reader: Reader
) -> None:
    play(game, "d6", "f4")
    page = nobody(new_context, live_server_url, reader, viewport=PHONE)

    assert faults_at(page, [address.format(game.number) for address in OF_A_GAME]) == {}


@each_reader
@pytest.mark.parametrize("screen", [PHONE, {"width": 740, "height": 360}, {"width": 1280, "height": 720}], ids=str)
def test_conditional_moves_on_the_board(
    live_server_url: str,
    new_context: NewContext,
    game: Game,
    bert: User,
    reader: Reader,
    screen: dict[str, int],
) -> None:
    placed = play(game, "d6", "f4")
    conditional_moves.keep_lines(placed.number, bert, [["g7", "a1"]], ply=3)
    page = somebody(new_context, live_server_url, bert, reader, viewport=screen)

    assert faults_at(page, [f"/games/{game.number}/#sheet-conditional-moves"]) == {}
    expect(page.locator("#bar")).to_have_attribute("data-state", "conditional")
    assert faults_of(page) == {}


@each_reader
def test_a_webhook(live_server_url: str, new_context: NewContext, bert: User, reader: Reader) -> None:
    webhook = actions.create(bert, url="https://8.8.8.8/")
    actions.ping(bert, webhook.pk)
    page = somebody(new_context, live_server_url, bert, reader, viewport=PHONE)

    assert faults_at(page, [address.format(webhook.pk) for address in OF_A_WEBHOOK]) == {}
    assert faults_of(page) == {}


@each_reader
def test_a_dispute(live_server_url: str, new_context: NewContext, game: Game, anna: User, reader: Reader) -> None:
    play(game, "d6", "f4")
    dispute = disputed(game, anna)
    page = somebody(new_context, live_server_url, anna, reader, viewport=PHONE)

    assert faults_at(page, [address.format(dispute.number) for address in OF_A_DISPUTE]) == {}
    assert faults_of(page) == {}
    assert faults_at(page, [address.format(game.number) for address in OF_WHAT_IS_DISPUTED]) == {}
    assert faults_of(page) == {}
    # With a warning over the form for moves.
    assert faults_at(page, [f"/games/{game.number}/"]) == {}
    assert faults_of(page) == {}


@each_reader
def test_a_record(live_server_url: str, new_context: NewContext, bert: User, reader: Reader) -> None:
    (record,) = records.import_records(bert, '[White "Gerda"]\n1. d6 f4 2. d2 *', rules="standard")
    page = somebody(new_context, live_server_url, bert, reader, viewport=PHONE)

    assert faults_at(page, [address.format(record.number) for address in OF_A_RECORD]) == {}
    assert faults_of(page) == {}


@each_reader
def test_records_that_were_refused(live_server_url: str, new_context: NewContext, bert: User, reader: Reader) -> None:
    page = somebody(new_context, live_server_url, bert, reader, viewport=PHONE, strict=False)
    page.goto("/records/")
    page.locator("#id_written").fill("1. d6 d6 *")
    page.locator("#bring button").click()

    expect(page.locator("#refusal")).to_be_visible()
    assert (violations(page), faults_of(page)) == ([], {})


@each_reader
def test_a_download_that_was_refused(live_server_url: str, new_context: NewContext, bert: User, reader: Reader) -> None:
    page = somebody(new_context, live_server_url, bert, reader, viewport=PHONE, strict=False)
    page.goto("/players/bert/download/?since=2026-03-02&until=2026-03-01")

    expect(page.locator(".errorlist")).to_be_visible()
    assert (violations(page), faults_of(page)) == ([], {})
