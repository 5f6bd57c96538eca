"""Pages of apps: what is connected and ends, what one has registered; and staff who switch apps off."""

import pytest
from django.test import Client

from accounts.models import App, Connection, User
from accounts.oauth import registration
from tests.accounts.oauth.visits import HOME, keys_for, registered, works
from tests.support.pages import Reader
from tests.support.reading import messages_in, mistakes, text_of

FIELDS = {"name": "Club Table", "homepage": "", "redirect_uris": f"{HOME}\r\nhttp://127.0.0.1/back\r\n{HOME}"}


# --- Connected apps ---------------------------------------------------------------------------------------------------


def test_connected_apps_are_shown_with_what_they_may_and_disconnected(reader: Reader, anna: User, bert: User) -> None:
    app = registered(bert)
    secret = keys_for(anna, app, scope="preference:read")["access_token"]
    browser = reader(anna)

    before = text_of(browser.get("/preferences/apps/"))
    answer = browser.post(f"/preferences/apps/{app.client_id}/disconnect/")

    assert "Club Table by bert Read your preferences and see who you have blocked or muted since" in before
    assert (answer["Location"], works(secret)) == ("/preferences/apps/", False)
    assert messages_in(answer) == ["The app is disconnected: it can no longer act for you."]
    assert "You have not connected any apps." in text_of(browser.get("/preferences/apps/"))


def test_nobody_disconnects_for_another(reader: Reader, anna: User, bert: User) -> None:
    app = registered(bert)
    secret = keys_for(anna, app)["access_token"]

    answer = reader(bert).post(f"/preferences/apps/{app.client_id}/disconnect/")

    assert (answer.status_code, works(secret)) == (404, True)


def test_looking_at_the_address_disconnects_nothing(reader: Reader, anna: User, bert: User) -> None:
    app = registered(bert)
    secret = keys_for(anna, app)["access_token"]

    answer = reader(anna).get(f"/preferences/apps/{app.client_id}/disconnect/")

    assert (answer["Location"], works(secret)) == ("/preferences/apps/", True)


def test_an_apps_tokens_are_not_on_the_page_of_tokens(reader: Reader, anna: User, bert: User) -> None:
    keys_for(anna, registered(bert))

    assert "You have no tokens." in text_of(reader(anna).get("/preferences/tokens/"))


# --- One's own apps ---------------------------------------------------------------------------------------------------


def test_an_app_is_registered_changed_and_deleted(reader: Reader, bert: User) -> None:
    browser = reader(bert)

    made = browser.post("/preferences/apps/own/", FIELDS)
    app = App.objects.get()
    page = browser.get(made["Location"])
    changed = browser.post(made["Location"], {**FIELDS, "name": "Clubtisch", "homepage": "https://club.example/"})
    app.refresh_from_db()
    names = (app.name, app.homepage)
    deleted = browser.post(f"{made['Location']}delete/")

    assert made["Location"] == f"/preferences/apps/own/{app.client_id}/"
    assert (app.owner, app.redirect_uris) == (bert, [HOME, "http://127.0.0.1/back"])
    assert app.client_id in text_of(page)
    assert (changed["Location"], names) == (made["Location"], ("Clubtisch", "https://club.example/"))
    assert deleted["Location"] == "/preferences/apps/own/"
    assert not App.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a\u202eb"}, "name"),
        ({"homepage": "javascript:alert(1)"}, "homepage"),
        ({"redirect_uris": ""}, "redirect_uris"),
        ({"redirect_uris": "http://club.example/"}, "redirect_uris"),
        ({"redirect_uris": "\n".join(f"https://club.example/{n}" for n in range(11))}, "redirect_uris"),
    ],
)
def test_a_mistake_is_shown_beside_its_field(reader: Reader, bert: User, changes: dict[str, str], field: str) -> None:
    page = reader(bert).post("/preferences/apps/own/", FIELDS | changes)

    assert page.status_code == 422
    assert list(mistakes(page)) == [field]
    assert not App.objects.exists()


def test_nobody_registers_apps_without_end(reader: Reader, bert: User) -> None:
    for _one in range(registration.MOST):
        registered(bert)

    page = reader(bert).post("/preferences/apps/own/", FIELDS)

    assert mistakes(page) == {"": ["You have registered 20 apps already; delete one first."]}


def test_other_peoples_apps_are_not_there(reader: Reader, anna: User, bert: User) -> None:
    address = f"/preferences/apps/own/{registered(bert).client_id}/"
    browser = reader(anna)

    answers = [browser.get(address), browser.post(address, FIELDS), browser.post(f"{address}delete/")]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert App.objects.get().redirect_uris == [HOME]


def test_the_owner_reads_that_an_app_was_switched_off(reader: Reader, bert: User) -> None:
    app = registered(bert)
    registration.switch_off(app)

    page = reader(bert).get(f"/preferences/apps/own/{app.client_id}/")

    assert "The operators of this site have switched this app off" in text_of(page)


@pytest.mark.parametrize("address", ["", "own/", "own/app_x/", "app_x/disconnect/"])
def test_a_guest_logs_in_first(client: Client, db: None, address: str) -> None:
    answer = client.get(f"/preferences/apps/{address}")

    assert answer["Location"].startswith("/accounts/login/?next=/preferences/apps/")


# --- Staff ------------------------------------------------------------------------------------------------------------


def test_staff_see_apps_and_switch_them_off_and_on(reader: Reader, anna: User, bert: User) -> None:
    app = registered(bert)
    secret = keys_for(anna, app)["access_token"]
    browser = reader(User.objects.create_superuser("arbiter", "arbiter@example.org", "a good password", language="en"))

    found = browser.get("/admin/accounts/app/?q=bert").context["cl"].result_count
    seen = browser.get(f"/admin/accounts/app/{app.pk}/change/")
    browser.post("/admin/accounts/app/", {"action": "switch_off", "_selected_action": [app.pk], "why": "Spam."})
    app.refresh_from_db()
    switched_off_at, was_connected = app.switched_off_at, works(secret)
    browser.post("/admin/accounts/app/", {"action": "switch_on", "_selected_action": [app.pk], "why": "Mended."})
    app.refresh_from_db()

    assert (found, seen.status_code) == (1, 200)
    assert switched_off_at is not None
    assert not was_connected
    assert app.switched_off_at is None
    assert Connection.objects.get().revoked_at is not None
