"""What nobody should send: bodies, parameters, methods and forms that make no sense, at every address of the API.

Each is refused in words, never answered with 5xx, and changes nothing. The first tier has one address of each kind, the
campaigns have the others.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.serializers import ListField, Serializer
from rest_framework.test import APIClient

from accounts.models import User
from games.core.models.games import Game
from kit.fields import AsSent
from kit.schema import generated
from tests.games.site.api.contract import resolved
from tests.games.site.api.test_access import ROWS, SESSION_ONLY, AccessCase, operation_of
from tests.games.site.api.world import _world, anna, bert, carla, game, iris, parts, world
from tests.support.api import Api, ApiClient, Site, refused
from tests.support.playing import unchanged

__all__ = ["_world", "anna", "bert", "carla", "game", "iris", "parts", "world"]

FORM = "application/x-www-form-urlencoded"
READS = [row for row in ROWS if row.method == "GET"]
WRITES = [row for row in ROWS if row.method in ("POST", "PATCH", "PUT")]
KNOWN = {operation_of(row) for row in ROWS}
WITH_FIELDS = [row for row in WRITES if row.body]
WITH_NUMBERS = [row for row in ROWS if "{" in row.address]
# Probes of balancers may bring parameters of their own, and what the player may not see is refused before.
UNDERSTOOD = [row for row in ROWS if row.method != "GET" or (row.expected[3] == 200 and "health" not in row.address)]
# What a program might send in place of a text, a number or a list.
STRANGE: list[Any] = [None, True, 10**30, -1, 1.5, "", "\x00", "x" * 60_000, {"a": {"b": []}}, [[]]]
MAY_BE_EMPTY = ("about", "reason", "title")
# An empty note is one that is forgotten.
NOTE = "games/{game}/note/"
NOT_OBJECTS = [b"[]", b"null", b"7", b'"text"', b"{", b"\xff\xfe", b"[" * 10_000, b'{"a": NaN}', b'{"a": 1, "a": 2}']
NOBODY = ["0", "-1", str(10**30), "%00", "x" * 5000, "%F0%9F%90%B1", "a b", "..", "1e3"]

Caller = Callable[[AccessCase], ApiClient]


def subject(row: AccessCase) -> Collection[str]:
    return {row.address.partition("/")[0]}


def fields(row: AccessCase) -> Collection[str]:
    return (row.body or {}).keys()


def parts_of_address(row: AccessCase) -> Collection[str]:
    return set(re.findall(r"{(\w+)}", row.address))


def one_of_each(kinds: Callable[[AccessCase], Collection[str]], rows: Sequence[AccessCase]) -> pytest.MarkDecorator:
    """Run the test for each row; as a campaign if other rows before it have all of its kinds."""
    seen: set[str] = set()
    parameters = []
    for row in rows:
        is_new = not seen.issuperset(kinds(row))
        parameters.append(pytest.param(row, id=str(row), marks=() if is_new else pytest.mark.campaign))
        seen.update(kinds(row))
    return pytest.mark.parametrize("row", parameters)


@pytest.fixture
def caller(api: Api, site: Site, anna: User) -> Caller:
    """A client who may do what the row says."""

    def client_for(row: AccessCase) -> ApiClient:
        return site(anna) if row.expected is SESSION_ONLY else api(anna)

    return client_for


def address_of(row: AccessCase, parts: dict[str, object]) -> str:
    return "/api/v1/" + row.address.format(**parts)


def is_refused(answer: Any) -> bool:
    """Whether it is 4xx and says why: in the form of a problem, or in OAuth's."""
    return 400 <= answer.status_code < 500 and bool({"code", "error"} & answer.json().keys())


@one_of_each(subject, WRITES)
def test_what_is_no_object_is_no_body(caller: Caller, parts: dict[str, object], row: AccessCase) -> None:
    client, call = caller(row), row.method.lower()

    with unchanged():
        for body in NOT_OBJECTS:
            answer = getattr(client, call)(address_of(row, parts), body, content_type="application/json")
            assert (answer.status_code, is_refused(answer)) == (400, True), (body[:20], answer.content)


@one_of_each(fields, WITH_FIELDS)
def test_a_field_of_another_kind_is_refused(caller: Caller, parts: dict[str, object], row: AccessCase) -> None:
    client, call, sound = caller(row), row.method.lower(), row.body or {}

    with unchanged():
        for name, strange in ((name, strange) for name in sound for strange in STRANGE):
            if strange == "" and (name in MAY_BE_EMPTY or row.address == NOTE):
                continue
            if strange is True and isinstance(sound[name], bool):
                continue
            answer = getattr(client, call)(address_of(row, parts), {**sound, name: strange}, format="json")
            assert is_refused(answer), (name, strange, answer.status_code, answer.content)


@one_of_each(subject, WRITES)
def test_a_body_in_another_form_is_refused(caller: Caller, parts: dict[str, object], row: AccessCase) -> None:
    client, call = caller(row), row.method.lower()

    with unchanged():
        for media_type in ("text/plain", "application/xml", "multipart/form-data; boundary=x", "nonsense"):
            if media_type == "text/plain" and row.address == "records/":
                continue
            answer = getattr(client, call)(address_of(row, parts), b"--x--", content_type=media_type)
            refused(answer, 415, "unsupported_media_type")


@one_of_each(subject, [row for row in WRITES if "oauth" not in row.address])
def test_a_member_that_nobody_reads_is_refused_by_name(
    caller: Caller, parts: dict[str, object], row: AccessCase
) -> None:
    client, call = caller(row), row.method.lower()

    with unchanged():
        answer = getattr(client, call)(address_of(row, parts), {**(row.body or {}), "nonsense": 1}, format="json")

    assert refused(answer, 400, "invalid")["errors"] == {"nonsense": ["Unknown field."]}


def test_an_app_may_send_along_what_other_servers_know(api: Api) -> None:
    """RFC 6749 wants it so."""
    answer = api().post("/api/v1/oauth/token/", "grant_type=refresh_token&client_id=x&audience=y", content_type=FORM)

    assert answer.json()["error"] == "invalid_client"


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ({"kind": "open", "color": "white", "days_per_move": 1}, ["color", "days_per_move"]),
        ({"kind": "open", "clock": {"days": 1, "initial_seconds": 7200}}, ["clock.initial_seconds", "clock.days"]),
        ({"kind": "open", "clock": 3}, ["clock"]),
        ({"kind": "open", "clock": [{}], "rated": "perhaps"}, ["clock", "rated"]),
        ({"kind": "open", "\ud800": 1}, ["?"]),
        ({"kind": "open", "x" * 5000: 1}, ["x" * 100]),
    ],
    ids=["slips", "nested", "no object", "list", "no character", "long"],
)
def test_every_slip_in_a_body_is_named(api: Api, anna: User, body: dict[str, Any], names: list[str]) -> None:
    with unchanged():
        answer = api(anna).post("/api/v1/challenges/", json.dumps(body), content_type="application/json")

    assert sorted(refused(answer, 400, "invalid")["errors"]) == sorted(names)


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("kind=open&color=white", "color"),
        ("kind=open&clock.days=1", "clock.days"),
        ("kind=open&clock=1", "clock"),
        ("kind=open&kind.of=x", "kind.of"),
    ],
)
def test_every_slip_in_a_form_is_named(api: Api, anna: User, body: str, name: str) -> None:
    with unchanged():
        problem = refused(api(anna).post("/api/v1/challenges/", body, content_type=FORM), 400, "invalid")

    assert problem["errors"] == {name: ["Unknown field."]}


def test_what_is_no_object_is_refused_in_words(api: Api, anna: User) -> None:
    answer = api(anna).post("/api/v1/challenges/", b"[]", content_type="application/json")

    assert refused(answer, 400, "invalid")["errors"] == {"non_field_errors": ["This must be an object."]}


@pytest.mark.parametrize("name", ["kind", "lifetime_seconds", "rated", "message", "clock"])
def test_what_can_just_be_read_is_not_too_deep_to_be_refused(api: Api, anna: User, name: str) -> None:
    client, actions = api(anna), {"kind": b'{"%s": ', "clock": b'{"kind": "open", "clock": {"system": '}

    for depth in range(600, 1000, 5):
        begin = actions.get(name, b'{"kind": "open", "%s": ').replace(b"%s", name.encode())
        body = begin + b"[" * depth + b"]" * depth + b"}" * begin.count(b"{")
        answer = client.post("/api/v1/challenges/", body, content_type="application/json")
        assert is_refused(answer), (depth, answer.status_code)
        cache.clear()


def test_an_answer_repeats_no_character_that_is_none(api: Api, anna: User) -> None:
    twice = rb'{"kind": "open", "\ud800": 1, "\ud800": 2}'

    for body in (rb'{"kind": "\ud800"}', twice):
        answer = api(anna).post("/api/v1/challenges/", body, content_type="application/json")
        assert answer.status_code == 400


@one_of_each(subject, UNDERSTOOD)
def test_an_unknown_parameter_is_refused(caller: Caller, parts: dict[str, object], row: AccessCase) -> None:
    client, address = caller(row), address_of(row, parts)
    separator = "&" if "?" in address else "?"

    with unchanged():
        answer = getattr(client, row.method.lower())(f"{address}{separator}nonsense=\x00", row.body, format="json")

    assert list(refused(answer, 400, "invalid")["errors"]) == ["nonsense"]


@pytest.mark.parametrize("address", ["games/", "lobby/", "events/", "players/anna/games/", "records/"])
def test_a_parameter_that_is_there_twice_is_refused(api: Api, anna: User, address: str) -> None:
    name = {"lobby/": "bots", "events/": "after"}.get(address, "rules")
    value = {"lobby/": "true", "events/": "1"}.get(address, "standard")

    problem = refused(api(anna).get(f"/api/v1/{address}?{name}={value}&{name}={value}"), 400, "invalid")

    assert problem["errors"] == {name: ["This appears more than once."]}


@one_of_each(subject, ROWS)
def test_an_answer_in_another_form_is_not_to_be_had(caller: Caller, parts: dict[str, object], row: AccessCase) -> None:
    with unchanged():
        call = getattr(caller(row), row.method.lower())
        answer = call(address_of(row, parts), row.body, format="json", headers={"accept": "image/png"})

    refused(answer, 406, "not_acceptable")


@one_of_each(subject, READS)
def test_the_head_of_an_answer_is_that_of_the_answer(caller: Caller, parts: dict[str, object], row: AccessCase) -> None:
    client, address = caller(row), address_of(row, parts)

    # The schema, which the client holds answers against, knows no HEAD.
    whole, head = client.get(address), APIClient.generic(client, "HEAD", address)

    assert (head.status_code, head.getvalue()) == (whole.status_code, b"")
    assert head.headers["Content-Type"] == whole.headers["Content-Type"]


@one_of_each(subject, ROWS)
def test_other_methods_are_not_known(caller: Caller, parts: dict[str, object], row: AccessCase) -> None:
    client, address = caller(row), address_of(row, parts).partition("?")[0]

    with unchanged():
        refused(client.options(address), 405, "method_not_allowed")
        if ("PUT", operation_of(row)[1]) not in KNOWN:
            refused(client.put(address, {}, format="json"), 405, "method_not_allowed")
        refused(client.generic("TRACE", address), 405, "method_not_allowed")
        refused(client.generic("NONSENSE", address), 405, "method_not_allowed")


@one_of_each(parts_of_address, WITH_NUMBERS)
def test_what_is_not_there_is_not_found(caller: Caller, parts: dict[str, object], row: AccessCase) -> None:
    client = caller(row)

    with unchanged():
        for nobody in NOBODY:
            address = address_of(row, dict.fromkeys(parts, nobody))
            refused(getattr(client, row.method.lower())(address, row.body, format="json"), 404, "not_found")


# --- Forms ------------------------------------------------------------------------------------------------------------


def kinds_of(base: type[Serializer[Any]]) -> Iterator[type[Serializer[Any]]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def test_every_field_that_comes_in_takes_an_empty_text_for_what_it_is() -> None:
    incoming = [kind for kind in kinds_of(Serializer) if kind.__name__.endswith(("Input", "Changes", "Notes"))]

    others = {
        f"{kind.__name__}.{name}"
        for kind in incoming
        for name, field in kind().fields.items()
        if not isinstance(field, AsSent | ListField | Serializer)
    }

    assert len(incoming) > 15
    assert others == set()


@pytest.mark.parametrize("field", ["language", "time_zone", "board_style", "color_scheme", "sounds"])
def test_an_empty_field_of_a_form_is_not_one_left_out(api: Api, anna: User, field: str) -> None:
    with unchanged():
        problem = refused(api(anna).patch("/api/v1/account/", f"{field}=", content_type=FORM), 400, "invalid")

    assert list(problem["errors"]) == [field]


@pytest.mark.parametrize(
    ("body", "field"),
    [("move=d6&ply=1&ply=2", "ply"), ("move=d6&move=d6&ply=1", "move"), ("ply=1&move=d6&offer_draw=&offer_draw=", "")],
)
def test_a_field_of_a_form_comes_once(api: Api, game: Game, anna: User, body: str, field: str) -> None:
    with unchanged():
        answer = api(anna).post(f"/api/v1/games/{game.number}/moves/", body, content_type=FORM)

    assert refused(answer, 400, "invalid")["errors"] == {field or "offer_draw": ["This appears more than once."]}


def test_a_field_within_another_comes_once_too(api: Api, anna: User) -> None:
    body = "kind=open&clock.days_per_move=3&clock.days_per_move=4"

    problem = refused(api(anna).post("/api/v1/challenges/", body, content_type=FORM), 400, "invalid")

    assert list(problem["errors"]) == ["clock.days_per_move"]


def test_a_field_of_a_form_may_be_in_any_depth(api: Api, anna: User) -> None:
    body = "table.message.email=false&table.your_move.push=false&pace=daily"

    answer = api(anna).patch("/api/v1/account/notifications/", body, content_type=FORM).json()

    assert answer["table"]["message"] == {
        "bell": True,
        "email": False,
        "push": True,
        "chat_app": True,
        "webhook": True,
    }
    assert (answer["table"]["your_move"]["push"], answer["pace"]) == (False, "daily")


@pytest.mark.parametrize(("body", "count"), [("tokens=mue_a", 1), ("tokens=mue_a&tokens=mue_b", 2)])
def test_a_list_in_a_form_is_a_field_that_comes_once_or_several_times(api: Api, body: str, count: int) -> None:
    answer = api().post("/api/v1/tokens/test/", body, content_type=FORM)

    assert (answer.status_code, len(answer.json()["results"])) == (200, count)


def test_an_object_with_two_members_of_one_name_is_refused_by_name(api: Api, game: Game, anna: User) -> None:
    body = '{"move": "d6", "ply": 1, "ply": 2}'

    with unchanged():
        answer = api(anna).post(f"/api/v1/games/{game.number}/moves/", body, content_type="application/json")

    assert refused(answer, 400, "malformed_body")["detail"] == "The body contains “ply” twice in one object."


@pytest.mark.parametrize("name", ["rated", "opponent", "order", "after", "notation", "form"])
def test_no_other_parameter_of_a_download_may_be_empty(api: Api, anna: User, name: str) -> None:
    problem = refused(api().get(f"/api/v1/players/anna/games/?{name}="), 400, "invalid")

    assert list(problem["errors"]) == [name]


@pytest.mark.parametrize("said", ["0", "1", "on", "yes", "True", "null", ""])
def test_yes_and_no_are_said_in_two_words(api: Api, anna: User, said: str) -> None:
    with unchanged():
        answer = api(anna).patch("/api/v1/account/", f"sounds={said}", content_type=FORM)
        asked = api(anna).get("/api/v1/games/", {"waiting": said})

    assert list(refused(answer, 400, "invalid")["errors"]) == ["sounds"]
    assert list(refused(asked, 400, "invalid")["errors"]) == ["waiting"]


# --- Choices and cursors ----------------------------------------------------------------------------------------------


def choices_of_queries() -> Iterator[tuple[str, str, list[str]]]:
    """Every parameter of a GET without a path that takes one of several values: address, name, values."""
    for path, item in generated()["paths"].items():
        for part in item.get("get", {}).get("parameters", ()):
            described = resolved(part)
            is_choice = described["in"] == "query" and "enum" in described["schema"] and described["name"] != "form"
            if is_choice and "{" not in path:
                yield path, described["name"], [each for each in described["schema"]["enum"] if each]


def test_a_value_of_a_parameter_that_is_no_choice_is_answered_with_the_choices(api: Api, anna: User) -> None:
    client, found = api(anna), list(choices_of_queries())
    for path, name, values in found:
        [message] = refused(client.get(path, {name: "nonsense"}), 400, "invalid")["errors"][name]

        assert message == f"“nonsense” is not one of these: {', '.join(values)}.", path

    assert len(found) > 8


@pytest.mark.parametrize(
    ("body", "name", "choices"),
    [
        ({"kind": "x"}, "kind", "direct, open, link"),
        ({"kind": "open", "colour": "green"}, "colour", "white, black, lot"),
        ({"kind": "open", "clock": {"system": "x"}}, "clock.system", "days_per_move, fischer, total_time"),
    ],
)
def test_a_value_in_a_body_that_is_no_choice_is_answered_with_the_choices(
    api: Api, anna: User, body: dict[str, object], name: str, choices: str
) -> None:
    with unchanged():
        problem = refused(api(anna).send("challenges/", **body), 400, "invalid")

    assert problem["errors"][name][0].endswith(f" is not one of these: {choices}.")


@pytest.mark.parametrize("address", ["games/", "challenges/", "lobby/", "records/"])
def test_an_empty_cursor_is_the_first_page(api: Api, anna: User, game: Game, address: str) -> None:
    client = api(anna)

    with_it, without = client.read(address, cursor=""), client.read(address)
    assert [row["number"] for row in with_it["results"]] == [row["number"] for row in without["results"]]
