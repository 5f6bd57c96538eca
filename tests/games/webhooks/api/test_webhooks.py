"""Webhooks over the API: set up, look at, change, try, delete; and whose business they are."""

import itertools
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.models.games import Game
from games.core.outgoing import worker
from games.webhooks import actions, delivery
from games.webhooks.models import Webhook, WebhookDelivery
from games.webhooks.signing import secret_of
from tests.games.webhooks.conftest import Names
from tests.games.webhooks.receiver import Receiver
from tests.support.api import Api, ApiClient, refused
from tests.support.playing import unchanged

ADDRESS = "/api/v1/webhooks/"


def patch(client: ApiClient, pk: int, **changes: object) -> Any:
    return client.patch(f"{ADDRESS}{pk}/", changes, format="json")


def test_a_webhook_is_set_up_and_its_secret_shown_in_the_answer_alone(api: Api, anna: User, receiver: Receiver) -> None:
    client = api(anna, "webhook:write")

    made = client.send("webhooks/", url=receiver.url, types=["move_played", "game_started", "move_played"])

    assert made.status_code == 201, made.content
    row = Webhook.objects.get()
    expected = {"id": row.pk, "url": receiver.url, "description": "", "types": ["game_started", "move_played"]}
    expected |= {"active": True, "disabled_reason": None, "secret": secret_of(row)}
    assert made.json() == made.json() | expected
    shown = client.read(f"webhooks/{row.pk}/")
    assert shown == {name: value for name, value in made.json().items() if name != "secret"}
    assert client.read("webhooks/")["results"] == [shown]


def test_a_webhook_of_everything_is_the_default(api: Api, anna: User, receiver: Receiver) -> None:
    assert api(anna).send("webhooks/", url=receiver.url).json()["types"] == []


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://example.org/", "scheme"),
        ("https://127.0.0.1/", "not_public"),
        ("https://[::ffff:10.0.0.1]/", "not_public"),
        ("https://metadata.example.org/", "not_public"),
        ("https://user@example.org/", "credentials"),
        ("https://example.org:22/", "port"),
        ("hello", "malformed"),
    ],
)
def test_an_address_that_does_not_lead_out_is_refused_with_a_reason(
    api: Api, anna: User, names: Names, url: str, reason: str
) -> None:
    names["metadata.example.org"] = ["169.254.169.254"]

    with unchanged():
        problem = refused(api(anna).send("webhooks/", url=url), 422, "webhook_address_refused")

    assert problem["reason"] == reason
    assert problem["why"] in problem["detail"]
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "url"),
        ({"url": ""}, "url"),
        ({"url": 5}, "url"),
        ({"url": "https://example.org/" + "x" * 500}, "url"),
        ({"url": "https://example.org/", "types": "move_played"}, "types"),
        ({"url": "https://example.org/", "types": ["ping"]}, "types.0"),
        ({"url": "https://example.org/", "types": ["move_played"] * 100}, "types"),
        ({"url": "https://example.org/", "description": "x" * 101}, "description"),
    ],
)
def test_what_is_not_a_webhook_is_shown_by_field(api: Api, anna: User, body: dict[str, object], field: str) -> None:
    problem = refused(api(anna).send("webhooks/", **body), 400, "invalid")

    assert [name.partition(".")[0] for name in problem["errors"]] == [field.partition(".")[0]]


@pytest.mark.parametrize("text", ["a\x00b", "a\u202eb"])
def test_a_description_that_cannot_be_kept_is_refused(api: Api, anna: User, receiver: Receiver, text: str) -> None:
    answer = api(anna).send("webhooks/", url=receiver.url, description=text)

    assert answer.status_code == 400
    assert answer.json()["code"] in ("malformed_text", "invalid")


def test_ten_are_enough(api: Api, anna: User, bert: User, receiver: Receiver) -> None:
    client = api(anna)
    made = [client.send("webhooks/", url=receiver.url).status_code for _time in range(actions.MOST)]

    problem = refused(client.send("webhooks/", url=receiver.url), 409, "too_many_webhooks")

    assert (set(made), problem["most"]) == ({201}, 10)
    assert api(bert).send("webhooks/", url=receiver.url).status_code == 201


def test_what_is_sent_can_be_changed_and_the_rest_stays(api: Api, anna: User, hook: Webhook) -> None:
    changed = patch(api(anna), hook.pk, types=["message_sent"], description=" My bot ")

    assert changed.status_code == 200, changed.content
    assert (changed.json()["types"], changed.json()["description"]) == (["message_sent"], "My bot")
    hook.refresh_from_db()
    assert (hook.url, hook.is_on) == (changed.json()["url"], True)


def test_an_address_is_changed_only_to_one_that_leads_out(api: Api, anna: User, hook: Webhook) -> None:
    before = Webhook.objects.values().get()

    problem = refused(patch(api(anna), hook.pk, url="https://10.0.0.1/", types=[]), 422, "webhook_address_refused")

    assert problem["reason"] == "not_public"
    assert Webhook.objects.values().get() == before


def test_off_and_on_again(api: Api, anna: User, hook: Webhook) -> None:
    off = patch(api(anna), hook.pk, active=False).json()
    on = patch(api(anna), hook.pk, active=True).json()

    assert (off["active"], off["disabled_reason"], on["active"], on["disabled_reason"]) == (False, "owner", True, None)
    assert off["disabled_at"] is not None


def test_nothing_is_tried_with_a_webhook_that_is_off(api: Api, anna: User, hook: Webhook) -> None:
    actions.change(anna, hook.pk, active=False)
    row = WebhookDelivery.objects.create(webhook=hook, status="failed")

    refused(api(anna).send(f"webhooks/{hook.pk}/test/"), 409, "webhook_off")
    refused(api(anna).send(f"webhooks/{hook.pk}/deliveries/{row.pk}/redelivery/"), 409, "webhook_off")

    assert list(hook.deliveries.values_list("status", flat=True)) == ["failed"]


def test_the_log_says_what_was_sent_and_what_came_back(
    api: Api, anna: User, hook: Webhook, game: Game, receiver: Receiver
) -> None:
    client = api(anna)
    receiver.status, receiver.body = 500, b"Oh no."
    ping = client.send(f"webhooks/{hook.pk}/test/").json()
    worker.work_off(seconds=10)

    rows = client.read(f"webhooks/{hook.pk}/deliveries/")["results"]

    assert (ping["type"], ping["status"], ping["attempts"]) == ("ping", "waiting", 0)
    assert [row["type"] for row in rows] == ["game_started", "challenge_accepted", "challenge_received", "ping"]
    assert [row["seq"] for row in rows] == [3, 2, 1, None]
    last = rows[-1]
    assert last == last | {"id": ping["id"], "status": "failed", "attempts": 1, "next_attempt_at": None}
    assert last == last | {"status_code": 500, "error": "status", "excerpt": "Oh no."}
    (attempt,) = last["history"]
    same = ("attempted_at", "duration_seconds", "status_code", "error", "excerpt")
    assert attempt == {name: last[name] for name in same}
    assert rows[0]["next_attempt_at"] is not None


def test_the_log_comes_in_pages_and_costs_the_same_however_long(
    api: Api, anna: User, hook: Webhook, game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    delivery.write_down()
    client = api(anna)
    address = f"webhooks/{hook.pk}/deliveries/"
    client.read(address)

    with django_assert_num_queries(3):
        client.read(address)
    for _number in range(30):
        WebhookDelivery.objects.create(webhook=hook)
    with django_assert_num_queries(3):
        first = client.read(address)
    second = client.get(first["next"]).json()

    assert (len(first["results"]), len(second["results"]), second["next"]) == (25, 8, None)


def test_sending_again(api: Api, anna: User, hook: Webhook, game: Game, receiver: Receiver) -> None:
    worker.work_off(seconds=10)
    row = hook.deliveries.order_by("id")[0]

    again = api(anna).send(f"webhooks/{hook.pk}/deliveries/{row.pk}/redelivery/")
    worker.work_off(seconds=10)

    assert (again.status_code, again.json()["id"], again.json()["status"]) == (201, row.pk, "waiting")
    assert receiver.ids == [row.pk, row.pk + 1, row.pk + 2, row.pk]


def test_another_secret(api: Api, anna: User, hook: Webhook) -> None:
    before = secret_of(hook)

    changed = api(anna).send(f"webhooks/{hook.pk}/secret/").json()

    hook.refresh_from_db()
    assert changed["secret"] == secret_of(hook) != before
    assert changed["former_secret_until"] is not None


def test_a_webhook_goes_with_its_log(api: Api, anna: User, hook: Webhook, game: Game) -> None:
    delivery.write_down()

    answer = api(anna).delete(f"{ADDRESS}{hook.pk}/")

    assert answer.status_code == 204
    assert not WebhookDelivery.objects.exists()


@pytest.mark.parametrize("number", ["0", "99999", str(2**63), str(10**30)])
def test_what_is_not_there_is_not_found(api: Api, anna: User, hook: Webhook, number: str) -> None:
    client = api(anna)

    refused(client.get(f"{ADDRESS}{number}/"), 404, "not_found")
    refused(client.send(f"webhooks/{hook.pk}/deliveries/{number}/redelivery/"), 404, "not_found")


def test_a_delivery_of_another_webhook_is_not_found_below_ones_own(
    api: Api, anna: User, bert: User, hook: Webhook, receiver: Receiver
) -> None:
    theirs = actions.ping(bert, actions.create(bert, url=receiver.url).pk)

    refused(api(anna).send(f"webhooks/{hook.pk}/deliveries/{theirs.pk}/redelivery/"), 404, "not_found")


def test_a_repeated_request_sets_up_one_webhook(api: Api, anna: User, receiver: Receiver) -> None:
    client, body = api(anna), {"url": receiver.url}

    answers = [client.post(ADDRESS, body, format="json", headers={"Idempotency-Key": "k"}) for _time in range(2)]

    assert answers[0].json() == answers[1].json()
    assert Webhook.objects.count() == 1


def test_what_makes_the_server_call_somebody_costs_ten(api: Api, anna: User, hook: Webhook) -> None:
    client = api(anna)
    left = [
        int(answer.headers["RateLimit"].rpartition("r=")[2].partition(";")[0])
        for answer in (
            client.get(ADDRESS),
            client.send(f"webhooks/{hook.pk}/test/"),
            client.get(f"{ADDRESS}{hook.pk}/"),
            patch(client, hook.pk, active=True),
        )
    ]

    assert [before - after for before, after in itertools.pairwise(left)] == [10, 1, 10]
