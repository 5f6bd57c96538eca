"""What one is told, over the API."""

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games.core.models.games import Game
from games.notifications.delivery import dispatch
from games.notifications.models import NotificationSettings
from games.webhooks import actions
from tests.support.api import Api, refused
from tests.support.playing import play

ADDRESS = "account/notifications/"


def test_the_table_is_read_and_changed_cell_by_cell(api: Api, anna: User) -> None:
    client = api(anna, "preference:read", "preference:write")
    before = client.read(ADDRESS)

    changes = {"table": {"message": {"email": False}}, "pace": "daily", "daily_hour": 20}
    changed = client.patch(f"/api/v1/{ADDRESS}", changes, format="json")

    assert changed.status_code == 200, changed.content
    assert before["table"]["message"]["email"] is True
    expected = before | {"pace": "daily", "daily_hour": 20}
    expected["table"] = before["table"] | {"message": before["table"]["message"] | {"email": False}}
    assert changed.json() == client.read(ADDRESS) == expected


def test_a_form_changes_only_the_cells_that_it_names(api: Api, anna: User) -> None:
    client = api(anna)

    changed = client.patch(
        f"/api/v1/{ADDRESS}", "table.message.email=false", content_type="application/x-www-form-urlencoded"
    )

    assert changed.status_code == 200, changed.content
    off = {notification for notification, cells in changed.json()["table"].items() if not cells["email"]}
    assert off == {"message"}


def test_webhooks_are_cells_of_the_table(api: Api, anna: User) -> None:
    client = api(anna)
    before = client.read(ADDRESS)["table"]["message"]
    webhook = actions.create(anna, url="https://9.9.9.9/", types=["move_played"])

    first = client.read(ADDRESS)["table"]["message"]
    client.patch(f"/api/v1/{ADDRESS}", {"table": {"message": {"webhook": True}}}, format="json")

    webhook.refresh_from_db()
    assert (before["webhook"], first["webhook"]) == (None, False)
    assert client.read(ADDRESS)["table"]["message"]["webhook"] is True
    assert webhook.types == ["message_sent", "move_played"]


def test_a_cell_of_webhooks_without_any_has_no_effect(api: Api, anna: User) -> None:
    client = api(anna)

    client.patch(f"/api/v1/{ADDRESS}", {"table": {"message": {"webhook": True}}}, format="json")

    assert client.read(ADDRESS)["table"]["message"]["webhook"] is None


def test_steps_before_a_deadline_are_chosen_and_ended(api: Api, anna: User) -> None:
    client = api(anna)
    before = client.read(ADDRESS)["deadline_hours"]
    client.patch(f"/api/v1/{ADDRESS}", {"deadline_hours": [6, 72, 24, 24], "email_while_open": True}, format="json")
    chosen = client.read(ADDRESS)
    client.patch(f"/api/v1/{ADDRESS}", {"deadline_hours": []}, format="json")

    assert (before, chosen["deadline_hours"], chosen["email_while_open"]) == ([], [72, 24, 6], True)
    assert client.read(ADDRESS)["deadline_hours"] == []


def test_quiet_hours_are_set_and_ended(api: Api, anna: User) -> None:
    client = api(anna)

    client.patch(f"/api/v1/{ADDRESS}", {"quiet_from": 22, "quiet_until": 7}, format="json")
    quiet = client.read(ADDRESS)
    client.patch(f"/api/v1/{ADDRESS}", {"quiet_from": None, "quiet_until": None}, format="json")

    assert (quiet["quiet_from"], quiet["quiet_until"]) == (22, 7)
    assert client.read(ADDRESS)["quiet_from"] is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"pace": "sometimes"}, "pace"),
        ({"daily_hour": 24}, "daily_hour"),
        ({"daily_hour": "8"}, "daily_hour"),
        ({"deadline_hours": [0]}, "deadline_hours"),
        ({"deadline_hours": [169]}, "deadline_hours"),
        ({"deadline_hours": [1, 2, 3, 4, 5, 6]}, "deadline_hours"),
        ({"quiet_from": 22}, "quiet_until"),
        ({"quiet_from": 22, "quiet_until": None}, "quiet_until"),
        ({"table": {"message": {"email": "no"}}}, "table.message.email"),
        ({"table": []}, "table"),
    ],
)
def test_what_cannot_be_is_refused_by_field(api: Api, anna: User, changes: dict[str, object], field: str) -> None:
    problem = refused(api(anna).patch(f"/api/v1/{ADDRESS}", changes, format="json"), 400, "invalid")

    assert [name.partition(".")[0] for name in problem["errors"]] == [field.partition(".")[0]]
    assert not NotificationSettings.objects.exists()


def test_what_has_happened_is_listed_counted_and_seen(api: Api, game: Game, anna: User, bert: User) -> None:
    play(game, "d6")
    client = api(bert, "game:read", "preference:write")

    first, second = client.read("notifications/")["results"]
    seen = client.send("notifications/seen/", seq=first["seq"])

    assert (first["notification"], first["game"], first["text"], first["new"]) == (
        "your_move",
        game.number,
        "anna played d6",
        True,
    )
    assert second["notification"] == "challenge"
    assert seen.json() == {"seq": first["seq"], "unread": 0}
    assert [line["new"] for line in client.read("notifications/")["results"]] == [False, False]


def test_nobody_has_seen_what_has_not_happened(api: Api, game: Game, bert: User) -> None:
    client = api(bert)

    assert client.send("notifications/seen/", seq=2**62).json()["seq"] == 3


def test_a_test_is_in_the_log_of_what_was_sent(api: Api, anna: User) -> None:
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    client = api(anna)

    asked = client.send("notifications/test/")
    dispatch()

    (line,) = client.read("notifications/deliveries/")["results"]
    assert asked.status_code == 204
    assert (line["notification"], line["channel"], line["status"], line["sent_at"]) == (
        "test",
        "email",
        "waiting",
        None,
    )
