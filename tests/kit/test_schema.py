"""The schema is true to what the views declare. That it is sound and as committed, `dev.py check schema` says."""

import gzip
import inspect
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from games.core.event_types import event_type_names
from kit.errors import NotFound, refusals_of
from kit.permissions import required_scope
from kit.problems import problem_kind
from kit.schema import generated
from kit.scopes import scope_names, scopes
from tests.games.site.api.contract import resolved
from tests.support.api import Api, refused
from tools.launcher.workspace import ROOT

DOCS = ROOT / "docs"
METHODS = ("get", "post", "put", "patch", "delete")


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = generated()["paths"].items()
    return [(path, method, operation) for path, item in paths for method, operation in item.items()]


def answers_of(operation: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(status, resolved(answer)) for status, answer in operation["responses"].items()]


def test_it_is_openapi_3_1() -> None:
    assert generated()["openapi"] == "3.1.0"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [("*/*", "application/json"), ("application/json", "application/json"), ("application/yaml", "application/yaml")],
)
def test_the_schema_is_served_as_json_and_as_yaml(api: Api, accept: str, media_type: str) -> None:
    answer = api().get("/api/v1/schema/", HTTP_ACCEPT=accept, HTTP_ACCEPT_LANGUAGE="de")

    assert answer.headers["Content-Type"].partition(";")[0] == media_type
    # JSON is YAML as well, and this is the reader that is written in C.
    assert yaml.load(answer.content, Loader=yaml.CSafeLoader) | {"servers": None} == generated() | {"servers": None}


def test_the_schema_is_asked_for_again_by_its_tag_and_packed(api: Api) -> None:
    client = api()
    whole = client.get("/api/v1/schema/")

    packed = client.get("/api/v1/schema/", HTTP_ACCEPT_ENCODING="gzip")
    again = client.get("/api/v1/schema/", headers={"If-None-Match": whole.headers["ETag"]})

    assert gzip.decompress(packed.content) == whole.content
    assert packed.headers["ETag"] == whole.headers["ETag"]
    assert (again.status_code, again.content) == (304, b"")
    assert whole.headers["Cache-Control"] == "private, max-age=300"


def test_the_schema_names_the_server(api: Api) -> None:
    assert api().read("schema/")["servers"] == [{"url": settings.SITE_URL, "description": "This server"}]


def test_a_form_that_is_no_parameter_of_the_schema_is_refused(api: Api) -> None:
    assert list(refused(api().get("/api/v1/schema/?format=yaml"), 400, "invalid")["errors"]) == ["format"]


def test_every_operation_has_a_name_a_summary_and_a_description() -> None:
    names = [operation["operationId"] for _path, _method, operation in operations()]

    assert len(names) == len(set(names))
    assert all(operation["summary"] and operation["description"] for _path, _method, operation in operations())


def test_every_problem_that_is_described_is_a_problem_that_exists() -> None:
    described = {
        (int(status), code)
        for _path, _method, operation in operations()
        for status, answer in answers_of(operation)
        if "application/problem+json" in answer.get("content", {})
        for code in answer["description"].replace("`", "").split(", ")
    }

    assert {(problem_kind(code).status, code) for _status, code in described} == described


def test_what_operations_have_in_common_is_a_component() -> None:
    parts = {
        "parameters": [part for _path, _method, each in operations() for part in each.get("parameters", ())],
        "responses": [answer for _path, _method, each in operations() for answer in each["responses"].values()],
    }
    for kind, found in parts.items():
        used = Counter(part["$ref"] for part in found if "$ref" in part)
        assert used.keys() == {f"#/components/{kind}/{name}" for name in generated()["components"][kind]}
        assert min(used.values()) > 1
    assert used["#/components/responses/server_error"] == len(operations())


def test_every_view_names_a_scope_or_none_for_each_of_its_methods() -> None:
    for view in api_views():
        for method in METHODS:
            if hasattr(view, method) and view.permission_classes:
                assert required_scope(view, method.upper()) in (None, *scopes())


def test_every_view_names_the_actions_that_it_calls() -> None:
    called = {
        (view.__qualname__, method, refusal)
        for view in api_views()
        for method in METHODS
        if hasattr(view, method)
        for function in declaring_functions_in(inspect.unwrap(getattr(view, method)))
        for refusal in refusals_of(function) - refusals_named(view, method)
    }

    # What is not found follows from the path; the calls of other tests are held against it.
    assert {(view, method) for view, method, refusal in called if refusal is not NotFound} == set()


def refusals_named(view: Any, method: str) -> set[Any]:
    return set().union(*map(refusals_of, view.refusals.get(method.upper(), ())))


def declaring_functions_in(function: Any) -> set[Any]:
    """The functions with `@raises` that are named in this one, or in those of the same module that it calls."""
    words, known = set(function.__code__.co_names), function.__globals__
    named = {known[word] for word in words if inspect.isroutine(known.get(word)) or inspect.ismodule(known.get(word))}
    named |= {
        getattr(module, word)
        for module in named
        for word in words
        if inspect.ismodule(module) and hasattr(module, word)
    }
    found = {each for each in named if hasattr(each, "refusals")}
    helpers = {each for each in named - found if inspect.isfunction(each) and each.__module__ == function.__module__}
    return found.union(*map(declaring_functions_in, helpers - {function}))


def test_the_document_lists_every_scope_and_every_type_of_event() -> None:
    scopes, events = (first_cells(DOCS / "api" / name) for name in ("authentication.md", "events.md"))

    assert [scope for scope in scope_names() if scope not in scopes] == []
    assert [kind for kind in event_type_names() if kind not in events] == []


def first_cells(document: Path) -> set[str]:
    """The code in the first cells of the tables."""
    return set(re.findall(r"^\| `([^`]+)` \|", document.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_document_names_every_address_with_its_purpose_and_no_other() -> None:
    document = (DOCS / "api" / "endpoints.md").read_text(encoding="utf-8")

    assert set(re.findall(r"^\| `([^`]+)` \| (.+?) \|", document, re.MULTILINE)) == {
        (f"{method.upper()} {path.removeprefix('/api/v1')}", operation["summary"])
        for path, method, operation in operations()
    }


def test_no_two_operations_have_the_same_purpose() -> None:
    purposes = [operation["summary"] for _path, _method, operation in operations()]

    assert len(purposes) == len(set(purposes))


def api_views() -> list[Any]:
    return [view.cls for view in _callbacks(get_resolver()) if getattr(view, "cls", None)]


def _callbacks(resolver: URLResolver) -> list[Any]:
    found = []
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            found.append(pattern.callback)
        else:
            found += _callbacks(pattern)
    return found


def test_the_reference_page_loads_nothing_that_its_policy_forbids(api: Api) -> None:
    answer = api().get("/api/v1/docs/")

    page = answer.content.decode()
    assert "<style" not in page
    assert page.count("<script src=") == page.count("<script")
    assert "'unsafe-inline'" not in answer.headers["Content-Security-Policy"]
