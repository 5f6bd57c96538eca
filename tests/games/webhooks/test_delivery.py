"""From the log to the receiver: once each, by however many, again after a failure, and for a day."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import leadership
from accounts.models import User
from games.chat import messages
from games.core.models.events import Event, UserEvent, UserStream
from games.core.models.games import Game
from games.core.outgoing import worker
from games.core.presenters import event_data
from games.notifications.models import Delivery
from games.play.actions import offer_draw, resign
from games.webhooks import actions, delivery
from games.webhooks.delivery import LEASE, MOST_ATTEMPTS, WAITS, wait_after
from games.webhooks.models import Webhook, WebhookDelivery
from games.webhooks.outgoing import WebhookChannel
from kit.outgoing import sending
from kit.outgoing.places import Limits, Places
from kit.outgoing.sending import SendResult
from tests.conftest import NOON
from tests.games.notifications.conftest import box, run_delivery
from tests.games.notifications.people import confirm
from tests.games.notifications.postbox import PostBox, text_of
from tests.games.webhooks.receiver import Receiver, receiving
from tests.support.playing import play
from tests.support.racing import at_once

__all__ = ["box", "run_delivery"]

GOOD, BAD, GONE = SendResult("", 200), SendResult("status", 500, "Oh no."), SendResult("status", 410)
Begin = Callable[..., Game]


def work_off() -> None:
    worker.work_off(seconds=20)


def owed(hook: Webhook) -> list[tuple[str, str]]:
    """Every delivery of the webhook as type and status, the oldest first."""
    return [(row.type, row.status) for row in hook.deliveries.select_related("user_event__event").order_by("id")]


def free_places() -> Places:
    return Places(WebhookChannel.limits)


def attempt(outcome: SendResult) -> None:
    """Take one request, and end it with this result."""
    (request,) = delivery.take(free_places())
    delivery.note(request, outcome)


# --- What is owed -----------------------------------------------------------------------------------------------------


def test_what_happens_after_a_webhook_was_set_up_is_sent_to_it_in_order(
    begin: Begin, anna: User, bert: User, receiver: Receiver
) -> None:
    before = begin()
    hook = actions.create(anna, url=receiver.url)
    play(before, "d6", "f4")
    messages.send_message(before.number, bert, "Well played.")

    work_off()
    work_off()

    assert receiver.types == ["move_played", "move_played", "message_sent"]
    assert owed(hook) == [(kind, "delivered") for kind in receiver.types]
    assert [request.json["seq"] for request in receiver.requests] == [4, 5, 6]


def test_the_body_is_the_event_as_its_owners_stream_shows_it(
    hook: Webhook, game: Game, anna: User, receiver: Receiver
) -> None:
    play(game, "d6", "f4")

    work_off()

    rows = UserEvent.objects.filter(user=anna).select_related("event__actor").order_by("seq")
    data = [event_data(row.event, seq=row.seq, reader_id=anna.pk) for row in rows]
    bodies = [request.json for request in receiver.requests]
    assert bodies == data
    assert [len(body["data"].get("legal_moves") or ()) for body in bodies][-2:] == [0, 22]
    assert [body["id"] for body in bodies] == [row.event_id for row in rows]
    assert receiver.ids == list(hook.deliveries.order_by("id").values_list("id", flat=True))


def test_a_webhook_hears_of_what_its_owner_may_see_and_of_nothing_else(
    begin: Begin, anna: User, bert: User, carla: User, receiver: Receiver
) -> None:
    actions.create(carla, url=receiver.url)
    game = begin()
    offer_draw(game.number, anna, reason="A secret.")
    messages.send_message(game.number, bert, "Another secret.")
    begin(white=carla, black=anna)

    work_off()

    seen = {body["game"] for body in (request.json for request in receiver.requests)}
    assert b"secret" not in b"".join(request.body for request in receiver.requests)
    assert game.number not in seen
    assert len(receiver.requests) == UserEvent.objects.filter(user=carla).count() == 3


def test_only_the_types_that_were_asked_for_are_sent(game: Game, anna: User, bert: User, receiver: Receiver) -> None:
    hook = actions.create(anna, url=receiver.url, types=["message_sent", "game_finished"])
    play(game, "d6")
    messages.send_message(game.number, bert, "Hello.")
    resign(game.number, bert)

    work_off()

    assert receiver.types == ["message_sent", "game_finished"]
    hook.refresh_from_db()
    assert hook.last_seq == UserStream.objects.get(pk=anna.pk).last_seq


def test_an_event_is_written_down_once_for_each_webhook(hook: Webhook, game: Game) -> None:
    delivery.write_down()
    first = owed(hook)
    Webhook.objects.update(last_seq=0)

    delivery.write_down()

    assert owed(hook) == first
    user_event = hook.deliveries.exclude(user_event=None)[0].user_event
    with pytest.raises(IntegrityError):
        WebhookDelivery.objects.create(webhook=hook, user_event=user_event)


def test_a_long_stream_is_worked_off_in_bounded_steps(
    hook: Webhook, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "BATCH", 2)

    steps = [delivery.write_down() and hook.deliveries.count() for _step in range(3)]

    assert steps == [2, 3, 0]


def test_numbers_whose_events_are_gone_are_passed_over(hook: Webhook, game: Game) -> None:
    UserEvent.objects.all().delete()

    assert [delivery.write_down(), delivery.write_down()] == [1, 0]
    assert owed(hook) == []


@pytest.mark.parametrize("change", [{"disabled_at": NOON, "disabled_reason": "owner"}, {"owner__is_active": False}])
def test_who_is_switched_off_or_closed_is_sent_nothing(
    hook: Webhook, game: Game, anna: User, receiver: Receiver, change: dict[str, object]
) -> None:
    delivery.write_down()
    if "owner__is_active" in change:
        User.objects.filter(pk=anna.pk).update(is_active=False)
    else:
        Webhook.objects.update(**change)
    play(game, "d6")

    work_off()

    assert (receiver.requests, len(owed(hook))) == ([], 3)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_write_down_everything_once(
    begin: Begin, anna: User, bert: User, receiver: Receiver
) -> None:
    hooks = [actions.create(user, url=receiver.url) for user in (anna, anna, bert)]
    for _game in range(8):
        begin()

    at_once(*[delivery.write_down] * 6)
    while delivery.write_down():
        pass

    assert [hook.deliveries.count() for hook in hooks] == [24, 24, 24]


# --- By whom ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_however_many_workers_there_are_every_attempt_is_made_once(
    begin: Begin, anna: User, bert: User, receiver: Receiver
) -> None:
    for user in (anna, bert):
        actions.create(user, url=receiver.url)
    for _game in range(6):
        begin()

    at_once(*[work_off] * 5)
    work_off()

    assert len(receiver.ids) == len(set(receiver.ids)) == 36
    assert set(WebhookDelivery.objects.values_list("status", "attempts")) == {("delivered", 1)}


@pytest.mark.django_db(transaction=True)
def test_what_one_has_taken_in_hand_no_other_takes(hook: Webhook, game: Game) -> None:
    delivery.write_down()

    taken = at_once(*[lambda: delivery.take(free_places())] * 6)

    assert sorted(len(requests) for requests in taken if isinstance(requests, list)) == [0, 0, 0, 0, 0, 1]


@pytest.mark.django_db(transaction=True)
def test_only_one_round_is_made_at_a_time(hook: Webhook, game: Game, receiver: Receiver) -> None:
    receiver.answering.clear()

    def second() -> bool:
        assert receiver.held.wait(30)
        work_off()
        answered_at_once = not receiver.answering.is_set()
        receiver.answering.set()
        return answered_at_once

    assert at_once(lambda: worker.work_off(seconds=20), second)[1] is True
    assert len(receiver.ids) == len(set(receiver.ids)) == 3


def test_a_webhook_in_other_hands_is_left_alone_until_the_lease_has_run_out(
    hook: Webhook, game: Game, clock: time_machine.Traveller
) -> None:
    WebhookDelivery.objects.all().delete()
    delivery.write_down()
    WebhookDelivery.objects.update(next_attempt_at=NOON)
    (first,) = delivery.take(free_places())

    clock.move_to(NOON + LEASE - timedelta(seconds=1))
    in_lease = delivery.take(free_places())
    clock.move_to(NOON + LEASE)
    (second,) = delivery.take(free_places())

    assert in_lease == []
    assert (second.delivery_id, second.body) == (first.delivery_id, first.body)
    assert WebhookDelivery.objects.get(pk=first.delivery_id).attempts == 2


def test_a_worker_that_comes_back_after_its_lease_does_not_overwrite_what_another_has_noted(
    hook: Webhook, game: Game, clock: time_machine.Traveller
) -> None:
    delivery.write_down()
    WebhookDelivery.objects.update(next_attempt_at=NOON)
    (late,) = delivery.take(free_places())
    clock.move_to(NOON + LEASE)
    attempt(GOOD)

    delivery.note(late, GONE)

    hook.refresh_from_db()
    assert hook.is_on
    assert WebhookDelivery.objects.get(pk=late.delivery_id).status == "delivered"


def test_the_lease_is_longer_than_an_attempt_can_take() -> None:
    assert timedelta(seconds=2 * sending.LONGEST_ATTEMPT) < LEASE


def test_what_can_not_end_within_the_lease_is_not_begun(
    hook: Webhook, game: Game, receiver: Receiver, clock: time_machine.Traveller
) -> None:
    delivery.write_down()
    WebhookDelivery.objects.update(next_attempt_at=NOON)
    (late,) = delivery.take(free_places())
    clock.move_to(NOON + LEASE - timedelta(seconds=sending.LONGEST_ATTEMPT))

    outcome = asyncio.run(sending.send(late))

    assert receiver.requests == []
    assert outcome.error == "interrupted"


def test_a_run_that_has_lost_its_lease_takes_nothing(
    hook: Webhook, game: Game, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "LEASE_SECONDS", 0.0)
    lost = leadership.take(worker.LEASE, 0.0)
    other = leadership.take(worker.LEASE, 60.0)
    assert lost is not None
    assert other is not None
    monkeypatch.setattr(leadership, "take", lambda *_arguments: lost)

    work_off()

    assert receiver.requests == []
    assert other.is_held()


def test_what_ended_every_worker_is_given_up(hook: Webhook, game: Game, receiver: Receiver) -> None:
    delivery.write_down()
    WebhookDelivery.objects.update(attempts=MOST_ATTEMPTS)

    work_off()

    assert receiver.requests == []
    assert set(hook.deliveries.values_list("status", "error")) == {("failed", "interrupted")}


def test_what_is_deleted_while_it_is_sent_is_deleted(hook: Webhook, game: Game, anna: User) -> None:
    delivery.write_down()
    (request,) = delivery.take(free_places())
    actions.delete(anna, hook.pk)

    delivery.note(request, BAD)

    assert not Webhook.objects.exists()


# --- Beside each other ------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_dead_do_not_hold_up_the_living(
    begin: Begin, anna: User, bert: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events during the wait for a dead receiver reach the others before that attempt ends."""
    with receiving() as dead:
        dead.answering.clear()
        actions.create(anna, url=dead.url)
        actions.create(bert, url=receiver.url)
        begin()

        def move_meanwhile() -> int:
            assert dead.held.wait(30)
            game = begin()
            while len(receiver.requests) < 6:
                asyncio.run(asyncio.sleep(0.02))
            in_time = len(dead.requests)
            dead.answering.set()
            return in_time + 0 * game.number

        monkeypatch.setattr(sending, "TOTAL_SECONDS", 60.0)
        assert at_once(work_off, move_meanwhile)[1] == 1

    assert receiver.types.count("game_started") == 2


def test_one_request_at_a_time_goes_to_a_webhook(hook: Webhook, begin: Begin, receiver: Receiver) -> None:
    begin(), begin()

    work_off()

    assert (len(receiver.requests), receiver.most_at_once) == (6, 1)


def test_a_host_has_two_places_however_many_webhooks_lead_there(
    begin: Begin, anna: User, bert: User, carla: User, receiver: Receiver
) -> None:
    with receiving() as other:
        for user in (anna, bert):
            for _hook in range(4):
                actions.create(user, url=receiver.url)
            actions.create(user, url=other.url.replace("127.0.0.1", "localhost"))
        begin()
        delivery.write_down()

        places = free_places()
        taken = delivery.take(places)
        more = delivery.take(places)

    assert Counter(request.claim.hosts for request in taken) == {("127.0.0.1",): 2, ("localhost",): 2}
    assert more == []


def test_those_that_fail_never_take_the_places_of_those_that_answer(
    begin: Begin, anna: User, bert: User, receiver: Receiver
) -> None:
    places = Places(Limits(most=4, to_an_owner=4, to_a_host=99, doubtful=2))
    failing = [actions.create(anna, url=receiver.url).pk for _hook in range(5)]
    begin()
    delivery.write_down()
    Webhook.objects.update(failing_since=timezone.now())

    taken = delivery.take(places)
    well = actions.create(bert, url=receiver.url)
    begin()
    delivery.write_down()
    then = delivery.take(places)

    assert len(taken) == 2
    assert {request.webhook_id for request in taken} <= set(failing)
    assert [request.webhook_id for request in then] == [well.pk]


def test_nothing_new_costs_the_same_queries_whatever_is_there(
    hook: Webhook, game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    work_off()

    lease, news, choices_of_channels, savepoints = 3, 1, 4, 10

    with django_assert_num_queries(lease + news + choices_of_channels + savepoints):
        work_off()


def test_the_log_and_what_is_owed_are_found_by_an_index(hook: Webhook, game: Game) -> None:
    delivery.write_down()
    plans = []
    for rows in (
        actions.deliveries_of(hook)[:25],
        hook.deliveries.filter(status="waiting").order_by("next_attempt_at"),
    ):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_sort = off")
        plans.append(rows.explain())

    assert "webhook_delivery_log" in plans[0]
    assert "webhook_delivery_owed" in plans[1]


# --- Failing ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def one(hook: Webhook, game: Game, clock: time_machine.Traveller) -> WebhookDelivery:
    """The one delivery that is owed, at noon."""
    Webhook.objects.update(types=["game_started"])
    delivery.write_down()
    WebhookDelivery.objects.update(next_attempt_at=NOON, created_at=NOON)
    return WebhookDelivery.objects.get()


def test_a_failure_is_noted_with_all_that_is_known_of_it(
    hook: Webhook, game: Game, anna: User, receiver: Receiver
) -> None:
    receiver.status, receiver.body = 503, b"Back\nsoon."
    actions.change(anna, hook.pk, types=["game_started"])
    before = timezone.now()

    work_off()

    row = hook.deliveries.get()
    assert (row.status, row.attempts, row.status_code, row.error) == ("waiting", 1, 503, "status")
    assert row.excerpt == "Back soon."
    assert row.duration_seconds is not None
    assert row.attempted_at is not None
    assert timedelta(seconds=10) <= row.next_attempt_at - before <= timedelta(seconds=30)
    hook.refresh_from_db()
    assert hook.failing_since is not None
    assert hook.leased_until is None


def test_the_ladder_leads_over_a_day_and_then_it_is_given_up(
    hook: Webhook, one: WebhookDelivery, clock: time_machine.Traveller
) -> None:
    waits = []
    for attempts in range(1, MOST_ATTEMPTS + 1):
        now = timezone.now()
        attempt(BAD)
        one.refresh_from_db()
        assert one.attempts == attempts
        waits.append(one.next_attempt_at - now)
        clock.move_to(one.next_attempt_at - timedelta(microseconds=1))
        assert delivery.take(free_places()) == []
        clock.move_to(one.next_attempt_at)

    assert one.status == "failed"
    assert all(wait <= found <= wait * 1.2 for wait, found in zip(WAITS, waits, strict=False))
    assert sum(WAITS, timedelta()) > timedelta(hours=24)


def test_every_attempt_is_kept_until_there_are_too_many(
    hook: Webhook, one: WebhookDelivery, clock: time_machine.Traveller
) -> None:
    attempt(BAD)
    clock.shift(timedelta(minutes=1))
    attempt(GOOD)

    one.refresh_from_db()
    first, second = one.past_attempts
    assert (first.at, first.seconds, first.status_code, first.error) == (NOON, BAD.seconds, BAD.status_code, BAD.error)
    assert (second.at, second.status_code, second.error) == (NOON + timedelta(minutes=1), GOOD.status_code, "")
    for _time in range(WebhookDelivery.MOST_ATTEMPTS_KEPT):
        clock.shift(timedelta(minutes=1))
        actions.redeliver(hook.owner, hook.pk, one.pk)
        attempt(GOOD)
    one.refresh_from_db()
    assert len(one.past_attempts) == WebhookDelivery.MOST_ATTEMPTS_KEPT
    assert one.past_attempts[0].at == NOON + timedelta(minutes=2)


def test_an_attempt_that_its_worker_did_not_survive_is_kept_as_that(
    hook: Webhook, one: WebhookDelivery, clock: time_machine.Traveller
) -> None:
    delivery.take(free_places())
    one.refresh_from_db()
    (under_way,) = one.past_attempts
    clock.move_to(NOON + LEASE)
    attempt(GOOD)

    one.refresh_from_db()
    assert (under_way.seconds, under_way.error) == (None, "")
    assert [(each.at, each.error) for each in one.past_attempts] == [(NOON, "interrupted"), (NOON + LEASE, "")]


def test_what_is_given_up_shows_that_nobody_survived_it(hook: Webhook, one: WebhookDelivery) -> None:
    delivery.take(free_places())
    Webhook.objects.update(leased_until=None)
    WebhookDelivery.objects.update(attempts=MOST_ATTEMPTS)
    delivery.take(free_places())

    one.refresh_from_db()
    assert (one.status, [each.error for each in one.past_attempts]) == ("failed", ["interrupted"])


def test_waits_are_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {wait_after(5) for _time in range(20)}

    assert len(found) > 1
    assert all(timedelta(hours=2) <= wait <= timedelta(hours=2.4) for wait in found)


def test_a_success_ends_the_failing(hook: Webhook, one: WebhookDelivery, clock: time_machine.Traveller) -> None:
    attempt(BAD)
    clock.shift(timedelta(minutes=1))
    attempt(GOOD)

    hook.refresh_from_db()
    one.refresh_from_db()
    assert (hook.failing_since, one.status, one.attempts, one.error) == (None, "delivered", 2, "")
    assert one.delivered_at == NOON + timedelta(minutes=1)


def test_a_webhook_that_has_only_failed_for_a_day_is_switched_off_and_its_owner_hears_of_it(
    hook: Webhook,
    one: WebhookDelivery,
    anna: User,
    clock: time_machine.Traveller,
    box: PostBox,
    run_delivery: Callable[[], None],
) -> None:
    confirm(anna)
    Event.objects.update(dispatched_at=NOON)
    attempt(BAD)
    clock.move_to(NOON + timedelta(hours=23, minutes=59))
    attempt(BAD)
    hook.refresh_from_db()
    assert hook.is_on

    WebhookDelivery.objects.update(next_attempt_at=NOON)
    clock.move_to(NOON + timedelta(hours=24))
    attempt(BAD)
    run_delivery()

    hook.refresh_from_db()
    assert (hook.is_on, hook.disabled_reason, hook.was_given_up) == (False, "failing", True)
    last = UserEvent.objects.filter(user=anna).select_related("event").latest("seq").event
    assert last.type == "webhook_disabled"
    assert last.data == {"webhook": hook.pk, "url": hook.url, "description": "", "reason": "failing"}
    (email,) = box.emails
    assert (email["To"], email["Subject"]) == ("anna@example.org", "Your webhook to 127.0.0.1 has been switched off")
    assert f"/preferences/webhooks/{hook.pk}/" in text_of(email)
    assert hook.url in text_of(email, "html")
    assert list(Delivery.objects.values_list("user__username", "status")) == [("anna", "sent")]


def test_a_webhook_that_answers_410_is_switched_off_at_once(hook: Webhook, one: WebhookDelivery) -> None:
    attempt(GONE)
    assert delivery.take(free_places()) == []

    hook.refresh_from_db()
    assert (hook.is_on, hook.disabled_reason) == (False, "gone")
    assert Event.objects.filter(type="webhook_disabled").count() == 1


def test_another_webhook_is_told_that_one_was_switched_off(
    hook: Webhook, one: WebhookDelivery, anna: User, receiver: Receiver
) -> None:
    actions.create(anna, url=receiver.url, types=["webhook_disabled"])
    attempt(GONE)

    work_off()

    assert [request.json["data"]["webhook"] for request in receiver.requests] == [hook.pk]


# --- What owners do ---------------------------------------------------------------------------------------------------


def test_who_is_switched_on_again_hears_what_happens_from_then_on_and_what_was_waiting(
    hook: Webhook, game: Game, anna: User, receiver: Receiver
) -> None:
    delivery.write_down()
    actions.change(anna, hook.pk, active=False)
    play(game, "d6")
    work_off()
    assert receiver.requests == []

    actions.change(anna, hook.pk, active=True)
    play(game, "f4")
    work_off()

    assert [request.json["seq"] for request in receiver.requests] == [1, 2, 3, 5]


def test_a_ping_is_sent_once_and_has_the_shape_of_an_event(hook: Webhook, anna: User, receiver: Receiver) -> None:
    receiver.status = 500
    first, second = actions.ping(anna, hook.pk), actions.ping(anna, hook.pk)

    work_off()

    assert first == second
    (body,) = (request.json for request in receiver.requests)
    assert (body["type"], body["seq"], body["data"]) == ("ping", None, {"webhook": hook.pk})
    hook.refresh_from_db()
    assert (owed(hook), hook.failing_since) == ([("ping", "failed")], None)


@pytest.mark.parametrize("status", ["delivered", "failed"])
def test_a_redelivery_sends_the_same_body_with_the_same_id_by_a_ladder_of_its_own(
    hook: Webhook, game: Game, anna: User, receiver: Receiver, status: str
) -> None:
    actions.change(anna, hook.pk, types=["game_started"])
    work_off()
    row = hook.deliveries.get()
    hook.deliveries.update(status=status, attempts=MOST_ATTEMPTS)

    actions.redeliver(anna, hook.pk, row.pk)
    receiver.status = 500
    work_off()

    assert receiver.requests[0].body == receiver.requests[1].body
    assert receiver.ids == [row.pk, row.pk]
    row.refresh_from_db()
    assert (row.status, row.attempts, row.delivered_at) == ("waiting", 1, None)


def test_what_waits_for_its_next_attempt_can_be_sent_now(
    hook: Webhook, one: WebhookDelivery, anna: User, clock: time_machine.Traveller
) -> None:
    attempt(BAD)

    actions.redeliver(anna, hook.pk, one.pk)
    (request,) = delivery.take(free_places())

    one.refresh_from_db()
    assert (request.delivery_id, one.attempts) == (one.pk, 2)


def test_another_address_begins_with_a_clean_slate(
    hook: Webhook, one: WebhookDelivery, anna: User, clock: time_machine.Traveller
) -> None:
    attempt(BAD)
    with receiving() as moved:
        changed = actions.change(anna, hook.pk, url=moved.url.replace("127.0.0.1", "localhost"))

    assert (changed.failing_since, changed.host) == (None, "localhost")
