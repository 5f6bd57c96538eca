"""Browsers with push notifications, over the API."""

from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.notifications.models import PushSubscription
from kit.outgoing import addresses
from tests.games.notifications.browser import Browser, b64
from tests.support.api import Api, refused

ADDRESS = "push-subscriptions/"
PROGRAM = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def subscription(**changes: object) -> dict[str, Any]:
    return {"endpoint": "https://8.8.8.8/send/1", **Browser().keys, **changes}


def test_a_browser_subscribes_is_listed_and_forgotten_and_its_address_is_sent_to_nobody(api: Api, anna: User) -> None:
    client = api(anna)

    made = client.post(f"/api/v1/{ADDRESS}", subscription(), format="json", headers={"User-Agent": PROGRAM})
    listed = client.read(ADDRESS)["results"]
    gone = client.delete(f"/api/v1/{ADDRESS}{made.json()['id']}/")

    assert (made.status_code, made.json()["device"], made.json()["active"]) == (201, "Firefox on Linux", True)
    assert listed == [made.json()]
    assert "send/1" not in str(listed)
    assert (gone.status_code, PushSubscription.objects.count()) == (204, 0)


def test_the_key_to_subscribe_with_is_among_the_notifications(api: Api, anna: User) -> None:
    assert len(api(anna).read("account/notifications/")["push_key"]) == 87


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"p256dh": "x"}, "p256dh"),
        ({"p256dh": b64(bytes(65))}, "p256dh"),
        ({"auth": "AAAA"}, "p256dh"),
        ({"auth": None}, "auth"),
        ({"endpoint": None}, "endpoint"),
        ({"endpoint": "https://8.8.8.8/" + "x" * 500}, "endpoint"),
    ],
)
def test_what_is_no_browser_is_refused_by_field(api: Api, anna: User, changes: dict[str, object], field: str) -> None:
    problem = refused(api(anna).send(ADDRESS, **subscription(**changes)), 400, "invalid")

    assert list(problem["errors"]) == [field]
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("endpoint", ["https://127.0.0.1/x", "https://10.0.0.1/x", "http://8.8.8.8/x", "x"])
def test_an_address_that_leads_inside_is_refused(api: Api, anna: User, endpoint: str) -> None:
    refused(api(anna).send(ADDRESS, **subscription(endpoint=endpoint)), 422, "push_endpoint_refused")

    assert not PushSubscription.objects.exists()


# --- Another address --------------------------------------------------------------------------------------------------

FORMER = {"former_endpoint": "https://8.8.8.8/send/1", "former_auth": Browser().keys["auth"]}
RENEWAL = f"{ADDRESS}renewal/"


def test_a_browser_says_its_new_address_without_a_login(api: Api, anna: User) -> None:
    api(anna).post(f"/api/v1/{ADDRESS}", subscription(), format="json", headers={"User-Agent": PROGRAM})
    PushSubscription.objects.update(disabled_at="2026-03-01T12:00Z", disabled_reason="gone")
    renewed = subscription(endpoint="https://8.8.8.8/send/2", auth=b64(bytes(16)))
    before = PushSubscription.objects.get()

    answer = api(None).post(f"/api/v1/{RENEWAL}", FORMER | renewed, format="json")

    row = PushSubscription.objects.get()
    assert (answer.status_code, answer.content) == (204, b"")
    assert (row.pk, row.user, row.endpoint, row.auth) == (before.pk, anna, "https://8.8.8.8/send/2", "A" * 22)
    assert (row.is_on, row.device) == (True, PROGRAM)


def test_a_browser_whose_page_was_faster_is_there_once(api: Api, anna: User) -> None:
    renewed = subscription(endpoint="https://8.8.8.8/send/2", auth=b64(bytes(16)))
    api(anna).send(ADDRESS, **subscription())
    api(anna).send(ADDRESS, **renewed)

    assert api(None).post(f"/api/v1/{RENEWAL}", FORMER | renewed, format="json").status_code == 204

    assert PushSubscription.objects.get().endpoint == "https://8.8.8.8/send/2"


@pytest.mark.django_db(transaction=True)
def test_no_row_is_held_while_a_name_is_looked_up(api: Api, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bool] = []
    check = addresses.check

    def watched(address: str, *, user: int) -> addresses.Target:
        held.append(connection.in_atomic_block)
        return check(address, user=user)

    monkeypatch.setattr(addresses, "check", watched)
    api(anna).send(ADDRESS, **subscription())
    api(None).post(f"/api/v1/{RENEWAL}", FORMER | subscription(endpoint="https://8.8.8.8/send/2"), format="json")

    assert held == [False, False]


@pytest.mark.parametrize(
    "wrong", [{"former_auth": b64(bytes(16))}, {"former_endpoint": "https://8.8.8.8/send/2"}, {"former_auth": "ä"}]
)
def test_who_does_not_know_the_secret_of_a_browser_changes_nothing(
    api: Api, anna: User, wrong: dict[str, object]
) -> None:
    api(anna).send(ADDRESS, **subscription())
    renewed = subscription(endpoint="https://8.8.8.8/send/2")

    refused(api(None).post(f"/api/v1/{RENEWAL}", FORMER | renewed | wrong, format="json"), 404, "not_found")

    assert PushSubscription.objects.get().endpoint == "https://8.8.8.8/send/1"


def test_a_new_address_must_be_as_fit_as_the_first(api: Api, anna: User) -> None:
    api(anna).send(ADDRESS, **subscription())
    renewed = FORMER | subscription(endpoint="https://127.0.0.1/x")

    refused(api(None).post(f"/api/v1/{RENEWAL}", renewed, format="json"), 422, "push_endpoint_refused")

    assert PushSubscription.objects.get().endpoint == "https://8.8.8.8/send/1"


def test_the_browser_of_somebody_else_is_not_taken_by_a_new_address(api: Api, anna: User, bert: User) -> None:
    api(anna).send(ADDRESS, **subscription())
    api(bert).send(ADDRESS, **subscription(endpoint="https://8.8.8.8/send/2", auth=b64(bytes(16))))
    renewed = FORMER | subscription(endpoint="https://8.8.8.8/send/2")

    refused(api(None).post(f"/api/v1/{RENEWAL}", renewed, format="json"), 422, "push_endpoint_refused")

    assert PushSubscription.objects.filter(user=anna, endpoint="https://8.8.8.8/send/1").exists()
