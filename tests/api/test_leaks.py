"""Secrets by viewer: words are planted wherever somebody may keep something to himself, and every address is read.

What a viewer comes across must be what he may know, neither more nor less.
"""

import re
from collections.abc import Callable, Iterable

import pytest
from django.test import Client as Browser

from accounts.models import AccessToken, User
from games import challenges, messages, transitions
from games.api.schema import generated
from games.challenges import Proposal
from games.models import Game
from games.models.terms import Agreement
from games.webhooks import deeds
from tests.api.conftest import Api, Client

MESSAGE, OFFER, ADDRESS, ZONE = "between-the-players", "because-it-is-even", "anna@example.org", "Pacific/Chatham"
CHALLENGE, LINK, DECLINED = "for-anna-alone", "for-whoever-has-the-link", "no-time-for-carla"
TOKEN, WEBHOOK = "on-the-old-laptop", "where-anna-listens"
OF_THE_PLAYERS = {MESSAGE, OFFER}
SECRETS = {*OF_THE_PLAYERS, ADDRESS, ZONE, CHALLENGE, LINK, DECLINED, TOKEN, WEBHOOK}

# Anna plays Bert, who has challenged her, and invited somebody by link; Anna has declined Carla's challenge.
KNOWN_BY_API = {
    "guest": set(),
    "stranger": {DECLINED},
    "opponent": {*OF_THE_PLAYERS, CHALLENGE, LINK},
    "player": {*OF_THE_PLAYERS, ADDRESS, ZONE, CHALLENGE, DECLINED, WEBHOOK},
    "weak": set(),
    "moderator": set(),
}
# Every account may choose among all time zones.
KNOWN_BY_PAGE = {
    "guest": set(),
    "stranger": {DECLINED, ZONE},
    "opponent": {*OF_THE_PLAYERS, CHALLENGE, LINK, ZONE},
    "player": {*OF_THE_PLAYERS, ADDRESS, ZONE, CHALLENGE, DECLINED, TOKEN, WEBHOOK},
}
PAGES = [
    "/", "/lobby/", "/games/", "/games/{game}/", "/games/{game}/?ply=1", "/games/{game}/embed/", "/games/{game}/print/",
    "/games/{ended}/", "/challenges/{direct}/", "/challenges/{link}/", "/challenges/{declined}/", "/players/anna/",
    "/players/bert/", "/preferences/", "/preferences/tokens/", "/preferences/webhooks/",
    "/preferences/webhooks/{webhook}/",
    "/accounts/email/", "/analysis/?game={game}",
]  # fmt: skip


@pytest.fixture
def planted(game: Game, anna: User, bert: User, carla: User) -> dict[str, int]:
    """The numbers of what the secrets are in."""
    User.objects.filter(pk=anna.pk).update(time_zone=ZONE)
    messages.send_message(game.number, anna, MESSAGE)
    transitions.play_move(game.number, anna, "d6", ply=1, message=MESSAGE)
    transitions.offer_draw(game.number, bert, reason=OFFER)
    AccessToken.issue(user=anna, description=TOKEN, scopes=["game:read"])
    direct = challenges.challenge_player(bert, anna, Proposal(agreement=Agreement(), message=CHALLENGE))
    link, _secret = challenges.invite_by_link(bert, Proposal(agreement=Agreement(), message=LINK))
    declined = challenges.challenge_player(carla, anna, Proposal(agreement=Agreement()))
    challenges.decline_challenge(declined.number, anna, reason=DECLINED)
    other = challenges.accept_challenge(
        challenges.challenge_player(anna, bert, Proposal(agreement=Agreement())).number, bert
    ).game
    assert other is not None
    messages.send_message(other.number, bert, MESSAGE)
    transitions.resign(other.number, bert)
    return {
        "game": game.number,
        "ended": other.number,
        "direct": direct.number,
        "link": link.number,
        "declined": declined.number,
        "webhook": deeds.create(anna, url="https://8.8.8.8/", description=WEBHOOK).pk,
    }


@pytest.fixture
def moderator(person: Callable[..., User]) -> User:
    return person("mona", is_staff=True)


@pytest.mark.parametrize("viewer", KNOWN_BY_API)
def test_the_api_tells_each_viewer_what_he_may_know(
    api: Api, planted: dict[str, int], anna: User, bert: User, carla: User, moderator: User, viewer: str
) -> None:
    client = {
        "guest": lambda: api(),
        "stranger": lambda: api(carla),
        "opponent": lambda: api(bert),
        "player": lambda: api(anna),
        "weak": lambda: api(anna, "email:read"),
        "moderator": lambda: api(moderator),
    }[viewer]()

    assert found_in(read_all(client, planted)) == KNOWN_BY_API[viewer]


@pytest.mark.parametrize("viewer", KNOWN_BY_PAGE)
def test_the_pages_tell_each_viewer_what_he_may_know(
    client: Browser, planted: dict[str, int], anna: User, bert: User, carla: User, viewer: str
) -> None:
    if viewer != "guest":
        client.force_login({"stranger": carla, "opponent": bert, "player": anna}[viewer])

    bodies = [client.get(page.format(**planted)).content for page in PAGES]

    assert found_in(bodies) == KNOWN_BY_PAGE[viewer]


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


def read_all(client: Client, planted: dict[str, int]) -> Iterable[bytes]:
    """The answer of every address that can be read, for each number that could stand in it."""
    for path, item in generated()["paths"].items():
        if "get" not in item or "{secret}" in path:
            continue
        for part in {*planted.values(), "anna", "bert"} if "{" in path else {""}:
            address = re.sub(r"\{\w+\}", str(part), path)
            for accept in ("application/json", "application/x-ndjson", "application/x-muehle-pgn"):
                yield client.get(address, headers={"accept": accept}).getvalue()


def found_in(bodies: Iterable[bytes]) -> set[str]:
    everything = b"\n".join(bodies).decode()
    return {secret for secret in SECRETS if secret in everything}
