"""From the log to the chat apps: once each, again after a failure, and switched off after a day of failures."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.privacy import parts
from games.chat import messages
from games.chat_apps import actions
from games.chat_apps.errors import ChatConnectionOff, TooManyChatConnections
from games.chat_apps.models import ChatConnection
from games.core.models.events import UserEvent
from games.core.models.games import Game
from games.core.outgoing import worker
from games.notifications import bell, choices, testing
from games.notifications.delivery import dispatch
from games.notifications.models import Delivery
from kit.errors import NotFound
from tests.games.chat_apps.server import ChatServer
from tests.support.playing import play

Connect = Callable[..., ChatConnection]


def run() -> None:
    while dispatch():
        pass
    worker.work_off(seconds=30)


def owed(user: User) -> list[tuple[str, str, str]]:
    rows = Delivery.objects.filter(user=user).order_by("id")
    return list(rows.values_list("channel", "event__type", "status"))


def test_a_notification_arrives_in_words_with_its_link(
    chat: ChatServer, connect: Connect, anna: User, game: Game
) -> None:
    connect(anna)

    run()

    assert owed(anna) == [("chat_app", "game_started", "sent")]
    (received,) = chat.received
    assert received.json["message"] == f"Your game against bert has begun\nhttp://localhost:8000/games/{game.number}/"


def test_it_arrives_in_the_readers_language(chat: ChatServer, connect: Connect, anna: User, game: Game) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    connect(anna)

    run()

    with translation.override("de"):
        assert "Deine Partie gegen bert hat begonnen" in chat.text


@pytest.mark.parametrize("is_on", [None, False, True])
def test_what_somebody_has_written_arrives_only_if_the_reader_has_said_so(
    chat: ChatServer, connect: Connect, anna: User, bert: User, game: Game, is_on: bool | None
) -> None:
    connect(anna)
    if is_on is not None:
        choices.change(anna, push_texts=is_on)
    messages.send_message(game.number, bert, "Geheimnis")

    run()

    assert "bert sent you a message" in chat.text
    assert ("Geheimnis" in chat.text) is bool(is_on)


def test_who_has_no_chat_app_or_does_not_want_it_is_owed_nothing(
    chat: ChatServer, connect: Connect, anna: User, bert: User, game: Game
) -> None:
    connect(anna)
    choices.change(anna, table={"your_move": {"chat_app": False}, "challenge_answer": {"chat_app": False}})

    run()

    assert (owed(anna), owed(bert), chat.received) == ([], [], [])


def test_all_places_get_it_and_a_repeated_attempt_goes_to_the_others_only(
    clock: time_machine.Traveller, chat: ChatServer, connect: Connect, anna: User, game: Game
) -> None:
    connect(anna, "gotify")
    broken = connect(anna, "ntfy")
    ChatConnection.objects.filter(pk=broken.pk).update(sealed=broken.sealed)
    chat.status = 503
    run()
    failed = owed(anna)
    chat.status, first = 200, len(chat.received)
    clock.shift(timedelta(minutes=2))
    run()

    assert failed == [("chat_app", "game_started", "waiting")]
    assert owed(anna) == [("chat_app", "game_started", "sent")]
    assert (first, len(chat.received)) == (2, 4)


def test_what_fails_for_a_day_is_switched_off_and_its_owner_is_told(
    clock: time_machine.Traveller, chat: ChatServer, connect: Connect, anna: User, game: Game
) -> None:
    row = connect(anna)
    chat.status = 500
    for hours in (0, 12, 11, 2):
        clock.shift(timedelta(hours=hours))
        Delivery.objects.update(next_attempt_at=row.created_at)
        run()
    row.refresh_from_db()

    assert (row.disabled_reason, row.error) == ("failing", "500")
    event = UserEvent.objects.select_related("event").filter(user=anna).latest("seq").event
    assert (event.type, event.data["service"], event.data["reason"]) == ("chat_app_disabled", "ntfy", "failing")
    assert bell.items_of(anna, choices.settings_of(anna))[0].event == event
    sent = len(chat.received)
    play(game, "d6", "f4")
    run()
    assert len(chat.received) == sent


def test_a_place_that_refuses_is_switched_off_at_once(
    chat: ChatServer, connect: Connect, anna: User, game: Game
) -> None:
    row = connect(anna)
    chat.status = 404

    run()

    row.refresh_from_db()
    assert (row.disabled_reason, row.error) == ("gone", "404")
    assert owed(anna) == [("chat_app", "game_started", "failed")]


def test_a_success_ends_the_count_of_failures(
    clock: time_machine.Traveller, chat: ChatServer, connect: Connect, anna: User, game: Game
) -> None:
    row = connect(anna)
    chat.status = 500
    run()
    row.refresh_from_db()
    failing = row.failing_since
    chat.status = 200
    clock.shift(timedelta(minutes=5))
    run()
    row.refresh_from_db()

    assert failing is not None
    assert (row.failing_since, row.error, row.is_on) == (None, "", True)
    assert row.last_accepted_at is not None


def test_one_that_cannot_be_read_any_more_is_switched_off(
    chat: ChatServer, connect: Connect, anna: User, game: Game
) -> None:
    row = connect(anna)
    ChatConnection.objects.filter(pk=row.pk).update(sealed=b"gAAAAA")

    run()

    row.refresh_from_db()
    assert (row.disabled_reason, row.error, chat.received) == ("gone", "unreadable", [])


# --- Tests ------------------------------------------------------------------------------------------------------------


def test_a_test_arrives_once_where_it_was_asked_for(chat: ChatServer, connect: Connect, anna: User) -> None:
    connect(anna, "gotify")
    row = connect(anna)
    actions.ask_test(anna, row.pk)

    worker.work_off(seconds=30)
    worker.work_off(seconds=30)

    row.refresh_from_db()
    assert [each.path for each in chat.received] == ["/"]
    assert "The test you asked for" in chat.text
    assert (row.test_asked_at, row.error) == (None, "")
    assert row.last_accepted_at is not None


def test_a_failed_test_is_shown_and_switches_nothing_off(chat: ChatServer, connect: Connect, anna: User) -> None:
    row = connect(anna)
    actions.ask_test(anna, row.pk)
    chat.status = 404

    worker.work_off(seconds=30)

    row.refresh_from_db()
    assert (row.error, row.is_on) == ("404", True)


def test_the_test_of_all_channels_goes_there_too(chat: ChatServer, connect: Connect, anna: User) -> None:
    connect(anna)
    testing.send_test(anna)

    run()

    receipts = testing.receipts_of(anna)
    assert receipts is not None
    assert [(row.channel, row.status) for row in receipts.more] == [("chat_app", "sent")]
    assert "The test you asked for" in chat.text


# --- Owners -----------------------------------------------------------------------------------------------------------


def test_there_are_only_so_many(connect: Connect, anna: User) -> None:
    for _each in range(actions.MOST):
        connect(anna)

    with pytest.raises(TooManyChatConnections):
        connect(anna)


def test_nobody_touches_those_of_others(connect: Connect, anna: User, bert: User) -> None:
    row = connect(anna)

    for act in (
        lambda: actions.connection_of(bert, row.pk),
        lambda: actions.ask_test(bert, row.pk),
        lambda: actions.switch(bert, row.pk, on=False),
        lambda: actions.disconnect(bert, row.pk),
    ):
        with pytest.raises(NotFound):
            act()
    row.refresh_from_db()
    assert row.is_on


def test_what_is_switched_off_gets_no_test(connect: Connect, anna: User) -> None:
    row = connect(anna)
    actions.switch(anna, row.pk, on=False)

    with pytest.raises(ChatConnectionOff):
        actions.ask_test(anna, row.pk)


def test_the_copy_of_ones_data_has_no_secret(connect: Connect, anna: User) -> None:
    connect(anna)
    (part,) = [part for part in parts.all_parts() if part.file == "chat-apps.json"]

    text = b"".join(part.content(anna)).decode()

    assert '"service": "ntfy"' in text
    assert "s3cret" not in text


@pytest.mark.parametrize("count", [1, 20])
def test_writing_down_costs_the_same_for_any_number_of_events(
    chat: ChatServer,
    connect: Connect,
    begin: Callable[..., Game],
    anna: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    count: int,
) -> None:
    connect(anna)
    for _game in range(count):
        begin()
    savepoint, events, own, games, subjects, people, places, wishes, store, done = 2, 1, 1, 0, 1, 1, 1, 1, 1, 1

    with django_assert_num_queries(
        savepoint + events + own + games + subjects + people + places + wishes + store + done
    ):
        dispatch()
