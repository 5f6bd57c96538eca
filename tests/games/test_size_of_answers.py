"""Answers to strangers are not much longer than what was sent, and cost no more than so many calls for each byte of it.

Every page and operation is tried with every parameter and field that it reads, each as long as it may be.
"""

import cProfile
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.http import QueryDict
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from games.analysis.api.serializers.analysis import LONGEST_RECORD
from games.analysis.board import MOST_MOVES
from kit.requests import LONGEST_BODY
from kit.schema import generated
from muehle_server.hybrid import MAX_ADDRESS_BYTES
from tests.games.site.api.contract import path_of, resolved
from tests.games.site.api.test_access import ROWS, AccessCase
from tests.games.site.api.world import _world, parts, world
from tests.support.api import Api

__all__ = ["_world", "parts", "world"]

# For each byte that is sent. HTML writes a quotation mark as six, and no page repeats its address more than six times.
MOST_BYTES = 36
MOST_CALLS = 60
# What an answer may have beside that, for instance where the request is refused on a page of the site.
SPARE_BYTES, SPARE_CALLS = 60_000, 120_000

Sent = Mapping[str, Any]
# Three stones of each side go there and back, which has no end under classic rules.
SHUFFLING = "WW.W..B.......W......BBB w 0 0 0"
SHUFFLE = ("g4-f4", "c5-c4", "f4-g4", "c4-c5")
MOVES = SHUFFLE * (MOST_MOVES // len(SHUFFLE))
LINE: Sent = {"rules": "classic", "position": SHUFFLING}
RECORDS: list[Sent] = [
    {"record": f'[Variant "classic"] [Position "{SHUFFLING}"] {" ".join(MOVES)}'},
    *({"record": (part * LONGEST_RECORD)[:LONGEST_RECORD]} for part in ("{", "[", "(", "d6 ", "* ", "'", "\n")),
]
# What makes sense together, and is as long as it may be.
SENSIBLE_QUERIES: dict[str, list[Sent]] = {
    "/analysis/": [
        {**LINE, "moves": " ".join(MOVES[:1000]), **more}
        for more in ({}, {"ply": "1000"}, {"ply": "1"}, {"move": "g4-f4"}, {"move": "a1"}, {"players": "2"})
    ]
}
SENSIBLE_FORMS: dict[str, list[Sent]] = {
    "/analysis/": [
        *({**LINE, "moves": " ".join(MOVES), **more} for more in ({}, {"ply": "1999"}, {"move": "a1"}, {"undo": "9"})),
        *RECORDS,
    ]
}
SENSIBLE_BODIES: dict[str, list[Sent]] = {
    "analysis/": [{"rules": "classic", "start": SHUFFLING, "moves": MOVES}, {"moves": ["d6"] * MOST_MOVES}],
    "analysis/record/": RECORDS,
    "tokens/test/": [{"tokens": [f"mue_{number}" for number in range(1000)]}],
}
NAMES_OF_NOTHING = "&".join(f"{number:x}=" for number in range(990))


class Cost(NamedTuple):
    """What an answer took."""

    bytes: int
    calls: int
    status: int


def cost_of(call: Callable[..., Any], *args: Any, **more: Any) -> Cost:
    cache.clear()
    profile = cProfile.Profile()
    answer = profile.runcall(call, *args, **more)
    head = sum(len(name) + len(value) for name, value in answer.headers.items())
    return Cost(len(answer.getvalue()) + head, sum(entry.callcount for entry in profile.getstats()), answer.status_code)


def excess(found: Cost, plain: Cost, sent: int) -> str:
    """What is too much about the answer to so many bytes more than those of the plain request."""
    bytes_, calls = found.bytes - plain.bytes - SPARE_BYTES, found.calls - plain.calls - SPARE_CALLS
    is_within = bytes_ <= MOST_BYTES * sent and calls <= MOST_CALLS * sent
    return "" if is_within else f"{sent} bytes: {found.bytes} bytes and {found.calls} calls ({found.status})"


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    # The schema names the limits, and is kept.
    generated()
    rates = dict.fromkeys(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "1000000/minute")
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}


# --- Pages ------------------------------------------------------------------------------------------------------------


def patterns(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield f"{before}{each.pattern}"
        elif before + str(each.pattern) not in ("admin/", "api/v1/"):
            yield from patterns(each, before + str(each.pattern))


def addresses(parts: Mapping[str, object]) -> list[str]:
    """The address of every page and file, of what there is if strangers may see it."""
    return sorted({f"/{filled(pattern, parts)}" for pattern in patterns(get_resolver())})


def filled(pattern: str, parts: Mapping[str, object]) -> str:
    subject = pattern.partition("/")[0]
    values = {
        "number": parts["open" if subject == "challenges" else "game"],
        "username": parts["player"],
        "secret": parts["secret"],
        "client_id": parts["client_id"],
        "form": "svg",
        "language": "en",
        "pk": 1,
        "pattern": 1,
        "colour": 1,
        "ply": 1,
        "rules": "standard",
        "token": "none",
        "key": "none",
        "rest": "none",
        "uidb36": "0",
        "slug": parts["slug"] if subject == "clubs" else "move",
        "name": {"rules": "classic", "developers": "bots"}.get(subject, "move"),
    }
    named = re.sub(r"\(\?P(<\w+>)[^)]*\)|<\w+:(\w+)>", lambda found: found[1] or f"<{found[2]}>", pattern)
    return re.sub(r"<(\w+)>", lambda found: str(values[found[1]]), re.sub(r"[\^$]", "", named))


def names_read(call: Callable[..., Any], *args: Any, **more: Any) -> list[str]:
    """The parameters, or the fields of a form, that a page asks for when it has none."""
    found: set[str] = set()

    def watched(method: Callable[..., Any]) -> Callable[..., Any]:
        def asked(query: QueryDict, name: str, *args: Any) -> Any:
            found.add(name)
            return method(query, name, *args)

        return asked

    with pytest.MonkeyPatch.context() as patch:
        for name in ("get", "getlist", "__getitem__", "__contains__"):
            patch.setattr(QueryDict, name, watched(getattr(QueryDict, name)), raising=False)
        call(*args, **more)
    return sorted(found)


def long_texts(length: int) -> list[str]:
    return ["'" * length, "9" * length, " ".join(MOVES)[:length]]


@pytest.mark.django_db
def test_no_address_of_these_pages_is_answered_by_much_more_than_itself() -> None:
    """Of the board for analysis, of a list, and one of no page."""
    assert faults_of_addresses(["/analysis/", "/lobby/", "/nothing/"]) == {}


@pytest.mark.campaign
def test_no_address_of_a_page_is_answered_by_much_more_than_itself(parts: dict[str, object]) -> None:
    assert faults_of_addresses(addresses(parts)) == {}


def faults_of_addresses(tried: Iterable[str]) -> dict[str, str]:
    client, faults = Client(), {}
    for address in tried:
        cost_of(client.get, address)
        plain = cost_of(client.get, address)
        length = MAX_ADDRESS_BYTES - len(address) - 20
        queries = [urlencode({name: text}) for name in names_read(client.get, address) for text in long_texts(length)]
        queries += [urlencode(query) for query in SENSIBLE_QUERIES.get(address, [])]
        queries += [NAMES_OF_NOTHING, "&" * length, "'" * length]
        for query in {query[:length] for query in queries}:
            if fault := excess(cost_of(client.get, f"{address}?{query}"), plain, len(query)):
                faults[f"{address}?{query[:40]}"] = fault
    return faults


@pytest.mark.django_db
def test_none_of_these_forms_is_answered_by_much_more_than_itself() -> None:
    assert faults_of_forms(["/analysis/", "/accounts/login/"]) == {}


@pytest.mark.campaign
def test_no_form_is_answered_by_much_more_than_itself(parts: dict[str, object]) -> None:
    assert faults_of_forms(addresses(parts)) == {}


def faults_of_forms(tried: Iterable[str]) -> dict[str, str]:
    client, faults = Client(), {}
    for address in tried:
        cost_of(client.post, address)
        plain = cost_of(client.post, address)
        forms: list[Sent] = [{name: "'" * 20_000} for name in names_read(client.post, address)]
        for form in [*forms, *SENSIBLE_FORMS.get(address, []), {f"{number:x}": "" for number in range(990)}]:
            if fault := excess(cost_of(client.post, address, form), plain, len(urlencode(form))):
                faults[f"{address} {str(form)[:60]}"] = fault
    return faults


OTHERS_WITH_HEADERS = ("/analysis/", "/api/v1/", "/api/v1/games/", "/nothing/")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/", *(pytest.param(each, marks=pytest.mark.campaign) for each in OTHERS_WITH_HEADERS)]
)
def test_no_header_is_answered_by_much_more_than_itself(address: str) -> None:
    client, faults = Client(), {}
    cost_of(client.get, address)
    plain = cost_of(client.get, address)
    for name in ("Accept", "Accept-Language", "Cookie", "Referer", "User-Agent", "If-None-Match", "Authorization"):
        for part in ("de,", "a=b; ", "*/*;q=0.1,", '"x",', "'"):
            value = part * (MAX_ADDRESS_BYTES // len(part))
            found = cost_of(client.get, address, headers={name: value})
            if fault := excess(found, plain, len(value)):
                faults[f"{name}: {part}"] = fault

    assert faults == {}


# --- Operations -------------------------------------------------------------------------------------------------------

OF_STRANGERS = [row for row in ROWS if row.expected[0] not in (401, 403)]
# Long moves, long records, long lists, and many parameters.
FEW_OPERATIONS = ("POST analysis/", "POST analysis/record/", "POST tokens/test/", "GET games/", "GET lobby/")


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=str(row), marks=[] if str(row) in FEW_OPERATIONS else [pytest.mark.campaign])
        for row in OF_STRANGERS
    ],
)
def test_no_call_is_answered_by_much_more_than_itself(api: Api, parts: dict[str, object], row: AccessCase) -> None:
    client = api()
    address = "/api/v1/" + row.address.format(**parts)
    body = json.dumps(row.body or {})

    def send(query: str = "", text: str = body) -> Cost:
        if row.method == "GET":
            return cost_of(client.get, f"{address}?{query}")
        return cost_of(client.generic, row.method, f"{address}?{query}", text, content_type="application/json")

    send()
    plain, faults = send(), {}
    length = MAX_ADDRESS_BYTES - len(address) - 20
    names = parameters(path_of(client.get(address)), row.method) if row.method == "GET" else []
    queries = [urlencode({name: text}) for name in names for text in long_texts(length)]
    for query in {query[:length] for query in [*queries, NAMES_OF_NOTHING, "'" * length]}:
        if fault := excess(send(query), plain, len(query)):
            faults[query[:40]] = fault
    for text in bodies(row):
        if fault := excess(send(text=text), plain, len(text)):
            faults[text[:60]] = fault

    assert faults == {}


def parameters(path: str, method: str) -> list[str]:
    """The names of the query parameters of the operation."""
    operation = generated()["paths"][path][method.lower()]
    return [part["name"] for part in map(resolved, operation.get("parameters", [])) if part["in"] == "query"]


def bodies(row: AccessCase) -> Iterator[str]:
    """What may be sent to the operation, as long as it may be, and what may not."""
    if row.method == "GET":
        return
    yield from map(json.dumps, SENSIBLE_BODIES.get(row.address, []))
    length = LONGEST_BODY // 2
    values: list[object] = ["'" * length, "ä" * (length // 6), ["x"] * (length // 5), [{}] * (length // 4)]
    for name in row.body or {}:
        yield from (json.dumps({**(row.body or {}), name: value}) for value in values)
    yield json.dumps({f"{number:x}": 0 for number in range(length // 10)})
    yield "[" * length
    yield "{" * length
