"""Chat apps over the API."""

from collections.abc import Callable

from django.conf import LazySettings

from accounts.models import User
from games.chat_apps.models import ChatConnection
from tests.games.chat_apps.server import ChatServer
from tests.support.api import Api, refused

ADDRESS = "chat-connections/"
Connect = Callable[..., ChatConnection]


def test_one_is_made_read_switched_and_forgotten(api: Api, anna: User, values: dict[str, dict[str, str]]) -> None:
    client = api(anna, "webhook:write")
    made = client.send(ADDRESS, service="gotify", description="Phone", **values["gotify"]).json()
    address = f"/api/v1/{ADDRESS}{made['id']}/"

    assert (made["service"], made["host"], made["description"], made["active"]) == (
        "gotify",
        "127.0.0.1",
        "Phone",
        True,
    )
    assert "s3cret" not in str(client.read(ADDRESS)) + str(made)
    assert client.patch(address, {"active": False}, format="json").json()["disabled_reason"] == "owner"
    assert client.patch(address, {"active": True}, format="json").json()["active"] is True
    assert client.send(f"{ADDRESS}{made['id']}/test/").json()["test_waiting"] is True
    assert client.delete(address).status_code == 204
    assert client.read(ADDRESS)["results"] == []


def test_what_cannot_be_sent_to_is_refused_with_the_reason(
    api: Api, settings: LazySettings, chat: ChatServer, anna: User
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = False
    client = api(anna)

    near = client.post(
        f"/api/v1/{ADDRESS}", {"service": "gotify", "url": "https://127.0.0.1", "token": "x"}, format="json"
    )
    none = client.post(f"/api/v1/{ADDRESS}", {"service": "discord", "url": "syslog://"}, format="json")
    unknown = client.post(f"/api/v1/{ADDRESS}", {"service": "syslog"}, format="json")

    assert refused(near, 422, "chat_place_refused")["reason"] == "not_public"
    assert refused(none, 422, "chat_place_refused")["reason"] == "not_that_app"
    assert unknown.status_code == 400
    assert not ChatConnection.objects.exists()


def test_what_is_switched_off_gets_no_test(api: Api, connect: Connect, anna: User) -> None:
    row, client = connect(anna), api(anna)
    client.patch(f"/api/v1/{ADDRESS}{row.pk}/", {"active": False}, format="json")

    refused(client.post(f"/api/v1/{ADDRESS}{row.pk}/test/"), 409, "chat_connection_off")
