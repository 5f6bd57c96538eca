"""The administration: records are found and read, and nothing there can change a result."""

import re
from collections.abc import Callable

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import tokens
from accounts.models import User
from games.challenges.models import Challenge
from games.chat import spectators
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import case_notes, filing
from games.disputes.verdict_kinds import Verdict
from games.play.actions import decline_draw, offer_draw, resign
from games.reports import filing as reports
from games.webhooks import actions
from games.webhooks.models import Webhook
from tests.support.ended import lost_on_time, won
from tests.support.pages import Reader
from tests.support.playing import SHUFFLE, SHUFFLING, play, stand_at, unchanged
from tests.support.reading import text_of
from tests.support.ruling import Staff, decided

RECORDS = ["core/game", "challenges/challenge", "core/event", "notifications/delivery", "players/rating"]
RECORDS += ["chat/spectatormessage", "chat_apps/chatconnection", "webhooks/webhook", "webhooks/webhookdelivery"]
CASES = ["disputes/dispute", "players/sanction", "reports/personcase", "time_off/freeze", "disputes/auditentry"]
RECORDS += [*CASES, "clubs/club", "clubs/post", "people/profile"]


@pytest.fixture
def arbiter(person: object) -> User:
    return User.objects.create_superuser("arbiter", "arbiter@example.org", "a good password", language="en")


@pytest.fixture
def hook(arbiter: User) -> Webhook:
    return Webhook.objects.create(owner=arbiter, url="https://club.example/", host="club.example")


@pytest.fixture
def browser(reader: Reader, arbiter: User) -> Client:
    """The arbiter's browser."""
    return reader(arbiter)


@pytest.fixture
def ended(game: Game, anna: User) -> Game:
    """A game with a move, a message and a result."""
    play(game, "d6", "d2")
    return resign(game.number, anna)


@pytest.mark.parametrize("model", RECORDS)
def test_every_record_can_be_listed_and_searched(
    browser: Client, ended: Game, challenge: Challenge, model: str
) -> None:
    lists = [browser.get(f"/admin/{model}/"), browser.get(f"/admin/{model}/?q=anna")]

    assert [page.status_code for page in lists] == [200, 200]


@pytest.mark.parametrize("model", CASES)
def test_every_record_of_a_case_has_a_page(
    browser: Client, begin: Callable[..., Game], anna: User, bert: User, iris: User, model: str
) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    case = filing.open_dispute(game.number, anna, category="draw", text="Nobody can win this.")
    decided(case, iris, Verdict.WARNED, against=bert)
    reports.report(anna, subject="profile", against="bert", text="Look at that.")

    rows = list(apps.get_model(model.replace("/", ".")).objects.all())

    assert rows
    for row in rows:
        assert browser.get(f"/admin/{model}/{row.pk}/change/").status_code == 200


def test_staff_does_not_read_there_what_is_said_of_it(
    reader: Reader, begin: Callable[..., Game], staff: Staff, anna: User, iris: User
) -> None:
    judith = staff("judith", "arbiter")
    game = begin(black=judith)
    case = filing.open_dispute(game.number, anna, category="computer_help", text="She plays like one.")
    case_notes.escalate(case.number, iris, "It is one of us.")

    seen = {}
    for user in (judith, iris):
        pages: tuple[str, ...] = (f"core/game/{game.number}/change/", f"core/event/?q={game.number}")
        pages += (f"disputes/auditentry/?q={case.number}",)
        texts = [reader(user).get(f"/admin/{page}").content.decode() for page in pages]
        seen[user.username] = [
            "computer_help" in texts[0],
            'field-type">dispute opened' in texts[1],
            "one of us" in texts[2],
        ]

    assert seen == {"judith": [False, False, False], "iris": [True, True, True]}


def test_a_game_is_found_by_its_number_and_by_its_players(browser: Client, ended: Game) -> None:
    by_number = browser.get(f"/admin/core/game/?q={ended.number}").context["cl"].result_count
    by_player = browser.get("/admin/core/game/?q=bert").context["cl"].result_count
    by_nobody = browser.get("/admin/core/game/?q=carla").context["cl"].result_count

    assert (by_number, by_player, by_nobody) == (1, 1, 0)


def test_a_game_shows_its_board_moves_and_log(browser: Client, ended: Game) -> None:
    page = browser.get(f"/admin/core/game/{ended.number}/change/")

    text = text_of(page)
    assert 'aria-label="White: d6; Black: d2."' in page.content.decode()
    assert 'd="M62 62h600' in page.content.decode()
    for part in ("0-1", "resignation", "1. d6", "2. d2", "move played", "game finished"):
        assert part in text


@pytest.mark.parametrize("model", RECORDS)
def test_nothing_can_be_added_changed_or_deleted(
    browser: Client, ended: Game, challenge: Challenge, model: str
) -> None:
    row = apps.get_model(model.replace("/", ".")).objects.first() or ended
    base = f"/admin/{model}/"
    addresses = [f"{base}add/", f"{base}{row.pk}/change/", f"{base}{row.pk}/delete/"]

    with unchanged():
        answers = [browser.post(address, {"result": "1-0", "post": "yes"}) for address in addresses]
        browser.post(base, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})

    assert {answer.status_code for answer in answers} <= {403, 302}
    assert answers[0].status_code == 403


@pytest.mark.parametrize("role", ["helper", "arbiter"])
def test_what_a_spectator_took_back_is_shown_with_the_time(
    clock: time_machine.Traveller, reader: Reader, staff: Staff, game: Game, carla: User, role: str
) -> None:
    message = spectators.write(game.number, carla, "better-not-said")
    spectators.delete(game.number, carla, message.pk)
    browser = reader(staff("mona", role))

    rows = browser.get("/admin/chat/spectatormessage/").content.decode()
    page = text_of(browser.get(f"/admin/chat/spectatormessage/{message.pk}/change/"))

    assert "better-not-said" in rows
    assert re.search(r'"field-deleted_at[^>]*>[^<]*\d', rows)
    assert "better-not-said" in page
    assert re.search(r"Deleted: \S*\d", page)


def test_an_administrator_without_other_roles_does_not_read_it(
    reader: Reader, staff: Staff, game: Game, carla: User
) -> None:
    message = spectators.write(game.number, carla, "better-not-said")
    spectators.delete(game.number, carla, message.pk)
    browser = reader(staff("mona", "administrator"))

    for address in ("", f"{message.pk}/change/"):
        answer = browser.get(f"/admin/chat/spectatormessage/{address}")
        assert answer.status_code == 403
        assert "better-not-said" not in answer.content.decode()


def test_every_table_of_games_that_is_shown_is_read_only() -> None:
    shown = [model._meta.label_lower for model in admin.site._registry if model.__module__.startswith("games.")]

    assert sorted(label.replace(".", "/") for label in shown) == sorted(RECORDS)


def test_an_account_can_be_closed(browser: Client, anna: User) -> None:
    fields = {
        "username": "anna",
        "email": "anna@example.org",
        "language": "en",
        "time_zone": "UTC",
        "board_style": "wood",
        "color_scheme": "system",
        "email_on_your_move": "on",
        "why": "He asked for it.",
    }

    answer = browser.post(f"/admin/accounts/user/{anna.pk}/change/", fields)

    anna.refresh_from_db()
    assert answer.status_code == 302
    assert (anna.is_active, anna.time_zone) == (False, "UTC")


def test_an_account_with_games_cannot_be_deleted(browser: Client, ended: Game, anna: User) -> None:
    browser.post(f"/admin/accounts/user/{anna.pk}/delete/", {"post": "yes"})

    assert User.objects.filter(pk=anna.pk).exists()


def test_an_account_shows_how_the_player_behaves_at_the_board(browser: Client, anna: User, bert: User) -> None:
    now = timezone.now()
    first, second = lost_on_time(anna, bert, at=now), lost_on_time(anna, bert, at=now)
    for _game in range(3):
        won(anna, bert, at=now)

    page = browser.get(f"/admin/accounts/user/{anna.pk}/change/")

    text = text_of(page)
    assert "Games 5 Late answers when behind – Late answers otherwise – Draw offers per game 0.0" in text
    assert f"Lost on time 2: {second.number} , {first.number} (2 in a row)" in text
    assert "Aborted by the player 0 Messages reported by opponents 0 Reliability 80%" in text
    assert f'href="/admin/core/game/{first.number}/change/"' in page.content.decode()


def test_the_behaviour_statistics_of_an_account_cost_the_same_for_any_number_of_games(
    browser: Client, anna: User, bert: User
) -> None:
    address = f"/admin/accounts/user/{anna.pk}/change/"
    won(anna, bert, at=timezone.now())
    # The first visit of a process also reads its content types.
    browser.get(address)
    with CaptureQueriesContext(connection) as once:
        browser.get(address)
    for _game in range(5):
        lost_on_time(anna, bert, at=timezone.now())

    with CaptureQueriesContext(connection) as often:
        browser.get(address)

    assert len(often) == len(once)


def test_tokens_are_revoked_and_their_digests_stay_hidden(browser: Client, anna: User) -> None:
    token, _secret = tokens.issue(anna, description="my bot", scopes=["game:read"])

    page = browser.get(f"/admin/accounts/accesstoken/{token.pk}/change/")
    action = {"action": "revoke", "_selected_action": [token.pk], "why": "It was published."}
    browser.post("/admin/accounts/accesstoken/", action)

    digest = token.digest
    token.refresh_from_db()
    assert digest not in page.content.decode()
    assert token.revoked_at is not None


@pytest.mark.parametrize("address", ["/admin/", "/admin/core/game/", "/admin/accounts/user/"])
def test_players_are_kept_out(reader: Reader, anna: User, address: str) -> None:
    answer = reader(anna).get(address)

    assert (answer.status_code, answer["Location"]) == (302, f"/admin/login/?next={address}")


# --- Words and sections -----------------------------------------------------------------------------------------------


def test_all_that_belongs_to_accounts_is_one_section_in_words(browser: Client, arbiter: User) -> None:
    User.objects.filter(pk=arbiter.pk).update(language="de")

    text = text_of(browser.get("/admin/"))

    assert text.count("Konten") == text.count("Akten und Konten") + 1
    for name in ("Geräte", "Zweite Faktoren", "E-Mail-Adressen", "API-Token", "Benachrichtigungen"):
        assert name in text
    for foreign in ("User sessions", "MFA", "Authenticators"):
        assert foreign not in text


@pytest.mark.parametrize(
    ("address", "heads"),
    [
        ("usersessions/usersession", ["Spieler", "seit", "zuletzt gesehen", "IP-Adresse", "Browser"]),
        ("mfa/authenticator", ["Spieler", "Art", "angelegt", "zuletzt benutzt"]),
        ("webhooks/webhookdelivery", ["Ereignis"]),
    ],
)
def test_every_column_has_its_german(
    browser: Client, arbiter: User, hook: Webhook, address: str, heads: list[str]
) -> None:
    Authenticator.objects.create(user=arbiter, type=Authenticator.Type.TOTP, data={"secret": "x"})
    actions.ping(arbiter, hook.pk)
    UserSession.objects.create(user=arbiter, session_key="k", ip="::1", user_agent="a", data={})
    User.objects.filter(pk=arbiter.pk).update(language="de")

    text = text_of(browser.get(f"/admin/{address}/"))

    for head in heads:
        assert head.casefold() in text.casefold()
    for foreign in ("user agent", "created at", "last used at"):
        assert foreign not in text.casefold()


def test_second_factors_and_devices_are_not_made_by_hand_and_keep_their_secrets(browser: Client, arbiter: User) -> None:
    factor = Authenticator.objects.create(user=arbiter, type=Authenticator.Type.TOTP, data={"secret": "hush"})

    page = browser.get(f"/admin/mfa/authenticator/{factor.pk}/change/")

    assert page.status_code == 200
    assert "hush" not in page.content.decode()
    added = [browser.get(f"/admin/{table}/add/") for table in ("mfa/authenticator", "usersessions/usersession")]
    assert [answer.status_code for answer in added] == [403, 403]
    assert browser.post(f"/admin/mfa/authenticator/{factor.pk}/delete/", {"post": "yes"}).status_code == 403
