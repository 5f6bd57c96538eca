"""The examples of the schema are calls that were made: here they are made again, and must be answered the same."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import App, User
from games.computer import accounts
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes.verdict_kinds import Verdict
from games.dumps.tasks import make_dumps
from games.explorer.counting import count_next
from games.puzzles.daily import choose_daily_puzzles
from games.reviews.working import review_next
from games.site.api.examples import LONGEST_LIST, PLACE
from kit.schema import generated
from tests.accounts.oauth.visits import VERIFIER, code_for, keys_for
from tests.games.notifications.test_push_encryption import AUTH, P256DH
from tests.games.puzzles.conftest import LONG, SHORT, store
from tests.games.site.api.contract import path_of
from tests.games.webhooks.conftest import Names, names
from tests.support.api import Api, ApiClient
from tests.support.playing import SHUFFLE, SHUFFLING, stand_at
from tests.support.playing import play as play_on
from tests.support.ruling import decided
from tests.support.snapshots import number_from_one, spread_numbers

__all__ = ["names"]

RENEW = "renew them: python3 dev.py test tests/games/site/api/test_examples.py --write-examples"
# What is drawn by lot in every run.
DRAWN = [
    (re.compile(r"(?<=mu[eacr]_)[\w-]{20,}"), "4f0bC2vUqj9dYxT1sWn6RkLm3hZpA8eG5iXoBtNyV7c"),
    (re.compile(r"(?<=app_)[0-9a-f]{24}"), "5d0c2f7a91be44308cfd6e12"),
    (re.compile(r"(?<=calendar/)[\w-]{43}"), "mT2rLk8WsZ1yHcEq3J0xVbN5uUqj9dYxT1sWn6RkLm3"),
    (re.compile(r"whsec_[\w+/]{43}="), "whsec_mT2rLk8WsZ1yHcEq3J0xVbN5uUqj9dYxT1sWn6RkLm0="),
    (re.compile(r"(?:(?<=invitations/)|(?<=clubs/join/))[\w-]{20,}"), "q3J0xVbN5mT2rLk8WsZ1yHcE"),
    (re.compile(r'(?<="secret": ")[\w-]{32}(?=")'), "q3J0xVbN5mT2rLk8WsZ1yHcE"),
    (re.compile(r'(?<="version": ")[\d.]+(?=")'), "1.0.0"),
    (re.compile(r'(?<="sha256": ")[0-9a-f]{64}(?=")'), "5f2b" * 16),
    # Another zlib may write other bytes.
    (re.compile(r'(?<="size": )[0-9]+'), "1234"),
    (re.compile(r'(?<="push_key": ")[\w-]{87}'), P256DH),
]
# Answered beside Django; tests/games/streams/test_downloads.py reads them.
DOWNLOADS = {"export_games", "export_audit_rows"}


class Story:
    """Calls one after another; the first answer of each operation is its example."""

    def __init__(self) -> None:
        self.examples: dict[str, dict[str, Any]] = {}

    def call(self, client: ApiClient, method: str, address: str, body: Any = None, **headers: str) -> Any:
        """Make the call, which must succeed, and return what was answered."""
        answer = getattr(client, method)(f"/api/v1/{address}", body, format="json", headers=headers)
        assert answer.status_code < 300, answer.content
        name = generated()["paths"][path_of(answer)][method]["operationId"]
        media_type = answer.headers.get("Content-Type", "").partition(";")[0]
        found = answer.json() if media_type == "application/json" else answer.getvalue().decode()
        example = {"request": body, "status": answer.status_code, "media_type": media_type, "response": found}
        self.examples.setdefault(name, _settled(example))
        return found


@pytest.fixture
def _numbers_from_one(transactional_db: None) -> Iterator[None]:
    """Afterwards no row gets a number that rows of tests/support/snapshots.py have."""
    number_from_one()
    yield
    spread_numbers(10_000)


@pytest.mark.usefixtures("_numbers_from_one")
def test_every_example_is_answered_as_it_says(
    clock: time_machine.Traveller, api: Api, site: Callable[[User], ApiClient], anna: User, bert: User, carla: User,
    begin: Callable[..., Game], person: Callable[..., User], names: Names, request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    story = Story()
    ask(story, api())
    play(story, api(), api(anna), api(bert), api(carla))
    claim(story, begin, api(anna))
    keep(story, api(anna))
    rest(story, clock, begin, api(anna), bert, api(bert))
    connect(story, api(), site(anna), bert)
    manage(story, api(anna), site(anna))
    meet(story, api(), api(anna), api(bert), api(carla))
    let_go(story, site(anna), anna)
    names["bot.example"] = ["8.8.8.8"]
    be_told_in_a_chat_app(story, api(anna))
    be_called(story, api(anna))
    dispute(story, begin, api(anna), api(bert), person("iris"))
    accounts.establish()
    story.call(api(), "get", "computers/")
    solve(story, api(), api(anna))
    story.call(api(person("robot")), "post", "account/bot/", {"confirm": "robot", "operator": "anna"})
    clock.shift(timedelta(days=31))
    make_dumps()
    story.call(api(), "get", "dumps/")

    if request.config.getoption("--write-examples"):
        PLACE.write_text(
            json.dumps(story.examples, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8"
        )
    assert story.examples == json.loads(PLACE.read_text(encoding="utf-8")), RENEW
    operations = {operation["operationId"] for item in generated()["paths"].values() for operation in item.values()}
    assert set(story.examples) == operations - DOWNLOADS


def solve(story: Story, guest: ApiClient, anna: ApiClient) -> None:
    puzzle = store(SHORT).pk
    store(LONG)
    choose_daily_puzzles()
    story.call(guest, "get", "puzzles/daily/")
    story.call(guest, "get", f"puzzles/{puzzle}/")
    story.call(anna, "post", f"puzzles/{puzzle}/attempt/", {"moves": ["c3-d3"]})
    story.call(anna, "get", "puzzles/next/?theme=mill")


def play(story: Story, guest: ApiClient, anna: ApiClient, bert: ApiClient, carla: ApiClient) -> None:
    """Challenges, a game with all its actions, and what can be read of it."""
    terms = {"rules": "standard", "rated": True, "clock": {"days_per_move": 7}, "colour": "white"}
    words = {"message": "Fancy a game?", "total_days": 180}
    direct = story.call(anna, "post", "challenges/", {"kind": "direct", "opponent": "bert"} | words | terms)
    story.call(bert, "get", f"challenges/{direct['number']}/")
    story.call(bert, "get", "challenges/")
    game = story.call(bert, "post", f"challenges/{direct['number']}/acceptance/")["game"]
    story.call(anna, "post", f"games/{game}/moves/", {"move": "d6", "ply": 1, "message": "Good luck!"})
    story.call(bert, "post", f"games/{game}/moves/", {"move": "f4", "ply": 2})
    story.call(
        bert, "put", f"games/{game}/conditional-moves/", {"ply": 3, "lines": [["b4", "d2", "f2", "b6"], ["d2", "b4"]]}
    )
    story.call(bert, "get", f"games/{game}/conditional-moves/")
    story.call(bert, "delete", f"games/{game}/conditional-moves/")
    story.call(anna, "put", f"games/{game}/note/", {"text": "He likes the corners.", "revealed": True})
    story.call(anna, "get", f"games/{game}/note/")
    story.call(anna, "post", f"games/{game}/messages/", {"text": "What a lovely evening."})
    story.call(bert, "get", f"games/{game}/messages/")
    story.call(guest, "get", "canned-messages/")
    said = story.call(carla, "post", f"games/{game}/spectator-chat/", {"text": "b6 looks strong."})["id"]
    story.call(bert, "put", f"games/{game}/presence/", {"event": 1})
    story.call(bert, "delete", f"games/{game}/presence/")
    story.call(guest, "get", f"games/{game}/")
    story.call(guest, "get", f"games/{game}/moves/")
    story.call(guest, "get", "audit/checkpoints/")
    story.call(guest, "get", f"games/{game}/record/", accept="application/x-muehle-pgn")
    story.call(carla, "get", f"games/{game}/zwickmuehlen/")
    story.call(bert, "get", f"games/{game}/events/?after=0&page_size=2")
    story.call(guest, "get", "games/?status=ongoing")
    story.call(bert, "post", f"games/{game}/draw-offer/", {"reason": "It is even."})
    story.call(anna, "post", f"games/{game}/draw-offer/refusal/", {"reason": "Not yet."})
    for ply, move in enumerate(["b4", "d2"], start=3):
        story.call(anna if ply % 2 else bert, "post", f"games/{game}/moves/", {"move": move, "ply": ply})
    story.call(bert, "post", f"games/{game}/draw-offer/", {})
    story.call(anna, "post", f"games/{game}/draw-offer/acceptance/")
    story.call(carla, "post", f"games/{game}/review/")
    while review_next():
        pass
    story.call(guest, "get", f"games/{game}/review/")
    while count_next():
        pass
    story.call(guest, "get", "openings/")
    story.call(guest, "get", "ratings/?provisional=true")
    story.call(guest, "get", "players/anna/ratings/standard/")
    story.call(guest, "get", "players/anna/ratings/standard/history/")
    story.call(guest, "get", "players/anna/against/bert/")
    story.call(anna, "get", f"games/{game}/spectator-chat/")
    story.call(carla, "delete", f"games/{game}/spectator-chat/{said}/")
    story.call(guest, "get", f"games/{game}/notes/")
    story.call(anna, "delete", f"games/{game}/note/")
    rematch = story.call(anna, "post", f"games/{game}/rematch/")["number"]
    other = story.call(bert, "post", f"challenges/{rematch}/acceptance/")["game"]
    story.call(anna, "post", f"games/{other}/abort/")
    third = story.call(anna, "post", "challenges/", {"kind": "direct", "opponent": "bert"} | terms)["number"]
    story.call(
        bert, "post", f"games/{story.call(bert, 'post', f'challenges/{third}/acceptance/')['game']}/resignation/"
    )
    declined = story.call(anna, "post", "challenges/", {"kind": "direct", "opponent": "carla"} | terms)["number"]
    story.call(carla, "post", f"challenges/{declined}/refusal/", {"reason": "I am on a journey."})
    seek = story.call(anna, "post", "challenges/", {"kind": "open"} | terms)["number"]
    story.call(guest, "get", "lobby/")
    story.call(anna, "post", f"challenges/{seek}/cancellation/")
    link = story.call(anna, "post", "challenges/", {"kind": "link"} | terms)["invitation"]["secret"]
    story.call(guest, "get", f"invitations/{link}/")
    story.call(carla, "post", f"invitations/{link}/acceptance/")
    story.call(anna, "get", "events/?after=0&page_size=2")
    story.call(guest, "get", "players/anna/")
    story.call(guest, "get", "players/?q=an&bot=false&page_size=1")


def dispute(story: Story, begin: Callable[..., Game], anna: ApiClient, of_bert: ApiClient, iris: User) -> None:
    """Anna disputes a game, Iris warns Bert, and Anna would have liked more."""
    game = begin(Agreement(rules="brettspielnetz"))
    said = {"category": "stalling", "text": "He waits for the last hour with every move.", "plies": []}
    first = story.call(anna, "post", f"games/{game.number}/disputes/", said)["number"]
    story.call(anna, "post", f"disputes/{first}/withdrawal/")
    number = anna.send(f"games/{game.number}/disputes/", **said).json()["number"]
    reason = "Three days for a move that has no alternative are not fair."
    decided(number, iris, Verdict.WARNED, reason=reason, against=game.black)
    story.call(anna, "get", f"disputes/{number}/")
    story.call(anna, "get", "disputes/?page_size=1")
    story.call(anna, "post", f"disputes/{number}/appeal/", {"text": "A warning gives me no time back."})
    story.call(anna, "get", f"games/{game.number}/disputes/?page_size=1")
    said = {"subject": "profile", "against": "bert", "text": "This is the third account with this name."}
    story.call(anna, "post", "reports/", said)
    story.call(anna, "get", "reports/?page_size=1")
    warning = story.call(of_bert, "get", "sanctions/")["results"][0]["id"]
    story.call(of_bert, "post", f"sanctions/{warning}/acknowledgement/")


def rest(
    story: Story,
    clock: time_machine.Traveller,
    begin: Callable[..., Game],
    anna: ApiClient,
    bert: User,
    of_bert: ApiClient,
) -> None:
    """Bert’s leave; and the game of a player who was reminded in vain. The rest of the story is told as before."""
    User.objects.filter(pk=bert.pk).update(emergency_day=True, date_joined=datetime(2025, 3, 2, 12, tzinfo=UTC))
    game = begin(Agreement(timeout="claim", leave_days=0, days_off=False, rated=False))
    now = timezone.now()
    wanted = {"starts_at": "2026-04-02T22:00:00Z", "ends_at": "2026-04-09T22:00:00Z"}
    days_off = {"weekdays": ["saturday", "sunday"], "region": "DE-BY", "time_zone": "Europe/Berlin"}
    story.call(of_bert, "put", "days-off/", days_off)
    story.call(of_bert, "get", "days-off/")
    story.call(of_bert, "post", "calendar-feed/")
    story.call(of_bert, "get", "calendar-feed/")
    story.call(of_bert, "patch", "calendar-feed/", {"alarm_hours": 6})
    story.call(of_bert, "delete", "calendar-feed/")
    leave = story.call(of_bert, "post", "leave/", wanted)["id"]
    story.call(of_bert, "get", "leave/")
    story.call(of_bert, "delete", f"leave/{leave}/")
    clock.shift(timedelta(days=2))
    story.call(of_bert, "post", f"games/{game.number}/reminder/")
    clock.shift(timedelta(days=1, seconds=1))
    story.call(of_bert, "post", f"games/{game.number}/timeout-claim/")
    story.call(anna, "post", f"games/{begin(Agreement()).number}/time-gift/")
    casual = begin(Agreement(rated=False)).number
    for refused in (True, False):
        ply = 1 if refused else 3
        anna.send(f"games/{casual}/moves/", move="d6" if refused else "d2", ply=ply)
        story.call(anna, "post", f"games/{casual}/takeback/")
        story.call(of_bert, "post", f"games/{casual}/takeback/{'refusal' if refused else 'acceptance'}/")
        of_bert.send(f"games/{casual}/moves/", move="f4", ply=2)
    wanted = {"until": (timezone.now() + timedelta(days=14)).isoformat()}
    for sent in (("delete", ""), ("post", "refusal/"), ("post", "acceptance/")):
        paused = begin(Agreement()).number
        story.call(anna, "post", f"games/{paused}/pause/", wanted)
        story.call(anna if sent[0] == "delete" else of_bert, sent[0], f"games/{paused}/pause/{sent[1]}")
    clock.move_to(now)


def keep(story: Story, anna: ApiClient) -> None:
    """Records that are brought along."""
    brought = story.call(anna, "post", "records/", {"text": '[White "Ada"]\n[Black "Max"]\n\n1. d6 f4 2. d2 b4 *'})
    number = brought["results"][0]["number"]
    story.call(anna, "get", "records/")
    story.call(anna, "get", f"records/{number}/", accept="application/json")
    story.call(anna, "patch", f"records/{number}/", {"title": "From the club"})
    story.call(anna, "get", "records/export/", accept="application/x-muehle-pgn")
    story.call(anna, "delete", f"records/{number}/")


def connect(story: Story, guest: ApiClient, signed_in: ApiClient, bert: User) -> None:
    """An app is registered, connects with Bert's account, and is let go of again."""
    wanted = {"name": "Club table", "redirect_uris": ["https://club.example/back"], "homepage": "https://club.example/"}
    client_id = story.call(signed_in, "post", "apps/", wanted)["client_id"]
    story.call(signed_in, "get", "apps/")
    story.call(signed_in, "get", f"apps/{client_id}/")
    story.call(signed_in, "patch", f"apps/{client_id}/", {"name": "Club tables"})
    app = App.objects.get(client_id=client_id)
    form = {"grant_type": "authorization_code", "client_id": client_id, "redirect_uri": "https://club.example/back"}
    keys = story.call(guest, "post", "oauth/token/", form | {"code": code_for(bert, app), "code_verifier": VERIFIER})
    story.call(guest, "post", "tokens/test/", {"tokens": [keys["access_token"], "mue_unknown"]})
    story.call(guest, "post", "oauth/revocation/", {"client_id": client_id, "token": keys["refresh_token"]})


def let_go(story: Story, signed_in: ApiClient, anna: User) -> None:
    """The owner of an app, who is connected with it, ends the connection and deletes the app."""
    app = App.objects.get()
    keys_for(anna, app)
    story.call(signed_in, "get", "connections/")
    story.call(signed_in, "delete", f"connections/{app.client_id}/")
    story.call(signed_in, "delete", f"apps/{app.client_id}/")


def claim(story: Story, begin: Callable[..., Game], anna: ApiClient) -> None:
    """A position for the third time, under rules that leave the draw to the players."""
    game = play_on(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)
    story.call(anna, "post", f"games/{game.number}/draw-claim/", {"claim": "repetition"})


def be_told_in_a_chat_app(story: Story, anna: ApiClient) -> None:
    """A place in a chat app."""
    wanted = {"service": "gotify", "url": "https://bot.example", "token": "AbCdEf", "description": "My phone"}
    connection = story.call(anna, "post", "chat-connections/", wanted)["id"]
    story.call(anna, "get", "chat-connections/")
    story.call(anna, "get", f"chat-connections/{connection}/")
    story.call(anna, "post", f"chat-connections/{connection}/test/")
    story.call(anna, "patch", f"chat-connections/{connection}/", {"active": False})
    story.call(anna, "delete", f"chat-connections/{connection}/")


def be_called(story: Story, anna: ApiClient) -> None:
    """A webhook with its deliveries."""
    wanted = {"url": "https://bot.example/muehle", "types": ["move_played", "game_started"], "description": "My bot"}
    webhook = story.call(anna, "post", "webhooks/", wanted)["id"]
    story.call(anna, "get", "webhooks/")
    story.call(anna, "get", f"webhooks/{webhook}/")
    story.call(anna, "patch", f"webhooks/{webhook}/", {"types": ["move_played"]})
    ping = story.call(anna, "post", f"webhooks/{webhook}/test/")["id"]
    story.call(anna, "get", f"webhooks/{webhook}/deliveries/")
    story.call(anna, "post", f"webhooks/{webhook}/deliveries/{ping}/redelivery/")
    story.call(anna, "post", f"webhooks/{webhook}/secret/")
    story.call(anna, "delete", f"webhooks/{webhook}/")


def ask(story: Story, guest: ApiClient) -> None:
    """What anybody may ask of the rules, and of the server."""
    story.call(guest, "get", "")
    story.call(guest, "get", "health/live/")
    story.call(guest, "get", "health/ready/")
    story.call(guest, "post", "positions/", {"position": "........................ w 9 9 0", "move": "d6"})
    story.call(guest, "post", "analysis/", {"rules": "standard", "start": None, "moves": ["d6", "f4"]})
    story.call(guest, "post", "analysis/record/", {"record": "1. d6 f4 2. d2 b4 *"})


def meet(story: Story, guest: ApiClient, anna: ApiClient, bert: ApiClient, carla: ApiClient) -> None:
    """A club: joining it, its members, its noticeboard."""
    about = {"name": "Rabenstein", "about": "We play in the evening.", "admission": "request"}
    club = "clubs/" + story.call(anna, "post", "clubs/", about)["slug"]
    story.call(guest, "get", "clubs/?q=raben")
    story.call(guest, "get", f"{club}/")
    story.call(anna, "patch", f"{club}/", {"about": "We play in the evening, and on Sundays."})
    story.call(bert, "put", f"{club}/membership/", {})
    story.call(anna, "get", f"{club}/requests/")
    story.call(anna, "put", f"{club}/members/bert/")
    story.call(bert, "get", f"{club}/membership/")
    story.call(carla, "put", f"{club}/membership/", {})
    story.call(anna, "delete", f"{club}/requests/carla/")
    secret = story.call(anna, "post", f"{club}/link/")["secret"]
    story.call(anna, "delete", f"{club}/link/")
    assert secret
    story.call(anna, "patch", f"{club}/members/bert/", {"role": "officer"})
    story.call(guest, "get", f"{club}/members/")
    story.call(guest, "get", f"{club}/ranking/")
    post = story.call(bert, "post", f"{club}/posts/", {"text": "Who plays on Sunday?"})["id"]
    story.call(anna, "get", f"{club}/posts/")
    story.call(bert, "delete", f"{club}/posts/{post}/")
    story.call(bert, "delete", f"{club}/membership/")
    story.call(anna, "delete", f"{club}/members/bert/")
    story.call(anna, "delete", f"{club}/")


def manage(story: Story, anna: ApiClient, signed_in: ApiClient) -> None:
    """The account and its tokens."""
    story.call(anna, "post", "positions/evaluate/", {"position": "WWW.B.B.B............... w 0 0 0"})
    story.call(anna, "get", "account/")
    story.call(anna, "patch", "account/", {"board_style": "slate", "email_on_game_over": False})
    story.call(anna, "get", "account/notifications/")
    story.call(anna, "patch", "account/notifications/", {"table": {"message": {"email": False}}, "pace": "hourly"})
    story.call(anna, "post", "notifications/test/")
    story.call(anna, "get", "notifications/")
    story.call(anna, "post", "notifications/seen/", {"seq": 1})
    story.call(anna, "get", "notifications/deliveries/")
    story.call(anna, "put", "account/follows/bert/", {"notify": True})
    story.call(anna, "get", "account/follows/bert/")
    story.call(anna, "get", "account/follows/")
    story.call(anna, "delete", "account/follows/bert/")
    story.call(anna, "patch", "account/relations/carla/", {"muted": True})
    story.call(anna, "get", "account/relations/carla/")
    story.call(anna, "get", "account/relations/")
    browser = {"endpoint": "https://8.8.8.8/send/1", "p256dh": P256DH, "auth": AUTH}
    subscription = story.call(anna, "post", "push-subscriptions/", browser)["id"]
    story.call(anna, "get", "push-subscriptions/")
    story.call(anna, "delete", f"push-subscriptions/{subscription}/")
    story.call(anna, "post", "push-subscriptions/", browser)
    former = {"former_endpoint": browser["endpoint"], "former_auth": browser["auth"]}
    story.call(anna, "post", "push-subscriptions/renewal/", browser | former | {"endpoint": "https://8.8.8.8/send/2"})
    wanted = {"description": "My bot", "scopes": ["game:read", "game:play"]}
    token = story.call(signed_in, "post", "tokens/", wanted)["id"]
    story.call(signed_in, "get", "tokens/")
    story.call(signed_in, "delete", f"tokens/{token}/")


def _settled(example: dict[str, Any]) -> dict[str, Any]:
    """The example with what is drawn by lot made the same, and long lists cut."""
    text = json.dumps(example, ensure_ascii=False)
    for pattern, same in DRAWN:
        text = pattern.sub(same, text)
    settled: dict[str, Any] = _shortened(json.loads(text))
    return settled


def _shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _shortened(inner) for name, inner in value.items()}
    return [_shortened(inner) for inner in value[:LONGEST_LIST]] if isinstance(value, list) else value
