"""The log: written in the action's transaction, numbered without gaps, announced after it."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import redis
import time_machine
from django.conf import settings as project_settings
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings

from accounts.models import User
from games.challenges.actions import Proposal, challenge_anyone, challenge_player
from games.chat.events import MESSAGE_SENT
from games.chat.messages import send_message
from games.core import event_log, pubsub
from games.core.event_log import Entry
from games.core.models.events import Event, UserEvent, UserStream
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Agreement
from games.core.pubsub import Topic
from games.core.queries import last_seq_of
from games.play.actions import play_move
from games.play.errors import NotYourTurn
from games.play.events import DRAW_DECLINED, DRAW_OFFERED, MOVE_PLAYED, TIME_RAN_OUT, move_played
from games.play.timeouts import settle_overdue_games
from tests.conftest import NOON
from tests.support.playing import event_types, play
from tests.support.racing import at_once


def stream_of(user: User) -> list[tuple[int, str]]:
    """The numbers and types of the user's events."""
    return list(UserEvent.objects.filter(user=user).order_by("seq").values_list("seq", "event__type"))


# --- Recording --------------------------------------------------------------------------------------------------------


def test_entries_are_recorded_in_their_order(game: Game, anna: User, bert: User) -> None:
    types = [DRAW_OFFERED, MESSAGE_SENT, DRAW_DECLINED]
    entries = [
        Entry(type=each, recipients=(anna.pk, bert.pk), game=game, data={"n": n}) for n, each in enumerate(types)
    ]

    later = timezone.now() + timedelta(hours=1)
    event_log.record(entries, now=later)

    recorded = list(Event.objects.order_by("id"))[-3:]
    assert [event.type for event in recorded] == types
    assert [event.data for event in recorded] == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert {event.created_at for event in recorded} == {later}
    assert event_types(game) == ["game_started", *types]
    assert [each for _seq, each in stream_of(anna)][-3:] == types


def test_a_stream_has_only_what_concerns_its_user(game: Game, anna: User, bert: User, carla: User) -> None:
    entry = Entry(type=MESSAGE_SENT, recipients=(carla.pk,), game=game)

    event_log.record([entry], now=NOON)

    assert stream_of(carla) == [(1, "message_sent")]
    assert "message_sent" not in [each for _seq, each in stream_of(anna) + stream_of(bert)]


def test_each_stream_is_numbered_by_itself_without_gaps(
    begin: Callable[..., Game], anna: User, bert: User, carla: User
) -> None:
    first, second = begin(), begin(white=carla)

    play(second, "d6")
    play(first, "f4", "d2", "b4")

    for user in (anna, bert, carla):
        seqs = [seq for seq, _type in stream_of(user)]
        assert seqs == list(range(1, len(seqs) + 1))
        assert UserStream.objects.get(user=user).last_seq == len(seqs)
    assert [each for _seq, each in stream_of(carla)] == [
        "challenge_received",
        "challenge_accepted",
        "game_started",
        "move_played",
    ]


def test_several_events_of_one_action_follow_each_other_in_the_stream(game: Game, anna: User, bert: User) -> None:
    play_move(game.number, anna, "d6", ply=1, offer_draw=True, message="Even?")

    assert stream_of(bert)[-3:] == [(4, "move_played"), (5, "draw_offered"), (6, "message_sent")]


def test_an_entry_for_nobody_is_in_the_log_and_in_no_stream(game: Game) -> None:
    entry = Entry(type=MESSAGE_SENT, recipients=(), game=game)

    event_log.record([entry], now=NOON)

    assert not UserEvent.objects.filter(event__type="message_sent").exists()
    assert event_types(game)[-1] == "message_sent"


def notified(user: User) -> list[tuple[str, str]]:
    """What the user is notified of, each with what covers it."""
    rows = UserEvent.objects.filter(user=user, is_notification=True).order_by("seq")
    return list(rows.values_list("event__type", "covered_by"))


def test_all_who_get_an_event_but_its_actor_are_notified_where_its_type_notifies(
    game: Game, anna: User, bert: User, carla: User
) -> None:
    to, before = (anna.pk, bert.pk, carla.pk), notified(anna)

    types = (DRAW_OFFERED, TIME_RAN_OUT)
    event_log.record([Entry(type=each, recipients=to, game=game, actor_id=anna.pk) for each in types], now=NOON)

    assert (notified(anna), notified(carla)) == (before, [("draw_offered", "")])
    assert notified(bert)[-1] == ("draw_offered", "")


@pytest.mark.parametrize("named", [(), ("anna",), ("anna", "bert")])
def test_those_whom_an_entry_names_are_notified_its_actor_too(
    game: Game, anna: User, bert: User, named: tuple[str, ...]
) -> None:
    UserEvent.objects.all().delete()
    to = (anna.pk, bert.pk)
    notify = tuple(user.pk for user in (anna, bert) if user.username in named)

    event_log.record([Entry(type=DRAW_OFFERED, recipients=to, notify=notify, game=game, actor_id=anna.pk)], now=NOON)

    assert {user.username for user in (anna, bert) if notified(user)} == set(named)


def test_what_is_said_with_a_move_is_covered_by_it_in_the_same_game(
    begin: Callable[..., Game], anna: User, bert: User
) -> None:
    game, other = begin(), begin()
    UserEvent.objects.all().delete()
    to, moved = (anna.pk, bert.pk), {"ply": 1, "move": "d6"}

    event_log.record(
        [
            Entry(type=MOVE_PLAYED, recipients=to, game=game, actor_id=anna.pk, data=moved),
            Entry(type=MESSAGE_SENT, recipients=to, game=game, actor_id=anna.pk),
            Entry(type=DRAW_OFFERED, recipients=to, game=other, actor_id=anna.pk),
        ],
        now=NOON,
    )
    send_message(game.number, anna, "And this later.")

    assert notified(bert) == [
        ("move_played", ""),
        ("message_sent", "your_move"),
        ("draw_offered", ""),
        ("message_sent", ""),
    ]


def test_an_event_waits_to_be_dispatched(game: Game) -> None:
    assert set(Event.objects.values_list("dispatched_at", flat=True)) == {None}


def test_the_log_goes_with_the_action_when_the_transaction_is_undone(game: Game, anna: User) -> None:
    before = event_types(game)

    with transaction.atomic():
        play_move(game.number, anna, "d6", ply=1)
        transaction.set_rollback(True)

    assert event_types(game) == before
    assert not Move.objects.exists()


def test_any_number_of_entries_takes_one_statement(
    game: Game, anna: User, bert: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entries = [Entry(type=MESSAGE_SENT, recipients=(bert.pk, anna.pk), game=game)] * 50

    with django_assert_num_queries(1):
        event_log.record(entries, now=NOON)

    seqs = [seq for seq, _type in stream_of(bert)]
    assert seqs == list(range(1, 54))


# --- What an action records -------------------------------------------------------------------------------------------


def test_a_move_is_logged_with_position_and_deadline(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    play_move(game.number, anna, "d6", ply=1)

    assert Event.objects.get(type="move_played").data == {
        "ply": 1,
        "move": "d6",
        "position": "....W................... b 8 9 0",
        "deadline_at": "2026-03-05T12:00:00Z",
    }


def test_an_open_challenge_says_nothing_until_somebody_takes_it(anna: User) -> None:
    challenge_anyone(anna, Proposal(agreement=Agreement()))

    assert stream_of(anna) == []


# --- Announcing -------------------------------------------------------------------------------------------------------


@pytest.fixture
def bell(db: None) -> Iterator[redis.client.PubSub]:
    """A subscription to what is announced."""
    client = redis.Redis.from_url(project_settings.PUBSUB_URL)
    with client.pubsub() as subscription:  # type: ignore[no-untyped-call]
        subscription.psubscribe(project_settings.PUBSUB_CHANNEL, f"{project_settings.PUBSUB_CHANNEL}.*")
        for _pattern in range(2):
            subscription.get_message(timeout=5)
        yield subscription
    client.close()


@pytest.fixture
def redis_away(settings: Settings) -> None:
    """Announcements go to a socket at which nobody answers."""
    settings.PUBSUB_URL = "unix:///nowhere/valkey.sock"


def heard(bell: redis.client.PubSub) -> dict[str, list[Any]] | None:
    """Whom the next announcements name in all channels, or None where there are none. Each names its own only."""
    found: dict[str, list[Any]] = {}
    while message := bell.get_message(timeout=0.2):
        for name, ids in json.loads(message["data"]).items():
            channels = {pubsub.channel_of(topic_of(name, each)) for each in ids}
            assert channels <= {message["channel"].decode()}
            found[name] = sorted([*found.get(name, []), *ids])
    return {name: ids for name, ids in found.items() if ids} or None


def topic_of(name: str, announced: Any) -> Topic:
    """The log that is meant by a number, or by a pair of a game and one of its players."""
    return (
        Topic("user", announced) if name == "users" else Topic("game", announced[0] if name == "players" else announced)
    )


def test_an_action_rings_once_for_its_game_and_its_players(
    game: Game,
    anna: User,
    bert: User,
    bell: redis.client.PubSub,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        play_move(game.number, anna, "d6", ply=1, offer_draw=True, message="Even?")
        assert heard(bell) is None

    both = sorted([anna.pk, bert.pk])
    assert heard(bell) == {"games": [game.number], "players": [[game.number, each] for each in both], "users": both}
    assert heard(bell) is None


def test_what_is_between_the_players_rings_for_them_alone(
    game: Game,
    anna: User,
    bert: User,
    bell: redis.client.PubSub,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        send_message(game.number, bert, "Hello")

    both = sorted([anna.pk, bert.pk])
    assert heard(bell) == {"players": [[game.number, each] for each in both], "users": both}


def test_a_challenge_rings_for_people_and_for_no_game(
    anna: User,
    bert: User,
    bell: redis.client.PubSub,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        challenge_player(anna, bert, Proposal(agreement=Agreement()))

    assert heard(bell) == {"users": sorted([anna.pk, bert.pk])}


def test_a_refused_action_rings_for_nobody(
    game: Game, bert: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks, pytest.raises(NotYourTurn):
        play_move(game.number, bert, "d6", ply=1)

    assert callbacks == []


def test_a_retry_rings_for_nobody(
    game: Game, anna: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    play_move(game.number, anna, "d6", ply=1)

    with django_capture_on_commit_callbacks() as callbacks:
        play_move(game.number, anna, "d6", ply=1)

    assert callbacks == []


def test_a_sweep_with_nothing_to_do_rings_for_nobody(
    game: Game, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        settle_overdue_games()

    assert callbacks == []


def test_with_redis_away_actions_are_done_and_logged(
    redis_away: None,
    game: Game,
    anna: User,
    bert: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        play_move(game.number, anna, "d6", ply=1)
        send_message(game.number, bert, "Hello")

    assert len(callbacks) == 2
    assert event_types(game) == ["game_started", "move_played", "message_sent"]
    assert stream_of(anna)[-1] == (5, "message_sent")


@pytest.mark.django_db(transaction=True)
def test_writers_at_once_number_a_stream_without_gap_or_double(begin: Callable[..., Game], anna: User) -> None:
    games = [begin() for _game in range(7)]
    first = last_seq_of(anna.pk)

    def write(game: Game) -> None:
        for _time in range(5):
            with transaction.atomic():
                event_log.record([move_played(game, by=anna, outcome=None)] * 3, now=timezone.now())

    at_once(*[partial(write, game) for game in games])

    numbers = list(UserEvent.objects.filter(user=anna, seq__gt=first).order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(first + 1, first + 1 + 7 * 5 * 3))
