"""Who I am and what I prefer, over the API."""

import pytest
import time_machine

from accounts.models import User
from tests.support.api import Api, refused


def test_my_account_has_my_preferences(clock: time_machine.Traveller, api: Api, anna: User) -> None:
    anna.date_joined = "2026-03-02T12:00:00Z"
    anna.save()

    assert api(anna).read("account/") == {
        "username": "anna",
        "display_name": "anna",
        "display_name_changeable_at": None,
        "email": "anna@example.org",
        "language": "en",
        "time_zone": "Europe/Berlin",
        "board_style": "wood",
        "color_scheme": "system",
        "marks": True,
        "confirm_moves": True,
        "touch_move": False,
        "go_on": True,
        "sounds": False,
        "email_on_your_move": True,
        "email_on_game_over": True,
        "emergency_day": False,
        "date_joined": "2026-03-02T12:00:00Z",
        "bot": False,
        "guest": False,
        "operator": "",
    }


def test_my_address_is_for_tokens_that_may_read_it(api: Api, anna: User) -> None:
    assert api(anna, "preference:read").read("account/")["email"] is None
    assert api(anna, "preference:read", "email:read").read("account/")["email"] == "anna@example.org"


def test_what_is_sent_is_changed_and_the_rest_stays(api: Api, anna: User) -> None:
    answer = api(anna).patch(
        "/api/v1/account/", {"time_zone": "America/New_York", "email_on_game_over": False}, format="json"
    )

    assert answer.status_code == 200
    anna.refresh_from_db()
    assert (anna.time_zone, anna.email_on_game_over) == ("America/New_York", False)
    assert (anna.language, anna.email_on_your_move) == ("en", True)


def test_every_preference_of_the_board_can_be_changed(api: Api, anna: User) -> None:
    wanted = {
        "board_style": "pink-green",
        "color_scheme": "dark",
        "marks": False,
        "confirm_moves": False,
        "touch_move": True,
        "go_on": False,
        "sounds": True,
    }

    answer = api(anna).patch("/api/v1/account/", wanted, format="json")

    assert wanted.items() <= answer.json().items()
    assert wanted.items() <= User.objects.filter(pk=anna.pk).values().get().items()


def test_sending_nothing_changes_nothing(api: Api, anna: User) -> None:
    before = User.objects.filter(pk=anna.pk).values().get()

    answer = api(anna).patch("/api/v1/account/", {}, format="json")

    assert answer.status_code == 200
    assert User.objects.filter(pk=anna.pk).values().get() == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"language": "fr"}, "language"),
        ({"language": None}, "language"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"time_zone": "../../etc/passwd"}, "time_zone"),
        ({"time_zone": "UTC\x00"}, "time_zone"),
        ({"email_on_your_move": "sometimes"}, "email_on_your_move"),
        ({"board_style": "marble"}, "board_style"),
        ({"board_style": ""}, "board_style"),
        ({"color_scheme": None}, "color_scheme"),
        ({"color_scheme": ["dark"]}, "color_scheme"),
        ({"sounds": "on"}, "sounds"),
        ({"touch_move": 1}, "touch_move"),
        ({"confirm_moves": None}, "confirm_moves"),
    ],
)
def test_what_can_not_be_preferred_is_refused_by_field(
    api: Api, anna: User, body: dict[str, object], field: str
) -> None:
    before = User.objects.filter(pk=anna.pk).values().get()

    problem = refused(api(anna).patch("/api/v1/account/", body, format="json"), 400, "invalid")

    assert list(problem["errors"]) == [field]
    assert User.objects.filter(pk=anna.pk).values().get() == before


@pytest.mark.parametrize("name", ["username", "email", "is_staff", "is_superuser", "password"])
def test_what_is_no_preference_can_not_be_changed_here(api: Api, anna: User, name: str) -> None:
    before = User.objects.filter(pk=anna.pk).values().get()

    api(anna).patch("/api/v1/account/", {name: "true"}, format="json")

    assert User.objects.filter(pk=anna.pk).values().get() == before
