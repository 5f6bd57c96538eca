"""Apps over the API: registered, changed and deleted by their owner; connections seen and ended by theirs."""

from datetime import timedelta

import pytest
import time_machine

from accounts.models import App, User
from accounts.oauth import registration
from tests.accounts.oauth.visits import HOME, keys_for, registered, works
from tests.support.api import Site, refused

WANTED = {"name": "Club Table", "homepage": "https://club.example/", "redirect_uris": [HOME, "http://127.0.0.1/x"]}


def test_an_app_is_registered_and_gets_a_client_id(clock: time_machine.Traveller, site: Site, bert: User) -> None:
    answer = site(bert).send("apps/", **WANTED)

    app = App.objects.get()
    assert answer.status_code == 201
    assert (app.owner, len(app.client_id)) == (bert, 28)
    assert answer.json() == {
        "client_id": app.client_id,
        **WANTED,
        "created_at": "2026-03-02T12:00:00Z",
        "switched_off_at": None,
        "held_at": None,
    }
    assert site(bert).read("apps/")["results"] == [answer.json()]
    assert site(bert).read(f"apps/{app.client_id}/") == answer.json()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 51}, "name"),
        ({"name": "Club\u202eelbaT"}, "name"),
        ({"name": 5}, "name"),
        ({"homepage": "javascript:alert(1)"}, "homepage"),
        ({"homepage": "ftp://club.example/"}, "homepage"),
        ({"redirect_uris": []}, "redirect_uris"),
        ({"redirect_uris": ["http://club.example/"]}, "redirect_uris.0"),
        ({"redirect_uris": [HOME] * 11}, "redirect_uris"),
    ],
)
def test_an_app_that_could_not_be_trusted_is_refused_by_field(
    site: Site, bert: User, changes: dict[str, object], field: str
) -> None:
    problem = refused(site(bert).send("apps/", **{**WANTED, **changes}), 400, "invalid")

    assert list(problem["errors"]) == [field]
    assert not App.objects.exists()


def test_there_is_an_end_to_apps(site: Site, bert: User) -> None:
    for count in range(registration.MOST):
        registered(bert, name=str(count))

    problem = refused(site(bert).send("apps/", **WANTED), 409, "too_many_apps")

    assert problem["most"] == registration.MOST
    assert App.objects.count() == registration.MOST


def test_what_is_sent_changes_and_people_stay_connected(site: Site, anna: User, bert: User) -> None:
    app = registered(bert)
    keys = keys_for(anna, app)

    answer = site(bert).patch(f"/api/v1/apps/{app.client_id}/", {"name": "New name"}, format="json")

    assert answer.status_code == 200
    assert (answer.json()["name"], answer.json()["redirect_uris"]) == ("New name", [HOME])
    assert works(keys["access_token"])


def test_deleting_an_app_disconnects_everybody(site: Site, anna: User, bert: User) -> None:
    app = registered(bert)
    keys = keys_for(anna, app)

    answer = site(bert).delete(f"/api/v1/apps/{app.client_id}/")

    assert (answer.status_code, answer.content) == (204, b"")
    assert not works(keys["access_token"])
    refused(site(bert).get(f"/api/v1/apps/{app.client_id}/"), 404, "not_found")


def test_other_peoples_apps_are_not_found(site: Site, anna: User, bert: User) -> None:
    address = f"/api/v1/apps/{registered(bert).client_id}/"

    refused(site(anna).get(address), 404, "not_found")
    refused(site(anna).patch(address, {"name": "Mine"}, format="json"), 404, "not_found")
    refused(site(anna).delete(address), 404, "not_found")

    assert App.objects.get().name == "Club Table"
    assert site(anna).read("apps/")["results"] == []


def test_connected_apps_are_listed_with_all_that_they_may(
    clock: time_machine.Traveller, site: Site, anna: User, bert: User
) -> None:
    app = registered(bert)
    keys_for(anna, app, scope="preference:read")
    clock.shift(timedelta(minutes=5))
    keys = keys_for(anna, app, scope="game:play preference:read")
    clock.shift(timedelta(minutes=5))
    works(keys["access_token"])

    assert site(anna).read("connections/") == {
        "results": [
            {
                "client_id": app.client_id,
                "name": "Club Table",
                "homepage": "https://club.example/",
                "owner": "bert",
                "scopes": ["game:play", "preference:read"],
                "connected_at": "2026-03-02T12:00:00Z",
                "last_used_at": "2026-03-02T12:10:00Z",
            }
        ]
    }
    assert site(bert).read("connections/")["results"] == []
