"""Owners whose receivers are slow hold a small share of what is sent at once, in every channel."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from itertools import count

import pytest
from django.conf import LazySettings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.chat_apps import actions as chat_apps
from games.chat_apps.models import ChatConnection
from games.core.outgoing import worker
from games.core.outgoing.worker import Channel
from games.notifications import delivery, queue
from games.notifications.delivery import deliver, dispatch
from games.notifications.models import Delivery, PushSubscription
from games.notifications.push import subscriptions
from games.notifications.testing import send_test
from games.webhooks import actions as webhooks
from games.webhooks import delivery as webhook_delivery
from games.webhooks.models import Webhook, WebhookDelivery
from kit.outgoing import places, sending
from kit.outgoing.places import MOST_WAITING, SLOW_FOR, Claim, Limits, Places
from tests.games.notifications.browser import Browser
from tests.games.notifications.conftest import box
from tests.games.notifications.people import confirm
from tests.games.notifications.postbox import PostBox
from tests.games.webhooks.conftest import Names, names
from tests.games.webhooks.receiver import Receiver, receiving
from tests.support.database_roles import as_owner, as_superuser
from tests.support.racing import at_once
from tests.support.servers import wait_for
from tools.bench.plans import Plan, noted

__all__ = ["box", "names"]

BACKLOG = 12


def set_up_webhook(owner: User, url: str) -> None:
    webhooks.create(owner, url=url)


def set_up_browser(owner: User, url: str) -> None:
    subscriptions.subscribe(owner, endpoint=url, **Browser().keys)


def set_up_chat_app(owner: User, url: str) -> None:
    chat_apps.connect(owner, service="ntfy", url=f"{url}/topic")


@dataclass(frozen=True)
class Kind:
    """A channel: how an owner sets up a destination, and how many they may have."""

    set_up: Callable[[User, str], None]
    most: int


KINDS = {
    "webhook": Kind(set_up_webhook, webhooks.MOST),
    "push": Kind(set_up_browser, subscriptions.MOST),
    "chat_app": Kind(set_up_chat_app, chat_apps.MOST),
}


@pytest.fixture
def new_host(names: Names) -> Callable[[Receiver], str]:
    """An address of the receiver by a name that nobody has used."""
    numbers = count()

    def build(receiver: Receiver) -> str:
        name = f"host-{next(numbers)}.test"
        names[name] = ["127.0.0.1"]
        return f"http://{name}:{receiver.port}"

    return build


@pytest.fixture(autouse=True)
def _patient(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = True
    monkeypatch.setattr(sending, "TOTAL_SECONDS", 60.0)


def channel_named(name: str) -> type[Channel]:
    [found] = [channel for channel in worker.channels() if channel.name == name]
    return found


def test_every_channel_is_tried_here() -> None:
    assert {channel.name for channel in worker.channels()} == set(KINDS)


@pytest.mark.parametrize("channel", worker.channels(), ids=lambda channel: channel.name)
def test_an_owner_and_doubtful_destinations_have_a_part_of_the_places(channel: type[Channel]) -> None:
    limits = channel.limits

    assert 4 * limits.to_an_owner <= limits.most
    assert 2 * limits.doubtful <= limits.most


# All channels run in the same way.
OTHERS = ("push", "chat_app")


@pytest.mark.parametrize("name", ["webhook", *(pytest.param(name, marks=pytest.mark.campaign) for name in OTHERS)])
@pytest.mark.django_db(transaction=True)
def test_somebody_is_sent_to_while_the_slow_destinations_of_two_others_have_a_backlog(
    new_host: Callable[[Receiver], str], anna: User, bert: User, carla: User, name: str
) -> None:
    kind, share = KINDS[name], channel_named(name).limits.to_an_owner
    with receiving() as slow, receiving() as fast:
        slow.answering.clear()
        for owner in (anna, bert):
            for _destination in range(kind.most):
                kind.set_up(owner, new_host(slow))
            for _event in range(BACKLOG):
                send_test(owner)
        kind.set_up(carla, new_host(fast))
        while dispatch():
            pass

        def ask_meanwhile() -> int:
            assert slow.held.wait(30)
            send_test(carla)
            dispatch()
            wait_for(lambda: fast.requests)
            begun = len(slow.requests)
            slow.answering.set()
            return begun

        def send() -> int:
            return worker.work_off(seconds=6)

        assert at_once(send, ask_meanwhile)[1] in range(2 * share + 1)


@pytest.mark.parametrize("name", KINDS)
def test_what_answers_slowly_rests_and_is_doubtful_even_if_it_answers_well(
    new_host: Callable[[Receiver], str], monkeypatch: pytest.MonkeyPatch, anna: User, name: str
) -> None:
    # Whoever takes a millisecond is slow, and rests longer than this test takes.
    monkeypatch.setattr(places, "SLOW_SECONDS", 0.0)
    monkeypatch.setattr(places, "REST", 1_000_000)
    channel = channel_named(name)
    with receiving() as slow:
        KINDS[name].set_up(anna, new_host(slow))
        for _event in range(3):
            send_test(anna)
            dispatch()
        worker.work_off(seconds=10)
        first = len(slow.requests)
        rested = put_back(anna, timedelta(0))
        worker.work_off(seconds=10)
        after = channel()
        after.places.takes_doubtful = False
        put_back(anna, SLOW_FOR / 2)
        doubtful = list(after.take())
        put_back(anna, SLOW_FOR)
        reliable = list(after.take())

    assert (first, len(slow.requests)) == (1, 2)
    assert rested
    assert (doubtful, len(reliable)) == ([], 1)


def put_back(owner: User, since: timedelta) -> bool:
    """Let the rest of the owner's destinations have ended so long ago; whether any had one."""
    now = timezone.now()
    Delivery.objects.filter(user=owner, status="waiting").update(next_attempt_at=now)
    changed = [
        model.objects.filter(**{owned: owner}, rests_until__isnull=False).update(rests_until=now - since)
        for model, owned in ((Webhook, "owner"), (PushSubscription, "user"), (ChatConnection, "user"))
    ]
    return sum(changed) == 1


# --- Places -----------------------------------------------------------------------------------------------------------

LIMITS = Limits(most=6, to_an_owner=2, to_a_host=3, doubtful=2)


def claims(*owners: int, host: str = "", is_doubtful: bool = False) -> list[Claim]:
    """A claim of each, of which the key is the place in the order; to the same host or to another one each."""
    return [Claim(owner, (host or f"{key}",), is_doubtful, key=key) for key, owner in enumerate(owners)]


def test_owners_take_turns() -> None:
    found = Places(LIMITS)

    first = found.choose(claims(1, 1, 1, 1, 2, 2, 3))

    assert [claim.owner for claim in first] == [1, 2, 3, 1, 2]


def test_whose_last_turn_is_longest_ago_is_next() -> None:
    found = Places(Limits(most=1, to_an_owner=1, to_a_host=1, doubtful=1))
    owners = []
    for _turn in range(6):
        [claim] = found.choose(claims(1, 1, 2, 3))
        owners.append(claim.owner)
        found.release(claim)

    assert owners == [1, 2, 3, 1, 2, 3]


def test_many_owners_do_not_have_more_places_to_a_host() -> None:
    found = Places(LIMITS)

    chosen = found.choose(claims(1, 2, 3, 4, 5, host="one"))

    assert len(chosen) == 3
    assert found.full_hosts == {"one"}


def test_doubtful_ones_have_a_part_of_the_places_and_come_last() -> None:
    found = Places(LIMITS)

    chosen = found.choose([*claims(1, 2, 3, 4, is_doubtful=True), *claims(5)])

    assert [claim.owner for claim in chosen] == [5, 1, 2]


@pytest.mark.parametrize("limits", [channel.limits for channel in worker.channels()], ids=lambda limits: limits.most)
def test_doubtful_ones_leave_half_of_a_host_to_others(limits: Limits) -> None:
    """Who is slow there does not delay others who are served by the same host."""
    found = Places(limits)
    slow = found.choose(claims(*range(1000, 1100), host="one", is_doubtful=True))

    chosen = found.choose(claims(*range(100), host="one"))

    assert 0 < len(slow) <= limits.to_a_host // 2
    assert len(chosen) >= limits.to_a_host // 2
    for claim in slow:
        found.release(claim)
    assert len(found.choose(claims(1, host="two", is_doubtful=True))) == 1


def test_a_large_claim_is_not_overtaken_for_ever() -> None:
    found = Places(Limits(most=4, to_an_owner=4, to_a_host=4, doubtful=4))
    held = found.choose(claims(1, 2))
    large = Claim(3, ("a", "b", "c"))

    refused = found.choose([large, *claims(4)])
    found.release(held[0])

    assert refused == []
    assert found.choose([*claims(4), large])[0].owner == 4
    assert held[1].owner == 2


def test_released_places_are_free() -> None:
    found = Places(LIMITS)
    for claim in found.choose(claims(1, 1, 2, is_doubtful=True)):
        found.release(claim)

    assert (found.owners, found.full_owners, found.are_full) == (set(), set(), False)
    assert len(found.choose(claims(1, 1, 2, 2, 3, 3))) == 6


# --- Backlogs ---------------------------------------------------------------------------------------------------------

MANY = 100_000
FILL = {
    "webhook": """
        INSERT INTO webhooks_webhookdelivery (webhook_id, user_event_id, status, attempts, next_attempt_at, created_at,
            excerpt, error, history)
        SELECT %s, 1000000 + number, %s, 0, now() - interval '1 hour', now(), '', '', '[]'
        FROM generate_series(1, %s) AS number
    """,
    "other": """
        INSERT INTO notifications_delivery (channel, status, attempts, next_attempt_at, error, event_id, user_id,
            reached)
        SELECT %s, %s, 0, now() - interval '1 hour', '', %s - number, %s, '[]' FROM generate_series(1, %s) AS number
    """,
}
LARGE = {"webhooks_webhookdelivery", "notifications_delivery"}


def fill(name: str, owner: User, status: str) -> None:
    with connection.cursor() as cursor:
        if name == "webhook":
            cursor.execute(FILL["webhook"], [Webhook.objects.get(owner=owner).pk, status, MANY])
        else:
            # Events of which the log knows nothing any more, others for each owner.
            cursor.execute(FILL["other"], [name, status, -MANY * owner.pk, owner.pk, MANY])


@pytest.fixture
def crowded(new_host: Callable[[Receiver], str], anna: User, carla: User) -> Callable[[str], None]:
    """Anna is owed many, Carla one; she has been sent many."""

    def build(name: str) -> None:
        with receiving() as server:
            for owner in (anna, carla) if name in KINDS else ():
                KINDS[name].set_up(owner, new_host(server))
        fill(name, anna, "waiting")
        fill(name, carla, "sent" if name != "webhook" else "delivered")
        send_test(carla)
        dispatch()
        with as_owner(), connection.cursor() as cursor:
            cursor.execute("ANALYZE webhooks_webhookdelivery, notifications_delivery")

    return build


def too_much(plans: list[Plan]) -> list[str]:
    return [f"{plan.shortened}\n{plan.tree()}" for plan in plans if plan.rows_read > 3 * MOST_WAITING]


@pytest.mark.parametrize("name", KINDS)
def test_choosing_reads_little_however_much_one_owner_is_owed(
    crowded: Callable[[str], None], carla: User, name: str
) -> None:
    crowded(name)
    give_up_surplus(name)

    with as_superuser(), noted(LARGE) as plans:
        taken = channel_named(name)().take()

    assert carla.pk in {each.claim.owner for each in taken}
    assert plans
    assert too_much(plans) == [], "\n".join(too_much(plans))


def test_choosing_a_mail_reads_little_however_much_one_owner_is_owed(
    crowded: Callable[[str], None], anna: User, carla: User
) -> None:
    confirm(anna, carla)
    crowded("email")
    found = Places(delivery.ONE_AT_A_TIME)

    for _step in range(MANY // queue.MOST_GIVEN_UP):
        delivery._claim(Places(delivery.ONE_AT_A_TIME))
    with as_superuser(), noted(LARGE) as plans:
        taken = [row.user for _mail in range(2) for row in delivery._claim(found)]

    assert carla in taken
    assert plans
    assert too_much(plans) == [], "\n".join(too_much(plans))


def give_up_surplus(name: str) -> None:
    """What is done in passing while others are sent to. Webhooks are given the surplus up when it comes into being."""
    if name != "webhook":
        for _step in range(MANY // queue.MOST_GIVEN_UP):
            channel_named(name)().take()
        Delivery.objects.filter(user__username="carla", status="waiting").update(next_attempt_at=timezone.now())


def test_the_oldest_deliveries_to_a_webhook_are_given_up_where_too_many_wait(
    new_host: Callable[[Receiver], str], monkeypatch: pytest.MonkeyPatch, anna: User
) -> None:
    monkeypatch.setattr(webhook_delivery, "MOST_WAITING", 3)
    with receiving() as receiver:
        set_up_webhook(anna, new_host(receiver))
        for _event in range(5):
            send_test(anna)
        worker.work_off(seconds=10)

    rows = list(WebhookDelivery.objects.order_by("id").select_related("user_event"))
    assert [(row.status, row.error) for row in rows] == [("failed", "backlog")] * 2 + [("delivered", "")] * 3
    assert [request.json["seq"] for request in receiver.requests] == [3, 4, 5]
    assert "/events/" in rows[0].error_words


def test_the_oldest_notifications_are_given_up_where_too_many_wait(
    new_host: Callable[[Receiver], str], monkeypatch: pytest.MonkeyPatch, anna: User
) -> None:
    monkeypatch.setattr(queue, "MOST_WAITING", 3)
    monkeypatch.setattr(queue, "MANY", 3)
    with receiving() as receiver:
        set_up_browser(anna, new_host(receiver))
        for _event in range(5):
            send_test(anna)
            dispatch()
        worker.work_off(seconds=10)

    rows = Delivery.objects.order_by("id").values_list("status", "error")
    assert list(rows) == [("failed", "too many were waiting")] * 2 + [("sent", "")] * 3


def test_mails_of_one_owner_do_not_hold_up_those_of_another(box: PostBox, anna: User, carla: User) -> None:
    confirm(anna, carla)
    for _event in range(5):
        send_test(anna)
    send_test(carla)
    dispatch()

    deliver(seconds=30)

    assert [email["To"] for email in box.emails].index("carla@example.org") == 1
    assert len(box.emails) == 6
