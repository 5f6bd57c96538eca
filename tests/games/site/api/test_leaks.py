"""Secrets by viewer: words are stored wherever something is private, and every address is read.

A viewer must find exactly what they may know. What lets somebody act for another, a secret
or what is stored of it, is shown to nobody once it has been given out.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client as Browser
from django.utils import timezone
from rest_framework.test import APIRequestFactory

from accounts.models import AccessToken, App, Connection, RefreshToken, User
from games.analysis.records import import_records
from games.calendar import feeds
from games.calendar.models import CalendarFeed
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.chat import messages, notes, spectators
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import audit_log, case_notes, filing
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.play import conditional_moves
from games.play.actions import offer_draw, play_move, resign
from games.play.models import ConditionalMoves
from games.players.bots import become_bot
from games.streams.logs import Log
from games.streams.requests import GameStreamView, UserStreamView
from games.time_off.leave import take_leave
from games.webhooks import actions as webhooks_actions
from games.webhooks.models import Webhook, WebhookDelivery
from games.webhooks.signing import secret_of
from kit.schema import generated
from tests.accounts.oauth.visits import code_for, keys_for, registered
from tests.support.api import EVERY_SCOPE, Api, ApiClient, Site
from tests.support.ruling import decided
from tests.support.signing_in import sign_in

MESSAGE, OFFER, ADDRESS, ZONE = "between-the-players", "because-it-is-even", "anna@example.org", "Pacific/Chatham"
CHALLENGE, LINK, DECLINED = "for-anna-alone", "for-whoever-has-the-link", "no-time-for-carla"
TOKEN, WEBHOOK, HOOK_PATH, EXCERPT = "on-the-old-laptop", "where-anna-listens", "/annas-hook", "said-to-annas-hook"
RECORD, NOTE, RECORD_TAG = "brought-along-by-anna", "what-anna-thinks-of-it", "in-a-tag-of-annas"
# Said by Carla, who does not play, in a game that goes on and in one that is over.
SPECTATOR_SAID, SPECTATOR_SAID_AFTER = "among-spectators", "said-when-it-was-over"
# The first two are to be revealed, and one game goes on; the third is Bert's own in the game that is over.
NOTED, REVEALED, KEPT = "noted-by-anna", "shown-after-the-game", "kept-by-bert-for-good"
APP, BACK = "Tables of a friend", "https://friend.example/only-the-app-comes-here"
# Of a second at which Anna plans to go on leave.
AWAY = ".120457"
# About a game, and about whom she plays.
DISPUTED, ACCUSED, WARNED = "disputed-between-the-two", "said-to-arbiters-alone", "for-bert-to-acknowledge"
# Of staff: what is noted about a case, what was kept with it, what only the book has, and who it is.
NOTED_BY_STAFF, EVIDENCE, BOOK, ARBITER = (
    "noted-by-an-arbiter",
    "kept-with-the-case",
    "in-the-book-alone",
    "iris-decides",
)
OF_STAFF = {NOTED_BY_STAFF, BOOK, ARBITER}
# In a conditional move of Anna's. It is no move, so that it is found wherever they have got to.
CONDITIONAL = "conditional-by-anna"
# What she is told of other ones of hers, in the game that is over by now.
STOPPED = "they had no answer to this move"
# Deleted by Carla in both chats; only staff can read it, in the administration.
TAKEN_BACK = "better-not-said"
OF_THE_PLAYERS = {MESSAGE, OFFER}
OF_THE_WEBHOOK = {WEBHOOK, HOOK_PATH, EXCERPT}
OF_THE_RECORD = {RECORD, NOTE, RECORD_TAG}
SECRETS = {
    *(*OF_THE_PLAYERS, ADDRESS, ZONE, CHALLENGE, LINK, DECLINED, TOKEN, APP, BACK, AWAY),
    *OF_THE_WEBHOOK,
    *OF_THE_RECORD,
    *(
        NOTED,
        REVEALED,
        KEPT,
        SPECTATOR_SAID,
        SPECTATOR_SAID_AFTER,
        DISPUTED,
        ACCUSED,
        WARNED,
        EVIDENCE,
        TAKEN_BACK,
        CONDITIONAL,
        STOPPED,
    ),
    *OF_STAFF,
}

# Anna plays Bert, who has challenged her, and invited somebody by link; Anna has declined Carla's challenge. She has
# allowed an app of Bert's to act for her.
OF_ANNA = {
    DISPUTED,
    ACCUSED,
    # Who has asked reads what was answered.
    WARNED,
    NOTED,
    REVEALED,
    SPECTATOR_SAID_AFTER,
    *OF_THE_PLAYERS,
    ADDRESS,
    ZONE,
    CHALLENGE,
    DECLINED,
    AWAY,
    CONDITIONAL,
    STOPPED,
    *OF_THE_WEBHOOK,
    *OF_THE_RECORD,
}
OF_BERT = {DISPUTED, WARNED, REVEALED, KEPT, SPECTATOR_SAID_AFTER, *OF_THE_PLAYERS, CHALLENGE, LINK}
KNOWN_BY_API: dict[str, set[str]] = {
    "guest": {REVEALED},
    "stranger": {DECLINED, REVEALED, SPECTATOR_SAID, SPECTATOR_SAID_AFTER},
    "opponent": OF_BERT,
    "player": OF_ANNA,
    "weak": {REVEALED},
    "moderator": {REVEALED, SPECTATOR_SAID, SPECTATOR_SAID_AFTER},
    # Cases are read in the administration alone.
    "arbiter": {REVEALED, SPECTATOR_SAID, SPECTATOR_SAID_AFTER},
    "bot": {REVEALED, SPECTATOR_SAID, SPECTATOR_SAID_AFTER},
    "opponent on the site": {*OF_BERT, APP, BACK},
    "player on the site": {*OF_ANNA, TOKEN, APP},
}
# Every account may choose among all time zones.
KNOWN_BY_PAGE: dict[str, set[str]] = {
    "guest": {REVEALED},
    "stranger": {DECLINED, ZONE, REVEALED, SPECTATOR_SAID, SPECTATOR_SAID_AFTER},
    "opponent": {*OF_BERT, ZONE, APP, BACK},
    "player": {*OF_ANNA - OF_THE_RECORD, TOKEN, APP},
    "moderator": {ZONE, REVEALED, SPECTATOR_SAID, SPECTATOR_SAID_AFTER},
    "bot": {ZONE, REVEALED, SPECTATOR_SAID, SPECTATOR_SAID_AFTER},
}
KNOWN_BY_STREAM: dict[str, set[str]] = {
    "guest": set(),
    "stranger": {DECLINED},
    "opponent": {*OF_THE_PLAYERS, CHALLENGE, WARNED},
    "player": {*OF_THE_PLAYERS, CHALLENGE, DECLINED, WARNED},
    "weak": set(),
    "moderator": set(),
    "arbiter": set(),
    "bot": set(),
}
PAGES = [
    "/", "/lobby/", "/games/", "/games/{game}/", "/games/{game}/?ply=1", "/games/{game}/embed/", "/games/{game}/print/",
    "/games/{ended}/", "/challenges/{direct}/", "/challenges/{link}/", "/challenges/{declined}/", "/players/anna/",
    "/players/bert/", "/preferences/", "/preferences/tokens/", "/preferences/leave/", "/preferences/calendar/",
    "/preferences/webhooks/",
    "/preferences/webhooks/{webhook}/", "/preferences/apps/", "/preferences/apps/own/",
    "/preferences/apps/own/{app}/", "/preferences/bot/", "/accounts/email/", "/accounts/sessions/",
    "/analysis/?game={game}", "/disputes/", "/disputes/{dispute}/", "/disputes/{accusation}/", "/games/{game}/dispute/",
    "/notifications/",
]  # fmt: skip
Planted = dict[str, int | str]


@pytest.fixture
def planted(game: Game, anna: User, bert: User, carla: User) -> Planted:
    """The numbers and names of what the secrets are in."""
    now = timezone.now().replace(microsecond=int(AWAY[1:]))
    joined = (now - timedelta(days=365)).replace(microsecond=0)
    User.objects.filter(pk=anna.pk).update(time_zone=ZONE, emergency_day=True, date_joined=joined)
    take_leave(anna, starts_at=now + timedelta(days=2), ends_at=now + timedelta(days=9))
    messages.send_message(game.number, anna, MESSAGE)
    play_move(game.number, anna, "d6", ply=1, message=MESSAGE)
    offer_draw(game.number, bert, reason=OFFER)
    direct = actions.challenge_player(bert, anna, Proposal(agreement=Agreement(), message=CHALLENGE))
    link, _secret = actions.invite_by_link(bert, Proposal(agreement=Agreement(), message=LINK))
    declined = actions.challenge_player(carla, anna, Proposal(agreement=Agreement()))
    actions.decline_challenge(declined.number, anna, reason=DECLINED)
    proposal = Proposal(agreement=Agreement(), colour=Challenge.Colour.WHITE)
    other = actions.accept_challenge(actions.challenge_player(anna, bert, proposal).number, bert).game
    assert other is not None
    play_move(other.number, anna, "d6", ply=1, lines=[["f4", "d2"]])
    play_move(other.number, bert, "b4", ply=2)
    messages.send_message(other.number, bert, MESSAGE)
    resign(other.number, bert)
    conditional_moves.keep_lines(game.number, anna, [["f4", "d2"]], ply=2)
    ConditionalMoves.objects.update(lines=[["f4", CONDITIONAL]])
    spectators.write(game.number, carla, SPECTATOR_SAID)
    spectators.write(other.number, carla, SPECTATOR_SAID_AFTER)
    notes.save(game.number, anna, NOTED, revealed=True)
    notes.save(other.number, anna, REVEALED, revealed=True)
    notes.save(other.number, bert, KEPT)
    (record,) = import_records(anna, f'[White "{RECORD}"]\n[Club "{RECORD_TAG}"]\n\n1. d6 f4 *', rules="standard")
    type(record).objects.filter(pk=record.pk).update(note=NOTE)
    dispute = filing.open_dispute(other.number, anna, category="other", text=DISPUTED)
    accusation = filing.open_dispute(game.number, anna, category="abuse", text=ACCUSED)
    arbiter = User.objects.create_user(ARBITER)
    decided(accusation, arbiter, Verdict.WARNED, reason=WARNED, against=bert)
    case_notes.note(accusation.number, arbiter, NOTED_BY_STAFF)
    audit_log.record(arbiter, "look", dispute=accusation, reason=BOOK, now=timezone.now())
    keep_in_evidence(EVIDENCE)
    for number in (game.number, other.number):
        spectators.delete(number, carla, spectators.write(number, carla, TAKEN_BACK).pk)
    return {
        "dispute": dispute.number,
        "accusation": accusation.number,
        "game": game.number,
        "ended": other.number,
        "direct": direct.number,
        "link": link.number,
        "declined": declined.number,
        "record": record.number,
        "webhook": webhook_of(anna).pk,
        "app": registered(bert, BACK, name=APP).client_id,
    }


def keep_in_evidence(secret: str) -> None:
    """As if it had been known of both players when the cases were opened."""
    for dispute in Dispute.objects.all():
        for kept in dispute.evidence["then"]["players"]:
            kept["notices"] = {secret: 1}
        dispute.save(update_fields=["evidence"])


def webhook_of(owner: User) -> Webhook:
    """A webhook with a former secret and something in its log."""
    webhook = webhooks_actions.create(owner, url=f"https://8.8.8.8{HOOK_PATH}", description=WEBHOOK)
    webhooks_actions.ping(owner, webhook.pk)
    WebhookDelivery.objects.filter(webhook=webhook).update(excerpt=EXCERPT)
    return webhooks_actions.rotate_secret(owner, webhook.pk)


@pytest.fixture
def keys(planted: Planted, anna: User, bert: User) -> set[str]:
    """Everything that lets somebody act for Anna or Bert, and what is stored of it; the sessions of tests excepted."""
    app = App.objects.get(client_id=planted["app"])
    given = keys_for(anna, app, redirect_uri=BACK, scope="game:read preference:read")
    waiting = code_for(anna, app, redirect_uri=BACK, scope="game:read")
    token, secret = AccessToken.issue(user=anna, description=TOKEN, scopes=["game:read"])
    webhook = Webhook.objects.get()
    _feed, feed_secret = feeds.make_feed(anna)
    link, link_secret = actions.invite_by_link(bert, Proposal(agreement=Agreement(), message=LINK))
    stored: Iterable[str | None] = [
        *AccessToken.objects.values_list("digest", flat=True),
        *RefreshToken.objects.values_list("digest", flat=True),
        *Connection.objects.values_list("code_digest", flat=True),
        *User.objects.values_list("password", flat=True),
        *Challenge.objects.values_list("link_digest", flat=True),
        *CalendarFeed.objects.values_list("digest", flat=True),
    ]
    found = {given["access_token"], given["refresh_token"], waiting, token.digest, secret, link_secret, feed_secret}
    found |= {webhook.nonce, webhook.previous_nonce, secret_of(webhook), str(link.link_digest)}
    return {text for text in (*found, *stored) if text}


@pytest.fixture
def moderator(person: Callable[..., User]) -> User:
    return person("mona", is_staff=True)


@pytest.fixture
def colleague(person: Callable[..., User]) -> User:
    """An arbiter, and another one than who has decided."""
    user = person("judith", is_staff=True)
    user.groups.add(Group.objects.get(name="arbiter"))
    return user


@pytest.fixture
def robot(person: Callable[..., User]) -> User:
    return become_bot(person("robot"))


@pytest.fixture
def people(anna: User, bert: User, carla: User, moderator: User, colleague: User, robot: User) -> dict[str, User]:
    """Who is meant by the name of a viewer."""
    named = {"stranger": carla, "opponent": bert, "player": anna, "weak": anna, "moderator": moderator, "bot": robot}
    named |= {"arbiter": colleague}
    return named | {"opponent on the site": bert, "player on the site": anna}


@pytest.fixture(autouse=True)
def _as_many_calls_as_it_takes(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """What is refused for its number would hide what it leaks."""
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    for name in list(rates):
        monkeypatch.setitem(rates, name, "1000000/minute")


@pytest.mark.campaign
@pytest.mark.parametrize("viewer", KNOWN_BY_API)
def test_the_api_tells_each_viewer_what_they_may_know(
    api: Api, site: Site, planted: Planted, keys: set[str], people: dict[str, User], viewer: str
) -> None:
    user = people.get(viewer)
    if user is not None and viewer.endswith("on the site"):
        client = site(user)
    else:
        client = api(user, *(["email:read"] if viewer == "weak" else []))

    # The directory lists all accounts. It does not say which of them are arbiters.
    bodies = list(read_all(client, planted, besides="/api/v1/players/"))

    assert found_in(bodies) == KNOWN_BY_API[viewer]
    assert found_in(bodies, keys) == set()


@pytest.mark.campaign
@pytest.mark.parametrize("viewer", KNOWN_BY_PAGE)
def test_the_pages_tell_each_viewer_what_they_may_know(
    client: Browser, planted: Planted, keys: set[str], people: dict[str, User], viewer: str
) -> None:
    if viewer in people:
        sign_in(client, people[viewer])

    bodies = [client.get(page.format(**planted)).content for page in PAGES]

    assert found_in(bodies) == KNOWN_BY_PAGE[viewer]
    assert found_in(bodies, keys) == set()


@pytest.mark.campaign
@pytest.mark.parametrize("viewer", KNOWN_BY_STREAM)
def test_the_streams_tell_each_viewer_what_they_may_know(
    planted: Planted, keys: set[str], people: dict[str, User], viewer: str
) -> None:
    user, scopes = people.get(viewer), ["email:read"] if viewer == "weak" else list(EVERY_SCOPE)
    secret = AccessToken.issue(user=user, description="x", scopes=scopes)[1] if user is not None else ""
    request = APIRequestFactory().get("/", headers={"authorization": f"Bearer {secret}"} if secret else {})

    opened: list[Any] = [UserStreamView.as_view()(request)]
    opened += [GameStreamView.as_view()(request, number=planted[name]) for name in ("game", "ended")]
    bodies = [line for answer in opened for line in lines_of(answer)]

    assert found_in(bodies) == KNOWN_BY_STREAM[viewer]
    assert found_in(bodies, keys) == set()


@pytest.mark.parametrize("viewer", ["guest", "stranger", "weak"])
def test_nothing_moves_for_a_stranger_when_the_players_write(
    api: Api, client: Browser, game: Game, anna: User, carla: User, viewer: str
) -> None:
    own = {"guest": lambda: api(), "stranger": lambda: api(carla), "weak": lambda: api(anna, "email:read")}[viewer]()
    addresses = [f"/api/v1/games/{game.number}/", f"/api/v1/games/{game.number}/events/"]

    def seen() -> list[str]:
        bodies = [own.get(address).content.decode() for address in addresses]
        return [re.sub(r'"server_time":"[^"]*"|"remaining_seconds":{[^}]*}', "", body) for body in bodies]

    def known_to_the_page() -> list[str]:
        return re.findall(r'"last_event": \d+', client.get(f"/games/{game.number}/").content.decode())

    before, known = seen(), known_to_the_page()
    messages.send_message(game.number, anna, MESSAGE)

    assert seen() == before
    assert known_to_the_page() == known != []


@pytest.mark.parametrize("stays", ["ongoing", "over"])
def test_nothing_moves_for_the_players_when_spectators_write(
    api: Api, client: Browser, game: Game, anna: User, carla: User, stays: str
) -> None:
    if stays == "over":
        resign(game.number, anna)
    sign_in(client, anna)
    addresses = [f"games/{game.number}/", f"games/{game.number}/events/", "events/", "notifications/"]

    def seen() -> list[str]:
        bodies = [api(anna).get(f"/api/v1/{address}").content.decode() for address in addresses]
        page = client.get(f"/games/{game.number}/").content.decode() if stays == "ongoing" else ""
        volatile = r'"server_time":"[^"]*"|"remaining_seconds":{[^}]*}|[A-Za-z0-9]{64}'
        volatile += r'|[0-9a-f]{8}-[0-9a-f-]{27}|"server_time": "[^"]*"|"remaining_seconds": {[^}]*}'
        return [re.sub(volatile, "", body) for body in (*bodies, page)]

    before = seen()
    spectators.write(game.number, carla, SPECTATOR_SAID)

    assert seen() == before


def lines_of(answer: Any) -> Iterator[bytes]:
    """Everything that a stream would send by now, from how things stand and from the beginning; nothing if refused."""
    if not hasattr(answer, "stream"):
        yield answer.render().content
        return
    answer.stream.slot.release()
    log: Log = answer.stream.source
    for page in (log.first(None), log.first(0), log.following(0)):
        yield from (line.json for line in page.lines)


def read_all(client: ApiClient, planted: Planted, *, besides: str = "") -> Iterator[bytes]:
    """The answer of every address that can be read, for each number that could stand in it, but of one."""
    for path, item in generated()["paths"].items():
        if "get" not in item or "{secret}" in path or path == besides:
            continue
        for part in {*planted.values(), "anna", "bert"} if "{" in path else {""}:
            address = re.sub(r"\{\w+\}", str(part), path)
            for accept in item["get"]["responses"]["200"]["content"]:
                answer = client.get(address, headers={"accept": accept})
                assert answer.status_code != HTTPStatus.TOO_MANY_REQUESTS
                yield client.received if answer.streaming else answer.content


def found_in(bodies: Iterable[bytes], secrets: set[str] = SECRETS) -> set[str]:
    everything = b"\n".join(bodies).decode()
    return {secret for secret in secrets if secret in everything}
