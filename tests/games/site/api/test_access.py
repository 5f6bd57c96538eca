"""Who may do what: every address, for visitor, stranger, opponent, player, a token without the scope, a bot, an
arbiter, a guest.

The three last are strangers to the games here. Bot and arbiter have every scope, the guest a session.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.terms import Agreement
from games.players.bots import become_bot
from kit.schema import generated
from tests.games.notifications.browser import Browser
from tests.games.site.api.world import World, _world, anna, bert, carla, game, iris, parts, world
from tests.support.api import ApiClient, Site, client_of
from tests.support.people import new_guest, new_person
from tests.support.playing import unchanged
from tests.support.savepoints import kept_for_a_module, rolled_back

__all__ = ["_world", "anna", "bert", "carla", "game", "iris", "parts", "world"]

OPEN = (200, 200, 200, 200, 200)
ACTION = (401, 403, 201, 201, 403)
OWN = (401, 404, 404, 200, 403)
OWN_ACTION = (401, 404, 404, 201, 403)
SESSION_ONLY = (401, 403, 403, 403, 403)
# Whoever calls: an app says who it is in the body.
SOON = (timezone.now() + timedelta(days=3)).isoformat()
NO_APP = (400, 400, 400, 400, 400)
TO_BOT = {"confirm": "carla", "operator": "Carla"}


@dataclass(frozen=True)
class AccessCase:
    """One address, and the status for the visitor, the stranger, the opponent, the player, the token without scope."""

    method: str
    address: str
    expected: tuple[int, int, int, int, int]
    body: dict[str, Any] | None = None
    # Where they are not answered as the stranger is.
    bot: int | None = None
    moderator: int | None = None
    by_guest: int | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.address}"

    @property
    def needs_account(self) -> bool:
        """Whether it is in one of the groups that guests may not call."""
        return re.match(FOR_ACCOUNTS, str(self)) is not None

    def status_for(self, caller: str) -> int:
        """The exact one."""
        like = dict(zip(CALLERS, self.expected, strict=False))
        like["guest"] = 403 if self.needs_account else self.by_guest or like["stranger"]
        like["bot"] = like["stranger"] if self.bot is None else self.bot
        like["moderator"] = like["stranger"] if self.moderator is None else self.moderator
        return like[caller]


# Far from what is played.
EVALUATED = "WWW.B.B.B............... w 0 0 0"
PUSH = {"endpoint": "https://8.8.8.8/push", **Browser().keys}
FORMER = {"former_endpoint": "https://8.8.8.8/gone", "former_auth": Browser().keys["auth"]}
# tests/games/site/api/world.py says who they are, and what they have.
ROWS = [
    AccessCase("GET", "", OPEN),
    AccessCase("GET", "health/live/", OPEN),
    AccessCase("GET", "health/ready/", OPEN),
    AccessCase("GET", "players/", OPEN),
    AccessCase("GET", "players/anna/", OPEN),
    AccessCase("GET", "players/{player}/games/", OPEN),
    AccessCase("GET", "lobby/", OPEN),
    AccessCase("GET", "audit/checkpoints/", OPEN),
    AccessCase("GET", "audit/rows/", OPEN),
    AccessCase("GET", "games/{game}/zwickmuehlen/", (200, 200, 403, 403, 403)),
    AccessCase("POST", "positions/", OPEN, {"position": "........................ w 9 9 0"}),
    AccessCase("POST", "positions/evaluate/", (401, 200, 200, 200, 403), {"position": EVALUATED}),
    AccessCase("POST", "analysis/", OPEN, {"moves": ["d6"]}),
    AccessCase("POST", "analysis/record/", OPEN, {"record": "1. d6 f4 *"}),
    AccessCase("GET", "account/", (401, 200, 200, 200, 403)),
    AccessCase("PATCH", "account/", (401, 200, 200, 200, 403), {"language": "de"}),
    AccessCase(
        "POST",
        "account/bot/",
        (401, 201, 400, 400, 403),
        {"confirm": "carla", "operator": "Carla"},
        bot=400,
        moderator=400,
    ),
    AccessCase("GET", "account/notifications/", (401, 200, 200, 200, 403)),
    AccessCase("PATCH", "account/notifications/", (401, 200, 200, 200, 403), {"pace": "daily"}),
    AccessCase("GET", "account/relations/", (401, 200, 200, 200, 403)),
    AccessCase("GET", "account/relations/{player}/", (401, 200, 200, 200, 403)),
    AccessCase("PATCH", "account/relations/{player}/", (401, 200, 200, 409, 403), {"muted": True}),
    AccessCase("GET", "account/follows/", (401, 200, 200, 200, 403)),
    AccessCase("GET", "account/follows/{player}/", (401, 404, 404, 404, 403)),
    AccessCase("PUT", "account/follows/{player}/", (401, 200, 200, 409, 403), {"notify": True}),
    AccessCase("DELETE", "account/follows/{player}/", (401, 204, 204, 204, 403)),
    AccessCase("GET", "clubs/", OPEN),
    AccessCase("POST", "clubs/", (401, 201, 201, 201, 403), {"name": "Another"}),
    AccessCase("GET", "clubs/{slug}/", OPEN),
    AccessCase("PATCH", "clubs/{slug}/", (401, 403, 403, 200, 403), {"about": "Ours."}),
    AccessCase("DELETE", "clubs/{slug}/", (401, 403, 403, 204, 403)),
    AccessCase("POST", "clubs/{slug}/link/", (401, 403, 403, 201, 403)),
    AccessCase("DELETE", "clubs/{slug}/link/", (401, 403, 403, 204, 403)),
    AccessCase("GET", "clubs/{slug}/members/", OPEN),
    AccessCase("PUT", "clubs/{slug}/members/{asking}/", (401, 403, 403, 200, 403)),
    AccessCase("PATCH", "clubs/{slug}/members/{member}/", (401, 403, 403, 200, 403), {"role": "officer"}),
    AccessCase("DELETE", "clubs/{slug}/members/{member}/", (401, 403, 403, 204, 403)),
    # Carla, the stranger, has asked to join.
    AccessCase("GET", "clubs/{slug}/membership/", (401, 200, 200, 200, 403), bot=404, moderator=404),
    AccessCase("PUT", "clubs/{slug}/membership/", (401, 200, 200, 200, 403), {}),
    AccessCase("DELETE", "clubs/{slug}/membership/", (401, 204, 204, 409, 403)),
    AccessCase("GET", "clubs/{slug}/posts/", (401, 403, 200, 200, 403)),
    AccessCase("POST", "clubs/{slug}/posts/", (401, 403, 201, 201, 403), {"text": "I do."}),
    AccessCase("DELETE", "clubs/{slug}/posts/{post_id}/", (401, 403, 204, 204, 403)),
    AccessCase("GET", "clubs/{slug}/ranking/", OPEN),
    AccessCase("GET", "clubs/{slug}/requests/", (401, 403, 403, 200, 403)),
    AccessCase("DELETE", "clubs/{slug}/requests/{asking}/", (401, 403, 403, 204, 403)),
    AccessCase("GET", "tokens/", SESSION_ONLY),
    AccessCase("POST", "tokens/", SESSION_ONLY, {"description": "more", "scopes": ["game:play"]}),
    AccessCase("DELETE", "tokens/{token_id}/", SESSION_ONLY),
    AccessCase("POST", "tokens/test/", OPEN, {"tokens": ["mue_unknown"]}),
    AccessCase("GET", "apps/", SESSION_ONLY),
    AccessCase("POST", "apps/", SESSION_ONLY, {"name": "more", "redirect_uris": ["https://club.example/"]}),
    AccessCase("GET", "apps/{client_id}/", SESSION_ONLY),
    AccessCase("PATCH", "apps/{client_id}/", SESSION_ONLY, {"name": "mine"}),
    AccessCase("DELETE", "apps/{client_id}/", SESSION_ONLY),
    AccessCase("GET", "connections/", SESSION_ONLY),
    AccessCase("DELETE", "connections/{client_id}/", SESSION_ONLY),
    AccessCase("POST", "oauth/token/", NO_APP, {"grant_type": "refresh_token", "client_id": "x", "refresh_token": "x"}),
    AccessCase("POST", "oauth/revocation/", NO_APP, {"client_id": "x", "token": "x"}),
    AccessCase("GET", "challenges/", (401, 200, 200, 200, 403)),
    # Rated if nothing is said.
    AccessCase("POST", "challenges/", (401, 201, 201, 201, 403), {"kind": "open"}, by_guest=403),
    AccessCase("GET", "challenges/{direct}/", (401, 404, 200, 200, 403)),
    AccessCase("POST", "challenges/{direct}/acceptance/", (401, 404, 409, 201, 403)),
    AccessCase("POST", "challenges/{direct}/refusal/", (401, 404, 403, 201, 403), {"reason": "No."}),
    AccessCase("POST", "challenges/{direct}/cancellation/", (401, 404, 201, 403, 403)),
    AccessCase("GET", "challenges/{open}/", (401, 200, 200, 200, 403)),
    # Bert has said nothing of bots.
    AccessCase("POST", "challenges/{open}/acceptance/", (401, 201, 409, 201, 403), bot=403, by_guest=403),
    AccessCase("GET", "challenges/{link}/", (401, 404, 200, 404, 403)),
    AccessCase("POST", "challenges/{link}/acceptance/", (401, 404, 409, 404, 403)),
    AccessCase("GET", "invitations/{secret}/", OPEN),
    AccessCase("POST", "invitations/{secret}/acceptance/", (401, 201, 409, 201, 403), bot=403, by_guest=403),
    AccessCase("GET", "games/", OPEN),
    AccessCase("GET", "games/?waiting=true", (401, 200, 200, 200, 200)),
    AccessCase("GET", "games/{game}/", OPEN),
    AccessCase("GET", "games/{game}/moves/", OPEN),
    AccessCase("GET", "games/{game}/record/", OPEN),
    AccessCase("GET", "games/{game}/events/", OPEN),
    # The game is not over yet.
    AccessCase("GET", "games/{game}/review/", (404, 404, 404, 404, 404)),
    AccessCase("POST", "games/{game}/review/", (401, 409, 409, 409, 403)),
    AccessCase("PUT", "games/{game}/presence/", (401, 403, 204, 204, 403), {"event": 1}),
    AccessCase("DELETE", "games/{game}/presence/", (401, 403, 204, 204, 403)),
    AccessCase("GET", "games/{game}/messages/", (401, 403, 200, 200, 403)),
    AccessCase("POST", "games/{game}/messages/", ACTION, {"text": "Hello."}),
    AccessCase("POST", "games/{game}/time-gift/", ACTION),
    AccessCase("POST", "games/{slow}/reminder/", (401, 403, 409, 201, 403)),
    AccessCase("POST", "games/{game}/moves/", (401, 403, 409, 201, 403), {"move": "d6", "ply": 1}),
    AccessCase("GET", "puzzles/daily/", OPEN),
    AccessCase("GET", "puzzles/next/", (401, 200, 200, 200, 403)),
    AccessCase("GET", "puzzles/{puzzle}/", OPEN),
    AccessCase("POST", "puzzles/{puzzle}/attempt/", OPEN, {"give_up": True}),
    AccessCase("GET", "canned-messages/", OPEN),
    AccessCase("GET", "computers/", OPEN),
    AccessCase("GET", "openings/", OPEN),
    AccessCase("GET", "ratings/", OPEN),
    AccessCase("GET", "dumps/", OPEN),
    AccessCase("GET", "players/{player}/ratings/{rules}/", OPEN),
    AccessCase("GET", "players/{player}/ratings/{rules}/history/", OPEN),
    AccessCase("GET", "players/{player}/against/{opponent}/", OPEN),
    AccessCase("GET", "games/{game}/spectator-chat/", (401, 200, 403, 403, 403)),
    AccessCase(
        "POST", "games/{game}/spectator-chat/", (401, 201, 403, 403, 403), {"text": "What a game."}, by_guest=403
    ),
    # Carla, the stranger, has written it.
    AccessCase(
        *("DELETE", "games/{game}/spectator-chat/{message_id}/", (401, 204, 404, 404, 403)),
        bot=404,
        moderator=404,
        by_guest=404,
    ),
    AccessCase("GET", "games/{game}/note/", (401, 403, 200, 200, 403)),
    AccessCase("PUT", "games/{game}/note/", (401, 403, 200, 200, 403), {"text": "Mind a7."}),
    AccessCase("DELETE", "games/{game}/note/", (401, 403, 204, 204, 403)),
    AccessCase("GET", "games/{game}/notes/", OPEN),
    AccessCase("GET", "reports/", (401, 200, 200, 200, 403)),
    AccessCase(
        "POST", "reports/", (401, 201, 201, 409, 403), {"subject": "profile", "against": "anna", "text": "Look."}
    ),
    AccessCase("GET", "disputes/", (401, 200, 200, 200, 403)),
    AccessCase("GET", "disputes/{dispute}/", (401, 404, 404, 200, 403)),
    AccessCase("POST", "disputes/{dispute}/withdrawal/", OWN_ACTION),
    AccessCase("POST", "disputes/{decided}/appeal/", (401, 404, 201, 201, 403), {"text": "Look again."}),
    AccessCase("GET", "games/{game}/disputes/", (401, 403, 200, 200, 403)),
    AccessCase("POST", "games/{game}/disputes/", (401, 403, 201, 409, 403), {"category": "other", "text": "He left."}),
    AccessCase("GET", "sanctions/", (401, 200, 200, 200, 403)),
    AccessCase("POST", "sanctions/{sanction_id}/acknowledgement/", OWN_ACTION),
    AccessCase("GET", "games/{game}/conditional-moves/", (401, 403, 200, 200, 403)),
    AccessCase(
        "PUT", "games/{game}/conditional-moves/", (401, 403, 200, 409, 403), {"ply": 1, "lines": [["d6", "f4"]]}
    ),
    AccessCase("DELETE", "games/{game}/conditional-moves/", (401, 403, 204, 204, 403)),
    AccessCase("POST", "games/{game}/draw-offer/", (401, 403, 409, 409, 403)),
    AccessCase("POST", "games/{game}/draw-offer/acceptance/", (401, 403, 409, 201, 403)),
    AccessCase("POST", "games/{game}/draw-offer/refusal/", (401, 403, 409, 201, 403), {"reason": "No."}),
    # The game is rated.
    AccessCase("POST", "games/{game}/takeback/", (401, 403, 409, 409, 403)),
    AccessCase("POST", "games/{game}/takeback/acceptance/", (401, 403, 409, 409, 403)),
    AccessCase("POST", "games/{game}/takeback/refusal/", (401, 403, 409, 409, 403)),
    AccessCase("POST", "games/{game}/pause/", (401, 403, 201, 201, 403), {"until": SOON}),
    # The player has offered none, and nobody has offered them one.
    AccessCase("DELETE", "games/{game}/pause/", (401, 403, 409, 409, 403)),
    AccessCase("POST", "games/{game}/pause/acceptance/", (401, 403, 409, 409, 403)),
    AccessCase("POST", "games/{game}/pause/refusal/", (401, 403, 409, 409, 403)),
    AccessCase("POST", "games/{game}/draw-claim/", (401, 403, 409, 409, 403), {"claim": "repetition"}),
    AccessCase("POST", "games/{game}/resignation/", ACTION),
    AccessCase("POST", "games/{game}/abort/", ACTION),
    AccessCase("POST", "games/{ended}/rematch/", ACTION),
    AccessCase("POST", "games/{game}/timeout-claim/", (401, 403, 409, 409, 403)),
    AccessCase("GET", "calendar-feed/", (401, 200, 200, 200, 403)),
    AccessCase("POST", "calendar-feed/", (401, 201, 201, 201, 403)),
    AccessCase("PATCH", "calendar-feed/", (401, 404, 404, 404, 403), {"with_leave": True}),
    AccessCase("DELETE", "calendar-feed/", (401, 204, 204, 204, 403)),
    AccessCase("GET", "days-off/", (401, 200, 200, 200, 403)),
    AccessCase("PUT", "days-off/", (401, 200, 200, 200, 403), {"weekdays": ["sunday"], "time_zone": "UTC"}),
    AccessCase("GET", "leave/", (401, 200, 200, 200, 403)),
    AccessCase("POST", "leave/", (401, 201, 201, 201, 403), {"ends_at": SOON}, bot=403),
    AccessCase("DELETE", "leave/{leave_id}/", (401, 404, 404, 204, 403)),
    AccessCase("GET", "records/", (401, 200, 200, 200, 403)),
    AccessCase("POST", "records/", (401, 201, 201, 201, 403), {"text": "1. d6 f4 *"}),
    AccessCase("GET", "records/export/", (401, 200, 200, 200, 403)),
    AccessCase("GET", "records/{record}/", (401, 404, 404, 200, 403)),
    AccessCase("PATCH", "records/{record}/", (401, 404, 404, 200, 403), {"title": "Ours"}),
    AccessCase("DELETE", "records/{record}/", (401, 404, 404, 204, 403)),
    AccessCase("GET", "events/", (401, 200, 200, 200, 403)),
    AccessCase("GET", "notifications/", (401, 200, 200, 200, 403)),
    AccessCase("POST", "notifications/seen/", (401, 201, 201, 201, 403), {"seq": 1}),
    AccessCase("GET", "notifications/deliveries/", (401, 200, 200, 200, 403)),
    AccessCase("POST", "notifications/test/", (401, 204, 204, 204, 403)),
    AccessCase("GET", "push-subscriptions/", (401, 200, 200, 200, 403)),
    AccessCase("POST", "push-subscriptions/", (401, 201, 201, 201, 403), PUSH),
    AccessCase("POST", "push-subscriptions/renewal/", (404, 404, 404, 404, 404), FORMER | PUSH),
    AccessCase("DELETE", "push-subscriptions/{subscription_id}/", (401, 404, 404, 204, 403)),
    AccessCase("GET", "chat-connections/", (401, 200, 200, 200, 403)),
    AccessCase(
        "POST",
        "chat-connections/",
        (401, 201, 201, 201, 403),
        {"service": "gotify", "url": "https://8.8.8.8", "token": "abc"},
    ),
    AccessCase("GET", "chat-connections/{connection_id}/", OWN),
    AccessCase("PATCH", "chat-connections/{connection_id}/", OWN, {"active": True}),
    AccessCase("DELETE", "chat-connections/{connection_id}/", (401, 404, 404, 204, 403)),
    AccessCase("POST", "chat-connections/{connection_id}/test/", OWN_ACTION),
    AccessCase("GET", "webhooks/", (401, 200, 200, 200, 403)),
    AccessCase("POST", "webhooks/", (401, 201, 201, 201, 403), {"url": "https://8.8.8.8/"}),
    AccessCase("GET", "webhooks/{webhook_id}/", OWN),
    AccessCase("PATCH", "webhooks/{webhook_id}/", OWN, {"types": ["move_played"]}),
    AccessCase("DELETE", "webhooks/{webhook_id}/", (401, 404, 404, 204, 403)),
    AccessCase("POST", "webhooks/{webhook_id}/test/", OWN_ACTION),
    AccessCase("POST", "webhooks/{webhook_id}/secret/", OWN_ACTION),
    AccessCase("GET", "webhooks/{webhook_id}/deliveries/", OWN),
    AccessCase("POST", "webhooks/{webhook_id}/deliveries/{delivery_id}/redelivery/", OWN_ACTION),
]
ACTIONS_IN_GAMES = [row for row in ROWS if row.method == "POST" and "{game}" in row.address]
# Words about a game are no play.
BESIDE = ("/messages/", "/disputes/")
CALLERS = ("visitor", "stranger", "opponent", "player", "weak", "bot", "moderator", "guest")
# What guests cannot do, although strangers can: whatever makes access that lasts, changes an account, or is read by
# others in a guest's own words.
FOR_ACCOUNTS = re.compile(
    r"PATCH account/(notifications/)?$|POST account/bot/|\w+ account/follows/|\w+ (tokens/(?!test)|apps/|connections/)"
    r"|(POST|PUT|PATCH|DELETE) clubs/|GET clubs/\{slug\}/(membership|posts|requests)/"
    r"|POST (reports|disputes|games/\{game\}/disputes|notifications)/|\w+ (days-off|leave|records)/"
    r"|\w+ (calendar-feed|chat-connections|webhooks)/|(GET|DELETE) push-subscriptions/|POST push-subscriptions/$"
)


def moderator(person: Callable[..., User]) -> User:
    """An arbiter, who decides disputes on the pages of staff."""
    user = person("mona", is_staff=True)
    user.groups.add(Group.objects.get(name="arbiter"))
    return user


@pytest.fixture(scope="module")
def _callers(_world: World, django_db_blocker: Any) -> Iterator[dict[str, ApiClient]]:
    """A client of each kind but the guest, whose session ends with the test."""

    def build() -> dict[str, ApiClient]:
        return {
            "visitor": client_of(),
            "stranger": client_of(_world.carla),
            "opponent": client_of(_world.bert),
            "player": client_of(_world.anna),
            "weak": client_of(_world.anna, "email:read"),
            "bot": client_of(become_bot(new_person("automaton"))),
            "moderator": client_of(moderator(new_person)),
        }

    with kept_for_a_module(django_db_blocker, build) as clients:
        yield clients


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_who_may_do_what(_callers: dict[str, ApiClient], site: Site, parts: dict[str, object], row: AccessCase) -> None:
    clients = {**_callers, "guest": site(new_guest())}
    expected = {caller: row.status_for(caller) for caller in CALLERS}

    statuses = {}
    for caller, client in clients.items():
        with rolled_back(), unchanged() if expected[caller] >= 400 else nullcontext():
            statuses[caller] = called(client, row, parts).status_code

    assert statuses == expected


def called(client: ApiClient, row: AccessCase, parts: dict[str, object]) -> Any:
    """The answer to the call of the row."""
    call = getattr(client, row.method.lower())
    return call("/api/v1/" + row.address.format(**parts), row.body, format="json")


def test_what_a_guest_may_not_do_is_refused_for_that_reason(site: Site, parts: dict[str, object]) -> None:
    guest = site(new_guest())
    answers = {str(row): called(guest, row, parts) for row in ROWS if row.needs_account}

    assert {name for name, answer in answers.items() if answer.json()["code"] != "account_needed"} == set()


# What the parts of addresses are called in the schema, where that differs.
NAMES = dict.fromkeys(("direct", "open", "link", "game", "ended", "slow", "record", "dispute", "decided"), "number") | {
    "player": "username",
    "puzzle": "number",
    "member": "username",
    "asking": "username",
}


def operation_of(row: AccessCase) -> tuple[str, str]:
    """Method and address of the row, as in the schema."""
    address = row.address.partition("?")[0].replace("players/anna/", "players/{player}/")
    return row.method, "/api/v1/" + re.sub(r"{(\w+)}", lambda found: f"{{{NAMES.get(found[1], found[1])}}}", address)


def test_the_table_has_every_address() -> None:
    paths = generated()["paths"].items()
    assert {operation_of(row) for row in ROWS} == {(method.upper(), path) for path, item in paths for method in item}


def test_nobody_plays_a_bots_game_by_a_session(site: Site, person: Callable[..., User], anna: User) -> None:
    """A person's hand must not move for a program, whatever the action."""
    robot = become_bot(person("robot"))
    casual = Proposal(agreement=Agreement(rated=False), colour="white")
    game = actions.accept_challenge(actions.challenge_player(robot, anna, casual).number, anna).game
    assert game is not None
    client, played = site(robot), [row for row in ACTIONS_IN_GAMES if not row.address.endswith(BESIDE)]

    with unchanged():
        statuses = {str(row): called(client, row, {"game": game.number}).status_code for row in played}

    assert statuses == {str(row): 403 for row in played}
