"""What one is told, over the API."""

import pytest

from accounts.models import User
from games.models import NoticeSettings
from tests.api.conftest import Api, refused

ADDRESS = "account/notices/"


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
    off = {notice for notice, cells in changed.json()["table"].items() if not cells["email"]}
    assert off == {"message"}


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
        ({"quiet_from": 22}, "quiet_until"),
        ({"quiet_from": 22, "quiet_until": None}, "quiet_until"),
        ({"table": {"message": {"email": "no"}}}, "table.message.email"),
        ({"table": []}, "table"),
    ],
)
def test_what_cannot_be_is_refused_by_field(api: Api, anna: User, changes: dict[str, object], field: str) -> None:
    problem = refused(api(anna).patch(f"/api/v1/{ADDRESS}", changes, format="json"), 400, "invalid")

    assert [name.partition(".")[0] for name in problem["errors"]] == [field.partition(".")[0]]
    assert not NoticeSettings.objects.exists()
