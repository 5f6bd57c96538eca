"""What sanctions, blocks and mutes mean for each text that others can read: one table, against the schema."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from games.players import relations, sanctions
from games.players.models import Sanction
from tests.games.site.api.test_access import AccessCase
from tests.games.site.api.test_texts_that_show_nothing import WRITING
from tests.games.site.api.world import _world, anna, bert, carla, game, iris, parts, world
from tests.support.api import Api, ApiClient, Site, refused
from tests.support.playing import unchanged

__all__ = ["_world", "anna", "bert", "carla", "game", "iris", "parts", "world"]

WORDS = "Zanderfilet"


@dataclass(frozen=True)
class Public:
    """A text that others can read: who writes it, and where a reader finds it.

    A mute hides it from the reader who set it, unless it `stays_when_muted`. A block by the reader refuses it, hides it
    from the reader, or does nothing.
    """

    call: str
    author: str
    read_at: str
    reader: str = "bert"
    sent_to: str = ""
    body: dict[str, Any] = field(default_factory=dict)
    stays_when_muted: bool = False
    blocked: str = "refused"
    # The status while the author is silenced, where it is no refusal of its own.
    silenced: int = 403
    by_session: bool = False

    def __str__(self) -> str:
        return self.call


PUBLIC = [
    Public(
        "PATCH account/ display_name",
        "anna",
        "players/anna/",
        stays_when_muted=True,
        blocked="shown",
        silenced=409,
        by_session=True,
    ),
    Public(
        "POST account/bot/ operator", "carla", "players/carla/", stays_when_muted=True, blocked="shown", by_session=True
    ),
    Public("POST challenges/ message", "carla", "lobby/", blocked="hidden"),
    Public("POST challenges/{direct}/refusal/ reason", "anna", "challenges/{direct}/"),
    Public("POST games/{game}/messages/ text", "anna", "games/{game}/messages/"),
    Public("POST games/{game}/moves/ message", "anna", "games/{game}/messages/"),
    # Blocks between spectators hide; those of a player of the game refuse.
    Public(
        "POST games/{game}/spectator-chat/ text",
        "carla",
        "games/{game}/spectator-chat/",
        reader="iris",
        blocked="hidden",
    ),
    Public("PUT games/{game}/note/ text", "anna", "games/{game}/notes/", body={"revealed": True}, blocked="shown"),
    Public(
        "POST games/{game}/draw-offer/ reason",
        "bert",
        "games/{slow}/",
        reader="anna",
        sent_to="games/{slow}/draw-offer/",
    ),
    Public("POST games/{game}/draw-offer/refusal/ reason", "anna", "games/{game}/events/"),
    # What a club is called and says is the club's.
    Public("POST clubs/ name", "carla", "clubs/", stays_when_muted=True, blocked="shown"),
    Public("POST clubs/ about", "carla", "clubs/another/", stays_when_muted=True, blocked="shown"),
    Public("PATCH clubs/{slug}/ about", "anna", "clubs/{slug}/", stays_when_muted=True, blocked="shown"),
    Public("POST clubs/{slug}/posts/ text", "anna", "clubs/{slug}/posts/", blocked="hidden"),
]
# Read on pages only: on the page that asks whether an app may act for the reader.
ON_PAGES = ["POST apps/ name", "PATCH apps/{client_id}/ name"]
# For staff, who must be able to read what a sanctioned player has to say.
FOR_STAFF = [
    "POST reports/ text",
    "POST disputes/{decided}/appeal/ text",
    "POST games/{game}/disputes/ text",
]
# Nobody else reads them.
OWN = [
    "POST tokens/ description",
    "POST records/ text",
    "PATCH records/{record}/ note",
    "PATCH records/{record}/ title",
    "POST chat-connections/ description",
    "POST webhooks/ description",
    "PATCH webhooks/{webhook_id}/ description",
]
ROWS = {f"{row} {name}": (row, name) for row, name in WRITING}

Write = Callable[[Public, User], Any]
Read = Callable[[Public, User], str]


@pytest.fixture
def write(api: Api, site: Site, parts: dict[str, object]) -> Write:
    """Send the text as the author; the answer."""

    def sent(text: Public, author: User) -> Any:
        row, name = ROWS[text.call]
        client = site(author) if text.by_session else api(author)
        return _send(client, row, (text.sent_to or row.address).format(**parts), {**text.body, name: WORDS})

    return sent


@pytest.fixture
def read(api: Api, game: Game, parts: dict[str, object]) -> Read:
    """What the reader finds where the text stands."""

    def found(text: Public, reader: User) -> str:
        if "{game}/notes/" in text.read_at:
            resign(game.number, reader)
        return str(api(reader).get("/api/v1/" + text.read_at.format(**parts)).content.decode())

    return found


def _send(client: ApiClient, row: AccessCase, address: str, body: dict[str, Any]) -> Any:
    return getattr(client, row.method.lower())(f"/api/v1/{address}", {**(row.body or {}), **body}, format="json")


def _sanction(user: User, kind: Sanction.Kind, world: Any) -> None:
    now = timezone.now()
    of = {"case_number": world.parts["dispute"], "game": world.game}
    sanctions.impose(user, kind, reason="No more.", imposed_by=world.iris, now=now, until=now + timedelta(days=3), **of)


def test_every_text_of_the_schema_is_in_the_table() -> None:
    assert sorted([*map(str, PUBLIC), *ON_PAGES, *FOR_STAFF, *OWN]) == sorted(ROWS)


@pytest.mark.parametrize("text", PUBLIC, ids=str)
def test_others_read_it(world: Any, write: Write, read: Read, text: Public) -> None:
    answer = write(text, getattr(world, text.author))

    assert answer.status_code in (200, 201), answer.content
    assert WORDS in read(text, getattr(world, text.reader))


@pytest.mark.parametrize("kind", [Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION])
@pytest.mark.parametrize("text", PUBLIC, ids=str)
def test_a_sanctioned_player_does_not_publish_it(world: Any, write: Write, text: Public, kind: Sanction.Kind) -> None:
    author = getattr(world, text.author)
    _sanction(author, kind, world)

    with unchanged():
        answer = write(text, author)

    assert answer.status_code == text.silenced, answer.content


@pytest.mark.parametrize("call", ON_PAGES)
def test_a_sanctioned_player_names_no_app(site: Site, world: Any, parts: dict[str, object], call: str) -> None:
    row, name = ROWS[call]
    client, address = site(world.anna), row.address.format(**parts)
    assert _send(client, row, address, {name: "Club"}).status_code in (200, 201)
    _sanction(world.anna, Sanction.Kind.MUTE, world)

    with unchanged():
        answer = _send(client, row, address, {name: WORDS})

    assert (answer.status_code, "An arbiter has decided" in answer.content.decode()) == (400, True)


@pytest.mark.parametrize(
    ("address", "body"), [("games/{game}/messages/", {"canned": "thanks"}), ("games/{slow}/reminder/", {})]
)
def test_a_sanctioned_player_sends_nothing_ready_made(
    api: Api, world: Any, parts: dict[str, object], address: str, body: dict[str, str]
) -> None:
    _sanction(world.anna, Sanction.Kind.MUTE, world)

    with unchanged():
        answer = api(world.anna).send(address.format(**parts), **body)

    refused(answer, 403, "silenced")


@pytest.mark.parametrize("text", PUBLIC, ids=str)
def test_who_has_muted_the_author_does_not_read_it(world: Any, write: Write, read: Read, text: Public) -> None:
    author, reader = getattr(world, text.author), getattr(world, text.reader)
    relations.change(reader, author, muted=True)

    assert write(text, author).status_code in (200, 201)

    assert (WORDS in read(text, reader)) == text.stays_when_muted


@pytest.mark.parametrize("text", PUBLIC, ids=str)
def test_what_a_block_by_the_reader_means(world: Any, write: Write, read: Read, text: Public) -> None:
    author, reader = getattr(world, text.author), getattr(world, text.reader)
    relations.change(reader, author, blocked=True)

    answer = write(text, author)

    if answer.status_code == 403:
        assert (text.blocked, answer.json()["code"]) == ("refused", "player_unavailable")
    else:
        assert text.blocked == ("shown" if WORDS in read(text, reader) else "hidden")
