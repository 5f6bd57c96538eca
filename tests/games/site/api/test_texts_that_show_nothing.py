"""No text of any operation is stored that consists of characters without ink."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts.models import User
from games.players.bots import become_bot
from kit.schema import generated
from tests.accounts.privacy.test_deletion import all_rows
from tests.games.site.api import test_access
from tests.games.site.api.test_access import AccessCase, moderator, operation_of
from tests.games.site.api.world import _world, anna, bert, carla, game, iris, parts, world
from tests.support.api import Api, Site
from tests.support.database_roles import as_owner

__all__ = ["_world", "anna", "bert", "carla", "game", "iris", "parts", "world"]

# An embedded object, an accent and a circle around nothing, Hangul fillers, an empty Braille cell.
NOTHING = "\ufffc\u0301\u20dd\u3164\u115f\u2800\ufffc"
# Members with texts of people, and those with names of something, addresses, secrets, moves and records.
TEXTS = {"about", "description", "display_name", "message", "name", "note", "operator", "reason", "text", "title"}
OTHERS = {
    "against", "auth", "client_id", "code", "code_verifier", "confirm", "endpoint", "event", "former_auth",
    "former_endpoint", "grant_type", "homepage", "move", "opponent", "p256dh", "position", "record", "redirect_uri",
    "refresh_token", "scope", "secret", "target", "time_zone", "token", "token_type_hint", "url",
}  # fmt: skip


def _texts(row: AccessCase) -> set[str]:
    """The members of the operation's body that are texts without a list of values or a form."""
    method, path = operation_of(row)
    content = generated()["paths"][path][method.lower()].get("requestBody", {}).get("content", {})
    schemas = (each["schema"] for each in content.values())
    return {name for schema in schemas for name, member in _members(schema) if _is_text(member)}


def _members(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    if reference := schema.get("$ref"):
        schema = generated()["components"]["schemas"][reference.rpartition("/")[2]]
    yield from schema.get("properties", {}).items()
    for part in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from _members(part)


def _is_text(member: dict[str, Any]) -> bool:
    return member.get("type") == "string" and not {"enum", "format", "pattern"} & member.keys()


WRITING = [(row, name) for row in test_access.ROWS for name in sorted(_texts(row) & TEXTS)]


def test_every_text_of_the_schema_is_known() -> None:
    found = {name for row in test_access.ROWS for name in _texts(row)}

    assert found - OTHERS == TEXTS


@pytest.mark.parametrize(("row", "name"), WRITING, ids=[f"{row} {name}" for row, name in WRITING])
def test_a_text_that_shows_nothing_is_refused_or_none(
    api: Api, site: Site, parts: dict[str, object], person: Callable[..., User], world: Any, row: AccessCase, name: str
) -> None:
    address = "/api/v1/" + row.address.format(**parts)
    clients = [
        *(api(user) for user in (world.anna, world.bert, world.carla, moderator(person))),
        *(site(user) for user in (world.anna, world.carla)),
        api(become_bot(person("robot"))),
    ]

    answers = [
        getattr(client, row.method.lower())(address, {**(row.body or {}), name: NOTHING}, format="json")
        for client in clients
    ]

    assert {answer.status_code for answer in answers} & {200, 201, 400, 409, 422}
    with as_owner():
        everything = all_rows()
    assert [table for table, rows in everything.items() if "\ufffc" in rows or "\\ufffc" in rows] == []
