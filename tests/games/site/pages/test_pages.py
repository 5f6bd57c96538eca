"""Every page, for guests and players, in both languages: it is there, and it is about what it should be about."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.models.games import Game
from tests.support.pages import Reader
from tests.support.reading import heading, language_of

# address, English heading, German heading
FOR_EVERYBODY = [
    ("/lobby/", "Lobby", "Lobby"),
    ("/rules/", "The rules of Mühle", "Die Mühleregeln"),
    ("/rules/standard/", "Standard", "Standard"),
    ("/rules/applet/", "Applet", "Applet"),
    ("/rules/pink-green/", "Pink and green", "Pink und Grün"),
    ("/rules/classic/", "Classic (before 2010)", "Klassisch (vor 2010)"),
    ("/rules/brettspielnetz/", "Brettspielnetz", "Brettspielnetz"),
    ("/players/bert/", "bert", "bert"),
]
FOR_GUESTS = [
    ("/", "Mühle, one move at a time", "Mühle, Zug um Zug"),
    ("/accounts/login/", "Log in", "Anmelden"),
    ("/accounts/signup/", "Create account", "Konto anlegen"),
    ("/accounts/password/reset/", "Forgot your password?", "Passwort vergessen?"),
    ("/accounts/password/reset/done/", "Check your email", "Sieh in deinen Mails nach"),
    ("/accounts/password/reset/key/0-none/", "This link is no longer valid", "Dieser Link gilt nicht mehr"),
    ("/accounts/confirm-email/none/", "Confirm your address", "Bestätige deine Adresse"),
    ("/accounts/inactive/", "This account is closed", "Dieses Konto ist geschlossen"),
]
FOR_PLAYERS = [
    ("/", "Your move", "Du bist am Zug"),
    ("/games/", "My games", "Meine Partien"),
    ("/games/?status=ongoing", "My games", "Meine Partien"),
    ("/records/", "Imported games", "Importierte Partien"),
    ("/challenges/new/", "New challenge", "Neue Herausforderung"),
    ("/preferences/", "Preferences", "Einstellungen"),
    ("/preferences/tokens/", "API tokens", "API-Token"),
    ("/accounts/email/", "Email addresses", "E-Mail-Adressen"),
    ("/accounts/password/change/", "Change the password", "Passwort ändern"),
    ("/preferences/export/", "My data", "Meine Daten"),
    ("/accounts/logout/", "Log out?", "Abmelden?"),
    ("/accounts/2fa/", "Second factor", "Zweiter Faktor"),
    ("/accounts/sessions/", "Devices", "Geräte"),
]
each_language = pytest.mark.parametrize("language", ["en", "de"])


@each_language
@pytest.mark.parametrize(("address", "english", "german"), FOR_EVERYBODY + FOR_GUESTS)
def test_a_guest_reads_the_page(
    client: Client, bert: User, language: str, address: str, english: str, german: str
) -> None:
    client.cookies["language"] = language

    page = client.get(address)

    assert page.status_code == 200
    assert (heading(page), language_of(page)) == ({"en": english, "de": german}[language], language)


@each_language
@pytest.mark.parametrize(("address", "english", "german"), FOR_EVERYBODY + FOR_PLAYERS)
def test_a_player_reads_the_page(
    reader: Reader, anna: User, game: Game, language: str, address: str, english: str, german: str
) -> None:
    anna.language = language
    anna.save(update_fields=["language"])

    page = reader(anna).get(address)

    assert page.status_code == 200
    assert (heading(page), language_of(page)) == ({"en": english, "de": german}[language], language)


@pytest.mark.parametrize(
    "address",
    # A visitor who logs out is simply on the first page again, and one who opens a seat plays as a guest.
    [
        address
        for address, _english, _german in FOR_PLAYERS
        if address not in ("/", "/accounts/logout/", "/challenges/new/")
    ],
)
def test_a_guest_is_asked_to_log_in_and_comes_back(client: Client, db: None, address: str) -> None:
    answer = client.get(address)

    path, _question_mark, query = address.partition("?")
    wanted = path + (f"%3F{query.replace('=', '%3D')}" if query else "")
    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={wanted}")


@pytest.mark.parametrize(
    "address", ["/challenges/1/", "/games/1/", "/players/nobody/", "/rules/none/", "/invitations/x/"]
)
@each_language
def test_what_is_not_there_is_said_kindly(client: Client, db: None, language: str, address: str) -> None:
    client.cookies["language"] = language

    page = client.get(address)

    assert page.status_code == 404
    assert heading(page) == {"en": "This page does not exist", "de": "Diese Seite gibt es nicht"}[language]


def test_a_page_carries_no_style_or_script_of_its_own(client: Client, reader: Reader, anna: User, game: Game) -> None:
    pages = [client.get("/"), reader(anna).get("/"), client.get("/rules/"), reader(anna).get("/challenges/new/")]

    assert [page.content.count(b" style=") + page.content.count(b"<style") for page in pages] == [0, 0, 0, 0]
    assert [page.content.count(b" onclick=") + page.content.count(b"<script>") for page in pages] == [0, 0, 0, 0]


def test_robots_are_kept_from_what_is_private(client: Client) -> None:
    answer = client.get("/robots.txt")

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "Disallow: /invitations/\n" in answer.content.decode()


@pytest.mark.parametrize(
    ("setting", "contact"),
    [
        ("mailto:security@muehle.example", "mailto:security@muehle.example"),
        ("security@muehle.example", "mailto:security@muehle.example"),
        ("https://muehle.example/report", "https://muehle.example/report"),
    ],
)
def test_who_finds_a_hole_reads_where_to_report_it(
    client: Client, settings: LazySettings, setting: str, contact: str
) -> None:
    """By RFC 9116: each of the fields once, the contact as a URI, and an end within a year."""
    settings.SECURITY_CONTACT = setting
    settings.SITE_URL = "https://muehle.example"

    answer = client.get("/.well-known/security.txt")

    lines = answer.content.decode().removesuffix("\n").split("\n")
    said = dict(line.split(": ", 1) for line in lines)
    expires = datetime.fromisoformat(said.pop("Expires"))
    assert len(lines) == 4
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=365)
    assert said == {
        "Contact": contact,
        "Preferred-Languages": "de, en",
        "Canonical": "https://muehle.example/.well-known/security.txt",
    }


def test_without_a_contact_there_is_no_such_file(client: Client) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize(
    ("setting", "link"),
    [
        ("help@muehle.example", "mailto:help@muehle.example"),
        ("mailto:help@muehle.example", "mailto:help@muehle.example"),
        ("https://muehle.example/contact", "https://muehle.example/contact"),
    ],
)
def test_the_operators_can_be_written_to_from_every_page(
    client: Client, settings: LazySettings, setting: str, link: str
) -> None:
    settings.OPERATORS_CONTACT = setting

    pages = [client.get(path).content.decode() for path in ("/rules/", "/accounts/inactive/")]

    assert all(f'<a href="{link}">Contact</a>' in page for page in pages)
    assert f'<a href="{link}">Write to the operators</a>' in pages[1]


def test_without_an_address_of_the_operators_there_is_no_link(client: Client) -> None:
    page = client.get("/accounts/inactive/").content.decode()

    assert "write to the operators of this site" in page
    assert "Contact" not in page
    assert "Write to the operators" not in page


def test_browsers_find_the_icon_where_they_look_for_it(client: Client) -> None:
    answer = client.get("/favicon.ico")

    assert (answer.status_code, answer["Location"]) == (302, "/static/web/favicon.svg")


def test_a_form_without_its_token_changes_nothing_and_says_why(anna: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)

    page = client.post(reverse("new_challenge"), {"kind": "open"})

    assert page.status_code == 403
    assert heading(page) == "This form has expired"


@each_language
def test_a_fault_of_ours_is_owned_up_to(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, language: str
) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("a fault for this test")

    monkeypatch.setattr("games.challenges.pages.lobby.lobby_for", fail)
    client.raise_request_exception = False
    client.cookies["language"] = language

    page = client.get("/lobby/")

    assert page.status_code == 500
    assert heading(page) == {"en": "Something went wrong here", "de": "Hier ist etwas schiefgegangen"}[language]
    assert "a fault for this test" not in page.content.decode()
