"""What a token may call, and what an app may be given: a table of every operation, by scope.

Whoever adds an operation decides here. An app may be given a scope only if all that it lets the app do is over when the
player disconnects it: what it has written in the player's name stays, but nothing goes on.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from accounts.models import AccessToken, App, Connection, User
from accounts.models.tokens import PREFIX_OF_APPS, new_secret
from accounts.oauth import connections, registration
from kit.schema import generated
from kit.scopes import scope_names, scopes_for_apps
from tests.games.site.api.test_access import ROWS, AccessCase, operation_of
from tests.games.site.api.world import _world, anna, bert, carla, game, iris, parts, world
from tests.support.api import Api, ApiClient, refused

__all__ = ["_world", "anna", "bert", "carla", "game", "iris", "parts", "world"]

FOR_EVERYBODY = """
    GET    health/live/
    GET    health/ready/
    GET
    POST   analysis/
    POST   analysis/record/
    GET    audit/checkpoints/
    GET    audit/rows/
    GET    canned-messages/
    GET    computers/
    GET    puzzles/daily/
    GET    puzzles/{number}/
    POST   puzzles/{number}/attempt/
    GET    games/
    GET    games/{number}/
    GET    games/{number}/events/
    GET    games/{number}/moves/
    GET    games/{number}/notes/
    GET    games/{number}/record/
    GET    games/{number}/review/
    GET    games/{number}/zwickmuehlen/
    GET    dumps/
    GET    invitations/{secret}/
    GET    lobby/
    POST   oauth/revocation/
    POST   oauth/token/
    GET    openings/
    GET    clubs/
    GET    clubs/{slug}/
    GET    clubs/{slug}/members/
    GET    clubs/{slug}/ranking/
    GET    players/
    GET    players/{username}/
    GET    players/{username}/against/{opponent}/
    GET    players/{username}/games/
    GET    players/{username}/ratings/{rules}/
    GET    players/{username}/ratings/{rules}/history/
    POST   positions/
    POST   push-subscriptions/renewal/
    GET    ratings/
    POST   tokens/test/
"""
FOR_SESSIONS = """
    GET    apps/
    POST   apps/
    GET    apps/{client_id}/
    PATCH  apps/{client_id}/
    DELETE apps/{client_id}/
    GET    connections/
    DELETE connections/{client_id}/
    GET    tokens/
    POST   tokens/
    DELETE tokens/{token_id}/
"""
MAY_BE_GIVEN_TO_APPS = {
    "game:read": """
        POST   positions/evaluate/
        GET    days-off/
        GET    disputes/
        GET    disputes/{number}/
        GET    events/
        GET    games/{number}/disputes/
        GET    games/{number}/messages/
        GET    games/{number}/note/
        GET    games/{number}/conditional-moves/
        GET    games/{number}/spectator-chat/
        GET    leave/
        GET    sanctions/
        GET    notifications/
        GET    notifications/deliveries/
        GET    reports/
    """,
    "game:play": """
        PUT    days-off/
        POST   games/{number}/abort/
        POST   games/{number}/draw-claim/
        POST   games/{number}/draw-offer/
        POST   games/{number}/draw-offer/acceptance/
        POST   games/{number}/draw-offer/refusal/
        POST   games/{number}/moves/
        PUT    games/{number}/note/
        DELETE games/{number}/note/
        PUT    games/{number}/conditional-moves/
        DELETE games/{number}/conditional-moves/
        PUT    games/{number}/presence/
        DELETE games/{number}/presence/
        POST   games/{number}/pause/
        DELETE games/{number}/pause/
        POST   games/{number}/pause/acceptance/
        POST   games/{number}/pause/refusal/
        POST   games/{number}/resignation/
        POST   games/{number}/review/
        POST   games/{number}/takeback/
        POST   games/{number}/takeback/acceptance/
        POST   games/{number}/takeback/refusal/
        POST   games/{number}/time-gift/
        POST   games/{number}/timeout-claim/
        POST   leave/
        DELETE leave/{leave_id}/
    """,
    "challenge:read": """
        GET    challenges/
        GET    challenges/{number}/
    """,
    "challenge:write": """
        POST   challenges/
        POST   challenges/{number}/acceptance/
        POST   challenges/{number}/cancellation/
        POST   challenges/{number}/refusal/
        POST   games/{number}/rematch/
        POST   invitations/{secret}/acceptance/
    """,
    "puzzle:solve": """
        GET    puzzles/next/
    """,
    "message:write": """
        POST   games/{number}/messages/
        POST   games/{number}/reminder/
        POST   games/{number}/spectator-chat/
        DELETE games/{number}/spectator-chat/{message_id}/
    """,
    "dispute:write": """
        POST   disputes/{number}/appeal/
        POST   disputes/{number}/withdrawal/
        POST   games/{number}/disputes/
        POST   sanctions/{sanction_id}/acknowledgement/
        POST   reports/
    """,
    "club:read": """
        GET    clubs/{slug}/membership/
        GET    clubs/{slug}/posts/
        GET    clubs/{slug}/requests/
    """,
    "preference:read": """
        GET    account/
        GET    account/notifications/
        GET    account/follows/
        GET    account/follows/{username}/
        GET    account/relations/
        GET    account/relations/{username}/
    """,
    "preference:write": """
        PATCH  account/
        PATCH  account/notifications/
        POST   notifications/seen/
        POST   notifications/test/
    """,
    "record:read": """
        GET    records/
        GET    records/export/
        GET    records/{number}/
    """,
    "record:write": """
        POST   records/
        PATCH  records/{number}/
        DELETE records/{number}/
    """,
    # It adds the address to what `GET account/` answers.
    "email:read": "",
}
NEVER_GIVEN_TO_APPS = {
    "club:write": """
        POST   clubs/
        PATCH  clubs/{slug}/
        DELETE clubs/{slug}/
        POST   clubs/{slug}/link/
        DELETE clubs/{slug}/link/
        PUT    clubs/{slug}/members/{username}/
        PATCH  clubs/{slug}/members/{username}/
        DELETE clubs/{slug}/members/{username}/
        PUT    clubs/{slug}/membership/
        DELETE clubs/{slug}/membership/
        POST   clubs/{slug}/posts/
        DELETE clubs/{slug}/posts/{post_id}/
        DELETE clubs/{slug}/requests/{username}/
    """,
    "bot:play": """
        POST   account/bot/
    """,
    "relation:write": """
        DELETE account/follows/{username}/
        PUT    account/follows/{username}/
        PATCH  account/relations/{username}/
    """,
    "webhook:write": """
        GET    calendar-feed/
        POST   calendar-feed/
        PATCH  calendar-feed/
        DELETE calendar-feed/
        GET    chat-connections/
        POST   chat-connections/
        GET    chat-connections/{connection_id}/
        PATCH  chat-connections/{connection_id}/
        DELETE chat-connections/{connection_id}/
        POST   chat-connections/{connection_id}/test/
        GET    push-subscriptions/
        POST   push-subscriptions/
        DELETE push-subscriptions/{subscription_id}/
        GET    webhooks/
        POST   webhooks/
        GET    webhooks/{webhook_id}/
        PATCH  webhooks/{webhook_id}/
        DELETE webhooks/{webhook_id}/
        GET    webhooks/{webhook_id}/deliveries/
        POST   webhooks/{webhook_id}/deliveries/{delivery_id}/redelivery/
        POST   webhooks/{webhook_id}/secret/
        POST   webhooks/{webhook_id}/test/
    """,
}
# Where a call of an app may leave rows: games, and words in them; challenges; reports; records; the account's own
# values and settings; and what the server keeps of every call. What it has done by then is done, and nothing goes on.
LEFT = """
    accounts.AccessToken accounts.Connection accounts.NameKey accounts.User analysis.Record challenges.Challenge
    chat.Message chat.Note chat.SpectatorMessage core.Event core.Game core.Move core.UserEvent core.UserStream
    disputes.Dispute notifications.NotificationSettings play.ConditionalMoves play.DrawOffer play.Reminder play.TimeGift
    play.Takeback players.Rating players.RatingChange players.StoredReliability reports.Report time_off.DaysOff
    time_off.Leave time_off.PauseOffer time_off.StaleClocks
"""

Operation = tuple[str, str]
FOR_APPS = [scope.name for scope in scopes_for_apps()]


def _operations() -> Iterator[tuple[Operation, str]]:
    groups = {"everybody": FOR_EVERYBODY, "session": FOR_SESSIONS} | MAY_BE_GIVEN_TO_APPS | NEVER_GIVEN_TO_APPS
    for group, lines in groups.items():
        for line in filter(None, map(str.strip, lines.splitlines())):
            method, _space, address = line.partition(" ")
            yield (method, f"/api/v1/{address.strip()}"), group


TABLE = dict(_operations())
BY_OPERATION: dict[Operation, AccessCase] = {}
for each in ROWS:
    # Where several rows have one, the first that the player may call.
    if operation_of(each) not in BY_OPERATION or BY_OPERATION[operation_of(each)].status_for("player") >= 400:
        BY_OPERATION[operation_of(each)] = each
WITH_SCOPE = [row for operation, row in BY_OPERATION.items() if TABLE.get(operation) in scope_names()]
BY_APPS = [row for row in WITH_SCOPE if TABLE[operation_of(row)] in MAY_BE_GIVEN_TO_APPS]


def call(client: ApiClient, row: AccessCase, parts: dict[str, object]) -> Any:
    return getattr(client, row.method.lower())(f"/api/v1/{row.address.format(**parts)}", row.body, format="json")


@pytest.fixture
def app(bert: User) -> App:
    return registration.register(bert, name="Club Table", redirect_uris=["https://club.example/"])


def app_of(user: User, app: App) -> ApiClient:
    """The app with every scope that the server gives to apps."""
    now = timezone.now()
    connection = Connection.objects.create(
        user=user, app=app, scopes=FOR_APPS, begun_at=now, expires_at=now + timedelta(days=1)
    )
    secret = new_secret(PREFIX_OF_APPS)
    AccessToken.issue_to_app(connection, secret, scopes=list(FOR_APPS), expires_at=now + timedelta(hours=1))
    client = ApiClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def test_the_table_says_of_every_operation_who_may_call_it() -> None:
    paths = generated()["paths"].items()

    assert set(TABLE) == {(method.upper(), path) for path, item in paths for method in item}
    assert set(MAY_BE_GIVEN_TO_APPS) | set(NEVER_GIVEN_TO_APPS) == set(scope_names())
    assert set(FOR_APPS) == set(MAY_BE_GIVEN_TO_APPS)


@pytest.mark.parametrize("row", WITH_SCOPE, ids=str)
def test_a_token_does_only_what_its_scopes_say(api: Api, anna: User, parts: dict[str, object], row: AccessCase) -> None:
    scope = TABLE[operation_of(row)]
    others = set(scope_names()) - {scope}

    problem = refused(call(api(anna, *others), row, parts), 403, "insufficient_scope")
    answer = call(api(anna, scope), row, parts)

    assert problem["required_scope"] == scope
    assert answer.status_code == row.status_for("player"), answer.content


@pytest.mark.parametrize("row", WITH_SCOPE, ids=str)
def test_an_app_does_only_what_apps_may_be_given(
    app: App, anna: User, parts: dict[str, object], row: AccessCase
) -> None:
    answer = call(app_of(anna, app), row, parts)

    if TABLE[operation_of(row)] in MAY_BE_GIVEN_TO_APPS:
        assert answer.status_code == row.status_for("player"), answer.content
    else:
        refused(answer, 403, "insufficient_scope")


@pytest.mark.parametrize("row", [row for row in BY_OPERATION.values() if TABLE.get(operation_of(row)) == "session"])
def test_what_lets_in_others_is_not_for_tokens(
    api: Api, app: App, anna: User, parts: dict[str, object], row: AccessCase
) -> None:
    for client in (api(anna), app_of(anna, app)):
        refused(call(client, row, parts), 403, "session_required")


@pytest.mark.parametrize("row", [row for row in BY_APPS if row.method != "GET"], ids=str)
def test_a_call_of_an_app_leaves_nothing_that_goes_on_when_it_is_disconnected(
    app: App, anna: User, parts: dict[str, object], row: AccessCase
) -> None:
    client = app_of(anna, app)
    before = _rows()

    answer = call(client, row, parts)
    connections.disconnect(anna, app.client_id)

    now = _rows()
    assert answer.status_code == row.status_for("player"), answer.content
    assert {label for label, rows in now.items() if rows != before[label]} <= set(LEFT.split())
    refused(call(client, row, parts), 401, "invalid_token")


def _rows() -> dict[str, list[tuple[object, ...]]]:
    return {model._meta.label: list(model._default_manager.order_by("pk").values_list()) for model in apps.get_models()}


def test_an_app_does_not_choose_what_is_sent_to_other_servers(api: Api, anna: User, world: object) -> None:
    """Anna has a webhook and a chat app."""
    weak, strong = api(anna, "preference:write"), api(anna, "preference:write", "webhook:write")
    now = api(anna, "preference:read").read("account/notifications/")["table"]["message"]

    for channel in ("webhook", "chat_app"):
        wanted = {"table": {"message": {channel: not now[channel]}}}
        problem = refused(
            weak.patch("/api/v1/account/notifications/", wanted, format="json"), 403, "insufficient_scope"
        )
        as_it_is = weak.patch(
            "/api/v1/account/notifications/", {"table": {"message": {channel: now[channel]}}}, format="json"
        )
        changed = strong.patch("/api/v1/account/notifications/", wanted, format="json")

        assert problem["required_scope"] == "webhook:write"
        assert as_it_is.json()["table"]["message"][channel] == now[channel]
        assert changed.json()["table"]["message"][channel] != now[channel]
