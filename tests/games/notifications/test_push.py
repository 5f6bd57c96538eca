"""Notifications to browsers: who gets what, sealed, once, and what becomes of browsers that have gone."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from games.core import pubsub
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.outgoing import worker
from games.notifications import choices, queue
from games.notifications.delivery import dispatch
from games.notifications.errors import PushEndpointRefused, TooManyPushSubscriptions
from games.notifications.models import Delivery, PushSubscription
from games.notifications.outgoing import PushChannel
from games.notifications.push import delivery as push_delivery
from games.notifications.push import subscriptions
from games.notifications.queue import LEASE, wait_after
from games.notifications.testing import send_test
from kit.outgoing.places import Places
from tests.games.notifications.browser import Browser
from tests.games.webhooks.conftest import Names, names
from tests.games.webhooks.receiver import Receiver, receiving
from tests.support.playing import play

__all__ = ["names"]


@pytest.fixture
def sink(settings: LazySettings) -> Iterator[Receiver]:
    """A push service on this machine."""
    settings.WEBHOOKS_TO_LOOPBACK = True
    with receiving() as found:
        found.status = 201
        yield found


@pytest.fixture
def other_sink(sink: Receiver) -> Iterator[Receiver]:
    with receiving() as found:
        found.status = 201
        yield found


@pytest.fixture
def browser(sink: Receiver, bert: User) -> Browser:
    """Bert has switched push notifications on."""
    found = Browser()
    subscribe(bert, sink, found)
    return found


def subscribe(user: User, sink: Receiver, browser: Browser, *, path: str = "/send/1") -> PushSubscription:
    endpoint = f"http://127.0.0.1:{sink.port}{path}"
    return subscriptions.subscribe(user, endpoint=endpoint, **browser.keys, device="Firefox")


def run() -> None:
    dispatch()
    worker.work_off(seconds=30)


def to_bert() -> Delivery:
    return Delivery.objects.filter(user__username="bert", channel="push").latest("id")


def test_a_browser_reads_what_is_sent_and_nobody_on_the_way_does(
    clock: time_machine.Traveller, browser: Browser, sink: Receiver, game: Game, bert: User
) -> None:
    bert.language = "de"
    bert.save()
    play(game, "d6")

    run()

    request = sink.requests[-1]
    assert browser.json(request.body) == {
        "title": "anna hat d6 gespielt",
        "body": "",
        "url": f"/games/{game.number}/",
        "tag": f"your_move-{game.number}",
        "lang": "de",
    }
    assert b"anna" not in request.body
    headers = {name: request.headers[name] for name in ("Content-Encoding", "Urgency", "Topic", "TTL")}
    assert headers == {
        "Content-Encoding": "aes128gcm",
        "Urgency": "normal",
        "Topic": f"your_move-{game.number}",
        "TTL": str(3 * 24 * 60 * 60),
    }
    assert request.headers["Authorization"].startswith("vapid t=")
    assert (to_bert().status, to_bert().attempts) == ("sent", 1)


def test_nothing_is_sent_twice(browser: Browser, sink: Receiver, game: Game) -> None:
    play(game, "d6")
    run()
    Event.objects.update(dispatched_at=None)
    run()

    assert len(sink.requests) == 1
    assert Delivery.objects.filter(channel="push").count() == 1


def test_it_goes_to_every_browser_of_the_player_and_again_only_to_those_that_had_no_answer(
    clock: time_machine.Traveller, browser: Browser, sink: Receiver, other_sink: Receiver, bert: User
) -> None:
    subscribe(bert, other_sink, Browser())
    other_sink.status = 503
    send_test(bert)
    run()
    between = to_bert()
    other_sink.status = 201
    clock.shift(wait_after(1) * 2)
    worker.work_off(seconds=30)

    assert (between.status, between.attempts) == ("waiting", 1)
    assert between.error == "127.0.0.1: 503 thank you"
    assert (len(sink.requests), len(other_sink.requests)) == (1, 2)
    assert (to_bert().status, to_bert().attempts, len(to_bert().reached)) == ("sent", 2, 2)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_gone_is_switched_off(browser: Browser, sink: Receiver, bert: User, status: int) -> None:
    sink.status = status
    send_test(bert)
    run()
    sink.status = 201
    send_test(bert)
    run()

    assert len(sink.requests) == 1
    assert PushSubscription.objects.get().disabled_reason == "gone"
    assert [row.status for row in Delivery.objects.filter(channel="push")] == ["failed"]


def test_one_that_has_gone_does_not_keep_the_others_from_hearing(
    browser: Browser, sink: Receiver, other_sink: Receiver, bert: User
) -> None:
    subscribe(bert, other_sink, Browser())
    sink.status = 410
    send_test(bert)
    run()

    assert (to_bert().status, len(other_sink.requests)) == ("sent", 1)
    assert subscriptions.active_of(bert).count() == 1


def test_what_fails_for_a_day_is_given_up(
    clock: time_machine.Traveller, browser: Browser, sink: Receiver, bert: User
) -> None:
    sink.status = 500
    send_test(bert)
    run()
    before = PushSubscription.objects.get()
    clock.shift(subscriptions.PATIENCE)
    worker.work_off(seconds=30)

    assert before.failing_since is not None
    assert before.disabled_at is None
    assert PushSubscription.objects.get().disabled_reason == "failing"


def test_who_has_answered_meanwhile_is_not_notified(browser: Browser, sink: Receiver, game: Game) -> None:
    play(game, "d6")
    dispatch()
    play(game, "f4")

    worker.work_off(seconds=30)

    assert [row.status for row in Delivery.objects.filter(channel="push", event__type="move_played")] == ["skipped"]


def test_a_player_who_has_the_board_in_view_is_not_notified_of_what_they_see(
    browser: Browser, sink: Receiver, game: Game, bert: User
) -> None:
    play(game, "d6")
    dispatch()
    pubsub.note_presence(user=bert.pk, game=game.pk, event=Event.objects.filter(game=game).latest("id").pk)

    worker.work_off(seconds=30)

    assert to_bert().status == "seen"


def test_the_cell_of_the_table_counts(browser: Browser, sink: Receiver, game: Game, bert: User) -> None:
    choices.change(bert, table={"your_move": {"push": False}})
    play(game, "d6")
    send_test(bert)
    run()

    assert [browser.json(request.body)["tag"].partition("-")[0] for request in sink.requests] == ["test"]


def test_quiet_hours_count_and_gathering_is_for_mails(
    clock: time_machine.Traveller, browser: Browser, sink: Receiver, game: Game, bert: User
) -> None:
    choices.change(bert, pace="daily")
    play(game, "d6")
    run()
    told = len(sink.requests)
    choices.change(bert, quiet_from=0, quiet_until=23)
    play(game, "f4", "g7")
    run()

    assert told == 1
    assert (len(sink.requests), to_bert().status) == (1, "waiting")


def test_a_worker_that_dies_in_the_middle_leaves_it_to_another(
    clock: time_machine.Traveller, browser: Browser, sink: Receiver, bert: User
) -> None:
    send_test(bert)
    dispatch()
    Delivery.objects.update(attempts=1, next_attempt_at=timezone.now() + LEASE)
    worker.work_off(seconds=30)
    in_lease = len(sink.requests)
    clock.shift(LEASE)
    worker.work_off(seconds=30)

    assert (in_lease, len(sink.requests), to_bert().attempts) == (0, 1, 2)


def test_a_worker_that_hung_beyond_its_lease_sends_no_push_message(
    clock: time_machine.Traveller, browser: Browser, sink: Receiver, bert: User
) -> None:
    send_test(bert)
    dispatch()
    [(_claim, late)] = queue.take(Delivery.Channel.PUSH, Places(PushChannel.limits), push_delivery._claims)
    clock.shift(LEASE)
    worker.work_off(seconds=30)

    async_to_sync(push_delivery.deliver)(late)

    assert (len(sink.requests), to_bert().status, to_bert().attempts) == (1, "sent", 2)


def test_who_has_no_browser_is_owed_nothing(sink: Receiver, game: Game) -> None:
    dispatch()

    assert not Delivery.objects.filter(channel="push").exists()


def test_a_closed_account_gets_no_notifications(browser: Browser, sink: Receiver, bert: User) -> None:
    send_test(bert)
    dispatch()
    bert.is_active = False
    bert.save()

    worker.work_off(seconds=30)

    assert (sink.requests, to_bert().status) == ([], "skipped")


# --- Setting one up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("endpoint", "reason"),
    [
        ("http://push.example/x", "scheme"),
        ("https://127.0.0.1/x", "not_public"),
        ("https://[::1]/x", "not_public"),
        ("https://169.254.169.254/latest", "not_public"),
        ("https://inside.example/x", "not_public"),
        ("https://nowhere.example/x", "not_public"),
        ("https://name:word@push.example/x", "credentials"),
        ("https://push.example:22/x", "port"),
        ("ftp://push.example/x", "scheme"),
        ("x" * 2000, "malformed"),
        ("", "malformed"),
    ],
)
def test_an_endpoint_leads_into_the_public_internet_or_nowhere(
    anna: User, names: Names, settings: LazySettings, endpoint: str, reason: str
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = False
    names["push.example"], names["inside.example"] = ["8.8.8.8"], ["10.0.0.5"]

    with pytest.raises(PushEndpointRefused) as refused:
        subscriptions.subscribe(anna, endpoint=endpoint, **Browser().keys)

    assert refused.value.details["reason"] == reason
    assert not PushSubscription.objects.exists()


def test_a_name_that_has_led_elsewhere_since_is_not_followed(
    anna: User, names: Names, settings: LazySettings, sink: Receiver
) -> None:
    names["push.example"] = ["8.8.8.8"]
    subscriptions.subscribe(anna, endpoint=f"https://push.example:{sink.port}/x", **Browser().keys)
    settings.WEBHOOKS_TO_LOOPBACK = False
    names["push.example"] = ["127.0.0.1"]
    send_test(anna)
    run()

    assert sink.requests == []
    assert Delivery.objects.get(channel="push").error == "push.example: address"


def test_the_same_browser_again_is_the_same_one_and_switched_on(browser: Browser, sink: Receiver, bert: User) -> None:
    PushSubscription.objects.update(disabled_at=timezone.now(), disabled_reason="gone")
    again = subscribe(bert, sink, Browser(auth=bytes(16)))

    assert PushSubscription.objects.get() == again
    assert (again.disabled_at, again.auth) == (None, "A" * 22)


def test_a_browser_changes_hands_with_its_secret_alone(
    browser: Browser, sink: Receiver, anna: User, bert: User
) -> None:
    with pytest.raises(PushEndpointRefused):
        subscribe(anna, sink, Browser(auth=bytes(16)))
    before = PushSubscription.objects.get().user
    subscribe(anna, sink, browser)

    assert (before, PushSubscription.objects.get().user) == (bert, anna)


def test_nobody_has_more_than_ten(sink: Receiver, anna: User) -> None:
    for number in range(subscriptions.MOST):
        subscribe(anna, sink, Browser(), path=f"/{number}")

    with pytest.raises(TooManyPushSubscriptions):
        subscribe(anna, sink, Browser(), path="/more")

    subscribe(anna, sink, Browser(), path="/1")
    assert PushSubscription.objects.count() == subscriptions.MOST


def test_dispatching_takes_as_many_queries_for_many_as_for_one(
    sink: Receiver,
    begin: Callable[..., Game],
    anna: User,
    bert: User,
    django_assert_num_queries: Callable[[int], Any],
) -> None:
    subscribe(bert, sink, Browser())
    subscribe(anna, sink, Browser(), path="/2")
    for _game in range(5):
        begin()

    # One of them for the challenges that the games came from.
    with django_assert_num_queries(10):
        dispatch()


def test_when_it_is_too_old_to_be_of_use_a_push_service_drops_it(
    clock: time_machine.Traveller, browser: Browser, sink: Receiver, game: Game
) -> None:
    Game.objects.filter(pk=game.pk).update(deadline_at=timezone.now() + timedelta(hours=2))
    play(game, "d6")
    Game.objects.filter(pk=game.pk).update(deadline_at=timezone.now() + timedelta(hours=2))
    run()

    assert sink.requests[-1].headers["TTL"] == "7200"
