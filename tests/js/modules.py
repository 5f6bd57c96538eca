"""Tests of modules: found by their names in the files, and run in one page of one browser."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route

from tests.support.files import existing_files

HERE = Path(__file__).parent
# Tests lie as if they were static files: they import modules by the same relative paths as these do one another.
ORIGIN = "https://muehle.test"
NAME = re.compile(r'^test\("(?P<name>[^"]+)"', re.MULTILINE)
RUN = f"async files => (await import('{ORIGIN}/static/testing.js')).run(files)"

# By file and name of a test: what went wrong, or None. Of a file that cannot be loaded, its fault by the empty name.
Faults = dict[str, dict[str, str | None]]


def files_of_tests() -> dict[str, str]:
    """The text of every file of tests, by its path in this folder."""
    files = existing_files(HERE, "**/*.test.js")
    return {str(path.relative_to(HERE)): path.read_text(encoding="utf-8") for path in files}


def names_in(text: str) -> list[str]:
    """The tests of a file in their order."""
    return NAME.findall(text)


def run(page: Page, files: Mapping[str, str]) -> Faults:
    """Run the tests of all files, given by path and text, in the page."""
    page.route(f"{ORIGIN}/**", lambda route: _serve(route, files))
    page.goto(f"{ORIGIN}/")
    return cast("Faults", page.evaluate(RUN, list(files)))


def _serve(route: Route, files: Mapping[str, str]) -> None:
    name = route.request.url.removeprefix(f"{ORIGIN}/").removeprefix("static/")
    if not name:
        route.fulfill(body="", content_type="text/html")
    elif text := files.get(name) or _read(name):
        route.fulfill(body=text, content_type="text/javascript")
    else:
        route.fulfill(status=404)


def _read(name: str) -> str | None:
    found = HERE / name if (HERE / name).exists() else finders.find(name)
    return Path(found).read_text(encoding="utf-8") if found else None
