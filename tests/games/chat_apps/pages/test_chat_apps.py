"""The page of chat apps."""

from collections.abc import Callable

import pytest
from django.test import Client
from time_machine import Traveller

from accounts.models import SecurityMail, User
from games.chat_apps import actions, supported
from games.chat_apps.models import ChatConnection
from games.core.models.games import Game
from games.notifications import choices
from tests.games.chat_apps.server import ChatServer
from tests.support.pages import Reader
from tests.support.reading import heading, messages_in, text_of

PAGE = "/preferences/chat-apps/"
Connect = Callable[..., ChatConnection]


def test_a_chat_app_is_connected_and_its_secret_is_never_shown(
    reader: Reader, anna: User, values: dict[str, dict[str, str]]
) -> None:
    browser = reader(anna)
    answer = browser.post(PAGE, {"service": "gotify", "description": "Phone"} | values["gotify"])

    page = browser.get(PAGE)
    assert messages_in(answer) == ["Connected. Send a test to see whether it arrives."]
    assert heading(page) == "Chat apps"
    assert "Gotify: Phone" in text_of(page)
    assert "s3cret" not in page.content.decode()
    assert page["Cache-Control"] == "no-store"


def test_all_confirmed_addresses_hear_of_it(reader: Reader, anna: User, values: dict[str, dict[str, str]]) -> None:
    from tests.games.notifications.people import confirm

    confirm(anna)
    reader(anna).post(PAGE, {"service": "gotify"} | values["gotify"])

    mail = SecurityMail.objects.get(user=anna, kind="chat_app_set_up")
    assert mail.detail == "Gotify (127.0.0.1)"
    assert mail.can_secure


def test_what_is_wrong_stands_in_the_form_without_the_token(reader: Reader, chat: ChatServer, anna: User) -> None:
    answer = reader(anna).post(PAGE, {"service": "gotify", "url": "https://example.org/path", "token": "s3cret"})

    assert answer.status_code == 422
    assert "Nothing can be sent to this address: it does not belong to this chat app or is incomplete." in text_of(
        answer
    )
    assert "s3cret" not in answer.content.decode()
    assert not ChatConnection.objects.exists()


def test_it_is_tried_switched_off_and_on_and_forgotten(
    reader: Reader, chat: ChatServer, connect: Connect, anna: User
) -> None:
    row, browser = connect(anna), reader(anna)
    browser.post(f"{PAGE}{row.pk}/test/")
    row.refresh_from_db()
    asked = row.test_asked_at
    browser.post(f"{PAGE}{row.pk}/switch/", {"active": "off"})
    row.refresh_from_db()
    off = row.is_on
    browser.post(f"{PAGE}{row.pk}/switch/", {"active": "on"})
    row.refresh_from_db()
    on = row.is_on
    browser.post(f"{PAGE}{row.pk}/delete/")

    assert asked is not None
    assert (off, on) == (False, True)
    assert not ChatConnection.objects.exists()


def test_a_look_at_the_addresses_of_the_buttons_changes_nothing(reader: Reader, connect: Connect, anna: User) -> None:
    row, browser = connect(anna), reader(anna)

    for name in ("test", "switch", "delete"):
        assert browser.get(f"{PAGE}{row.pk}/{name}/").status_code == 302

    row.refresh_from_db()
    assert (row.is_on, row.test_asked_at) == (True, None)


def test_connecting_one_takes_a_fresh_login(
    clock: Traveller, reader: Reader, anna: User, values: dict[str, dict[str, str]]
) -> None:
    browser = reader(anna)
    clock.shift(3600)

    answer = browser.post(PAGE, {"service": "gotify"} | values["gotify"])

    assert answer.status_code == 302
    assert "reauthenticate" in answer["Location"]
    assert not ChatConnection.objects.exists()


def test_guests_are_sent_to_log_in(client: Client, db: None) -> None:
    assert client.get(PAGE).status_code == 302


def test_chat_apps_are_a_column_of_the_table_of_notifications(
    reader: Reader, connect: Connect, anna: User, game: Game
) -> None:
    browser = reader(anna)
    connect(anna)
    page = browser.get("/preferences/notifications/").content.decode()
    browser.post("/preferences/notifications/", {"pace": "at_once", "daily_hour": "8", "message.chat_app": "on"})

    table = choices.table_of(anna, choices.settings_of(anna))
    assert 'name="your_move.chat_app" id="id_your_move.chat_app" checked' in page
    assert [name for name, cells in table.items() if cells["chat_app"]] == ["message"]


@pytest.mark.parametrize("service", ["", "syslog", "mailto"])
def test_a_service_that_is_not_on_the_list_is_none(reader: Reader, anna: User, service: str) -> None:
    answer = reader(anna).post(PAGE, {"service": service, "url": "syslog://", "token": "x"})

    assert answer.status_code == 200
    assert not ChatConnection.objects.exists()
    assert actions.connections_of(anna).count() == 0


def test_the_form_of_each_chat_app_names_it(reader: Reader, chat: ChatServer, anna: User) -> None:
    page = reader(anna).get(PAGE).content.decode()

    for service in supported.services():
        assert f'<input type="hidden" name="service" value="{service.name}">' in page
        assert f"Connect {service.label}" in page
