"""From consent to tokens, and what they are good for: the authorization code with PKCE, as an app goes through it."""

from datetime import timedelta
from unittest.mock import ANY

import pytest
import time_machine
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import AccessToken, App, Connection, RefreshToken, User
from accounts.models.tokens import digest_of
from accounts.oauth import connections, registration
from accounts.oauth.authorization import app_with_client_id
from games.core.models.games import Game
from tests.accounts.oauth.visits import (
    HOME,
    bearer,
    code_for,
    exchange,
    keys_for,
    posted,
    refused_as,
    registered,
    renewal,
    works,
)
from tests.conftest import NOON
from tests.support.api import ApiClient, Site, refused
from tests.support.signing_in import sign_in


@pytest.fixture
def app(bert: User) -> App:
    """Bert's app, which others connect with."""
    return registered(bert)


# --- The whole way ----------------------------------------------------------------------------------------------------


def test_an_app_gets_what_was_allowed_and_acts_for_the_player(app: App, anna: User, game: Game) -> None:
    keys = keys_for(anna, app, scope="game:play preference:read")
    client = bearer(keys["access_token"])

    assert {name: keys[name] for name in ("token_type", "expires_in", "scope")} == {
        "token_type": "Bearer",
        "expires_in": 3600,
        "scope": "game:play preference:read",
    }
    assert client.read("account/")["username"] == "anna"
    assert client.read("account/")["email"] is None
    assert client.play(game.number, "d6", 1).status_code == 201
    problem = refused(client.send("challenges/", kind="open"), 403, "insufficient_scope")
    assert problem["required_scope"] == "challenge:write"


def test_an_apps_token_can_not_make_tokens_or_look_at_the_account(app: App, anna: User) -> None:
    client = bearer(keys_for(anna, app)["access_token"])

    refused(client.get("/api/v1/tokens/"), 403, "session_required")
    refused(client.get("/api/v1/connections/"), 403, "session_required")
    refused(client.get("/api/v1/apps/"), 403, "session_required")


def test_no_secret_is_stored(app: App, anna: User) -> None:
    code = code_for(anna, app)
    keys = exchange(app, code).json()

    rows = [
        *Connection.objects.values_list(),
        *RefreshToken.objects.values_list(),
        *AccessToken.objects.values_list(),
    ]
    assert Connection.objects.get().code_digest == digest_of(code)
    for secret in (code, keys["access_token"], keys["refresh_token"]):
        assert secret not in str(rows)
    assert [secret[:4] for secret in (code, keys["access_token"], keys["refresh_token"])] == ["muc_", "mua_", "mur_"]
    assert cache.get(code) is None


def test_an_apps_tokens_are_not_among_the_personal_ones(app: App, anna: User, site: Site) -> None:
    keys_for(anna, app)

    token = AccessToken.objects.get()
    assert site(anna).read("tokens/")["results"] == []
    refused(site(anna).delete(f"/api/v1/tokens/{token.pk}/"), 404, "not_found")


def test_the_token_of_an_app_costs_one_query(
    app: App, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = bearer(keys_for(anna, app)["access_token"])
    client.read("canned-messages/")

    with django_assert_num_queries(1):
        client.read("canned-messages/")


def test_the_last_use_of_a_connection_is_noted(clock: time_machine.Traveller, app: App, anna: User) -> None:
    client = bearer(keys_for(anna, app)["access_token"])
    clock.shift(120)

    client.read("account/")

    assert Connection.objects.get().last_used_at == NOON + timedelta(minutes=2)


# --- Codes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": "b" * 43},
        {"code_verifier": "a" * 42},
        {"redirect_uri": "https://club.example/back"},
        {"redirect_uri": HOME + "#"},
        {"code": "muc_unknown"},
    ],
)
def test_a_code_is_no_good_without_all_that_belongs_to_it(app: App, anna: User, changes: dict[str, str]) -> None:
    code = code_for(anna, app)

    refused_as(exchange(app, code, **changes), "invalid_grant")

    assert not AccessToken.objects.exists()
    assert exchange(app, code).status_code == 200


def test_a_code_is_no_good_to_another_app(app: App, anna: User, bert: User) -> None:
    other = registered(bert, name="Other")

    refused_as(exchange(other, code_for(anna, app)), "invalid_grant")


def test_a_code_that_comes_twice_ends_what_it_has_begun(app: App, anna: User) -> None:
    code = code_for(anna, app)
    keys = exchange(app, code).json()
    assert works(keys["access_token"])

    refused_as(exchange(app, code), "invalid_grant")

    assert not works(keys["access_token"])
    refused_as(renewal(app, keys["refresh_token"]), "invalid_grant")


@pytest.mark.parametrize(
    ("later", "status"), [(timedelta(minutes=1), 200), (timedelta(minutes=1, microseconds=1), 400)]
)
def test_a_code_is_good_for_a_minute(
    clock: time_machine.Traveller, app: App, anna: User, later: timedelta, status: int
) -> None:
    code = code_for(anna, app)
    clock.shift(later)

    assert exchange(app, code).status_code == status


# --- Refreshing -------------------------------------------------------------------------------------------------------


def test_an_access_token_is_good_for_an_hour_and_is_renewed(
    clock: time_machine.Traveller, app: App, anna: User
) -> None:
    keys = keys_for(anna, app)
    clock.shift(timedelta(hours=1))
    assert not works(keys["access_token"])

    renewed = renewal(app, keys["refresh_token"]).json()

    assert works(renewed["access_token"])
    assert renewed["scope"] == keys["scope"]
    assert renewed["refresh_token"] != keys["refresh_token"]


@pytest.mark.parametrize(("days", "status"), [(179, 200), (181, 400)])
@pytest.mark.parametrize("renewed_after", [[], [60, 60], [100, 75]])
def test_a_connection_is_over_after_180_days_however_often_it_is_used(
    clock: time_machine.Traveller, app: App, anna: User, renewed_after: list[int], days: int, status: int
) -> None:
    keys = keys_for(anna, app)
    for wait in renewed_after:
        clock.shift(timedelta(days=wait))
        keys = renewal(app, keys["refresh_token"]).json()
    clock.shift(timedelta(days=days - sum(renewed_after)))

    assert renewal(app, keys["refresh_token"]).status_code == status


def test_no_access_token_outlives_its_connection(clock: time_machine.Traveller, app: App, anna: User) -> None:
    keys = keys_for(anna, app)
    clock.shift(timedelta(days=180, minutes=-10))
    keys = renewal(app, keys["refresh_token"]).json()
    assert (keys["expires_in"], works(keys["access_token"])) == (600, True)

    clock.shift(timedelta(minutes=10))

    assert not works(keys["access_token"])


def test_a_used_refresh_token_gives_a_thief_away_and_ends_the_connection(
    clock: time_machine.Traveller, app: App, anna: User
) -> None:
    first = keys_for(anna, app)
    second = renewal(app, first["refresh_token"]).json()
    clock.shift(61)

    refused_as(renewal(app, first["refresh_token"]), "invalid_grant")

    assert not works(second["access_token"])
    refused_as(renewal(app, second["refresh_token"]), "invalid_grant")


def test_a_refresh_that_is_sent_again_within_a_minute_is_answered_the_same(
    clock: time_machine.Traveller, app: App, anna: User
) -> None:
    first = keys_for(anna, app)
    second = renewal(app, first["refresh_token"]).json()
    assert works(second["access_token"])
    clock.shift(60)

    again = renewal(app, first["refresh_token"]).json()

    assert again == second | {"expires_in": 3540}
    assert works(again["access_token"])
    assert renewal(app, again["refresh_token"]).status_code == 200
    assert works(again["access_token"])


def test_a_refresh_that_is_sent_again_for_less_gets_an_access_token_for_less(app: App, anna: User) -> None:
    first = keys_for(anna, app, scope="game:play preference:read")
    second = renewal(app, first["refresh_token"]).json()

    less = renewal(app, first["refresh_token"], scope="preference:read").json()

    assert (less["scope"], less["refresh_token"]) == ("preference:read", second["refresh_token"])
    assert AccessToken.objects.get(digest=digest_of(less["access_token"])).scopes == ["preference:read"]
    assert AccessToken.objects.get(digest=digest_of(second["access_token"])).scopes == ["game:play", "preference:read"]


def test_who_has_a_refresh_token_cannot_work_out_the_next_one(app: App, anna: User, settings: Settings) -> None:
    """It takes the key of the server, too."""
    first = keys_for(anna, app)
    second = renewal(app, first["refresh_token"]).json()
    settings.SECRET_KEY = "another key"

    elsewhere = renewal(app, first["refresh_token"]).json()

    assert second["refresh_token"] != elsewhere["refresh_token"]
    assert second["access_token"] != elsewhere["access_token"]
    assert works(second["access_token"])


def test_asking_again_is_theft_once_the_answer_has_been_used(
    clock: time_machine.Traveller, app: App, anna: User
) -> None:
    first = keys_for(anna, app)
    second = renewal(app, first["refresh_token"]).json()
    third = renewal(app, second["refresh_token"]).json()

    refused_as(renewal(app, first["refresh_token"]), "invalid_grant")

    assert not works(third["access_token"])


def test_an_app_may_ask_for_less_and_never_for_more(app: App, anna: User) -> None:
    keys = keys_for(anna, app, scope="game:play preference:read")

    refused_as(renewal(app, keys["refresh_token"], scope="game:play email:read"), "invalid_scope")
    refused_as(renewal(app, keys["refresh_token"], scope="everything"), "invalid_scope")
    less = renewal(app, keys["refresh_token"], scope="preference:read").json()
    all_again = renewal(app, less["refresh_token"]).json()

    assert less["scope"] == "preference:read"
    assert AccessToken.objects.get(digest=digest_of(less["access_token"])).scopes == ["preference:read"]
    assert all_again["scope"] == "game:play preference:read"


def test_a_refresh_token_is_no_good_to_another_app_or_as_a_bearer(app: App, anna: User, bert: User) -> None:
    keys = keys_for(anna, app)
    other = registered(bert, name="Other")

    refused_as(renewal(other, keys["refresh_token"]), "invalid_grant")

    assert not works(keys["refresh_token"])
    assert works(keys["access_token"])


# --- Ends -------------------------------------------------------------------------------------------------------------


def test_disconnecting_kills_every_token_of_the_app_and_of_no_other(
    app: App, anna: User, bert: User, site: Site
) -> None:
    other = registered(bert, name="Other")
    phone, desk, elsewhere = keys_for(anna, app), keys_for(anna, app), keys_for(anna, other)
    pending, berts = code_for(anna, app), keys_for(bert, app)

    answer = site(anna).delete(f"/api/v1/connections/{app.client_id}/")

    assert (answer.status_code, answer.content) == (204, b"")
    assert [works(keys["access_token"]) for keys in (phone, desk, elsewhere, berts)] == [False, False, True, True]
    refused_as(renewal(app, desk["refresh_token"]), "invalid_grant")
    refused_as(exchange(app, pending), "invalid_grant")
    refused(site(anna).delete(f"/api/v1/connections/{app.client_id}/"), 404, "not_found")


def test_an_app_gives_an_access_token_back(app: App, anna: User) -> None:
    keys = keys_for(anna, app)

    answer = posted("oauth/revocation/", {"token": keys["access_token"], "client_id": app.client_id})

    assert (answer.status_code, answer.content) == (200, b"")
    assert not works(keys["access_token"])
    assert renewal(app, keys["refresh_token"]).status_code == 200


def test_an_app_gives_everything_back_with_a_refresh_token(app: App, anna: User) -> None:
    keys = keys_for(anna, app)

    form = {"token": keys["refresh_token"], "client_id": app.client_id, "token_type_hint": "access_token"}
    answer = posted("oauth/revocation/", form)

    assert answer.status_code == 200
    assert not works(keys["access_token"])
    refused_as(renewal(app, keys["refresh_token"]), "invalid_grant")


def test_nobody_gives_back_what_is_not_theirs(app: App, anna: User, bert: User) -> None:
    keys = keys_for(anna, app)
    other = registered(bert, name="Other")
    _token, personal = AccessToken.issue(user=anna, description="x", scopes=["preference:read"])

    for secret in (keys["access_token"], keys["refresh_token"], personal, "unknown"):
        answer = posted("oauth/revocation/", {"token": secret, "client_id": other.client_id})
        assert answer.status_code == 200

    assert works(keys["access_token"])
    assert works(personal)
    assert renewal(app, keys["refresh_token"]).status_code == 200


def test_a_closed_account_has_no_apps(app: App, anna: User) -> None:
    keys, code = keys_for(anna, app), code_for(anna, app)
    User.objects.filter(pk=anna.pk).update(is_active=False)

    refused(bearer(keys["access_token"]).get("/api/v1/account/"), 401, "invalid_token")
    refused_as(renewal(app, keys["refresh_token"]), "invalid_grant")
    refused_as(exchange(app, code), "invalid_grant")


@pytest.mark.parametrize("keeps", [False, True])
def test_a_new_password_ends_connections_unless_their_owner_keeps_them(app: App, anna: User, keeps: bool) -> None:
    keys = keys_for(anna, app)
    anna.set_password("another shiny trombone")
    anna.keeps_programs = keeps
    anna.save()

    assert works(keys["access_token"]) is keeps
    assert (renewal(app, keys["refresh_token"]).status_code == 200) is keeps


def test_an_app_that_is_switched_off_is_dead_and_switched_on_must_ask_anew(app: App, anna: User) -> None:
    keys, code = keys_for(anna, app), code_for(anna, app)

    registration.switch_off(app)
    off = [works(keys["access_token"]), renewal(app, keys["refresh_token"]).json()["error"], exchange(app, code)]
    registration.switch_on(app)

    assert off[:2] == [False, "invalid_client"]
    refused_as(off[2], "invalid_client")
    refused_as(renewal(app, keys["refresh_token"]), "invalid_grant")
    assert works(keys_for(anna, app)["access_token"])


def test_deleting_an_app_or_its_owner_takes_its_tokens_along(app: App, anna: User, bert: User) -> None:
    keys = keys_for(anna, app)

    bert.delete()

    assert not works(keys["access_token"])
    assert app_with_client_id(app.client_id) is None


def test_what_has_ended_is_forgotten_in_time(clock: time_machine.Traveller, app: App, anna: User, bert: User) -> None:
    revoked, live = keys_for(anna, app), keys_for(bert, app)
    code_for(anna, app)
    connections.disconnect(anna, app.client_id)
    clock.shift(timedelta(days=31))
    live = renewal(app, live["refresh_token"]).json()

    connections.delete_ended()

    assert [connection.user for connection in Connection.objects.all()] == [bert]
    assert RefreshToken.objects.count() == 2
    assert AccessToken.objects.get().digest == digest_of(live["access_token"])
    refused_as(renewal(app, revoked["refresh_token"]), "invalid_grant")


# --- Forms ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
        ({"grant_type": None}, "invalid_request"),
        ({"client_id": "app_unknown"}, "invalid_client"),
        ({"client_id": "a\x00b"}, "invalid_request"),
        ({"client_id": None}, "invalid_request"),
        ({"code": None}, "invalid_request"),
        ({"code": "x" * 201}, "invalid_request"),
        ({"redirect_uri": None}, "invalid_request"),
        ({"code_verifier": None}, "invalid_request"),
        ({"code_verifier": ""}, "invalid_request"),
    ],
)
def test_a_form_with_something_missing_or_wrong_is_refused_in_oauths_own_words(
    app: App, anna: User, changes: dict[str, str | None], error: str
) -> None:
    form = {
        "grant_type": "authorization_code",
        "client_id": app.client_id,
        "code": "muc_x",
        "redirect_uri": HOME,
        "code_verifier": "a" * 43,
    }
    sent = {name: value for name, value in (form | changes).items() if value is not None}

    refused_as(posted("oauth/token/", sent), error)


def test_a_field_that_is_there_twice_is_refused(app: App) -> None:
    body = f"grant_type=refresh_token&client_id={app.client_id}&refresh_token=a&refresh_token=b"
    answer = ApiClient().post("/api/v1/oauth/token/", body, content_type="application/x-www-form-urlencoded")

    refused_as(answer, "invalid_request")


def test_a_body_that_can_not_be_read_is_a_problem_like_everywhere(app: App) -> None:
    answer = ApiClient().post("/api/v1/oauth/token/", "{", content_type="application/json")

    refused(answer, 400, "malformed_body")
    for body in ("[1]", "5", "null", '"grant_type"', '{"grant_type": ["refresh_token"]}'):
        refused_as(ApiClient().post("/api/v1/oauth/token/", body, content_type="application/json"), ANY)


def test_a_cookie_or_a_dead_token_in_the_head_does_not_matter_here(app: App, anna: User) -> None:
    code = code_for(anna, app)
    client = bearer("mua_dead")
    sign_in(client, anna)

    form = {"grant_type": "authorization_code", "client_id": app.client_id, "code": code}
    answer = client.post(
        "/api/v1/oauth/token/", {**form, "redirect_uri": HOME, "code_verifier": "a" * 43}, format="json"
    )

    assert answer.status_code == 200


@pytest.fixture
def few(settings: Settings) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "guest": "4/minute", "app": "6/minute"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}


def test_the_way_to_tokens_has_a_limit_for_each_app_at_each_address(app: App, bert: User, few: None) -> None:
    answers = [renewal(app, "mur_x") for _call in range(4)]

    assert [answer.status_code for answer in answers] == [400, 400, 400, 429]
    assert answers[0].headers["RateLimit-Policy"] == '"app";q=6;w=60'
    assert renewal(registered(bert, name="Other"), "mur_x").status_code == 400
    assert ApiClient().get("/api/v1/lobby/").status_code == 200


@pytest.mark.parametrize("name", ["app_000000000000000000000000", "x", "%00", ""])
def test_an_app_that_there_is_not_is_a_guest(db: None, few: None, name: str) -> None:
    answers = [
        ApiClient().post(
            "/api/v1/oauth/token/",
            f"grant_type=refresh_token&client_id={name}",
            content_type="application/x-www-form-urlencoded",
        )
        for _call in range(3)
    ]

    assert [answer.status_code for answer in answers] == [400, 400, 429]
