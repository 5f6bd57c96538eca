"""The app that the pages make up: its manifest and icons, its service worker, the page without a server."""

import html
import json
import re
import struct
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tools.management.commands.icons import FOLDER, ICONS, drawn

pytestmark = pytest.mark.django_db


def manifest(client: Client, language: str) -> Any:
    return client.get(f"/manifest/{language}.webmanifest").json()


# --- The manifest -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "name"), [("de", "Mühle als Fernspiel"), ("en", "Mühle by correspondence")])
def test_every_page_names_the_manifest_of_its_language(client: Client, language: str, name: str) -> None:
    page = client.get("/rules/", headers={"Accept-Language": language}).content.decode()

    app = manifest(client, language)
    assert f'<link rel="manifest" href="/manifest/{language}.webmanifest">' in page
    assert (app["lang"], app["name"]) == (language, name)


def test_the_app_starts_at_home_in_a_window_of_its_own(client: Client) -> None:
    answer = client.get("/manifest/en.webmanifest")

    app = answer.json()
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert [app[key] for key in ("id", "start_url", "scope", "display")] == ["/", "/", "/", "standalone"]


def test_the_manifest_is_the_same_for_everybody(client: Client, anna: User) -> None:
    as_guest = client.get("/manifest/de.webmanifest")
    client.force_login(anna)
    as_anna = client.get("/manifest/de.webmanifest")

    assert as_anna.content == as_guest.content
    assert as_guest.headers["Cache-Control"] == "max-age=86400, public"


@pytest.mark.parametrize("address", ["/manifest/fr.webmanifest", "/offline/fr/", "/unanswered/xx/"])
def test_there_is_no_other_language(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_shortcut_leads_to_a_page(client: Client, anna: User) -> None:
    client.force_login(anna)

    for shortcut in manifest(client, "en")["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200


# --- Icons ------------------------------------------------------------------------------------------------------------


def test_every_icon_of_the_manifest_is_there_in_the_size_it_claims(client: Client) -> None:
    for icon in manifest(client, "en")["icons"]:
        content = Path(str(find(icon["src"].removeprefix(settings.STATIC_URL)))).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert content.startswith(b"<svg ")


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_what_its_drawing_says(name: str) -> None:
    """`manage.py icons` draws them anew."""
    assert (FOLDER / name).read_bytes() == drawn(FOLDER, name)


def test_the_icon_within_the_pages_is_the_file(client: Client) -> None:
    drawing = Path(str(find("web/favicon.svg"))).read_text(encoding="utf-8").strip()

    page = client.get("/rules/").content.decode()

    [address] = re.findall(r'<link rel="icon" href="data:image/svg\+xml,([^"]*)"', page)
    assert unquote(html.unescape(address)) == drawing


# --- The service worker -----------------------------------------------------------------------------------------------


def shell(client: Client) -> Any:
    """What the worker keeps."""
    [line] = re.findall(r"^const SHELL = (.*);$", client.get("/service-worker.js").content.decode(), re.MULTILINE)
    return json.loads(line)


@pytest.fixture
def with_worker(settings: Settings) -> None:
    settings.SERVICE_WORKER = True


def test_the_worker_is_a_script_that_is_looked_up_each_time(client: Client, with_worker: None) -> None:
    answer = client.get("/service-worker.js")

    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-cache" in answer.headers["Cache-Control"]


def test_the_worker_keeps_the_page_without_a_server_and_what_it_is_made_of(client: Client, with_worker: None) -> None:
    kept = shell(client)

    page = client.get("/offline/en/").content.decode()
    fetched = set(re.findall(r'(?:src|<link rel="stylesheet" href)="(/static/[^"]+)"', page))
    assert fetched < set(kept["files"])
    assert kept["pages"] == {
        "de": {"offline": "/offline/de/", "unanswered": "/unanswered/de/"},
        "en": {"offline": "/offline/en/", "unanswered": "/unanswered/en/"},
    }
    assert all(client.get(address).status_code == 200 for cases in kept["pages"].values() for address in cases.values())


def test_what_is_kept_has_a_new_name_when_it_changes(client: Client, with_worker: None, settings: Settings) -> None:
    before, again = shell(client)["cache"], shell(client)["cache"]

    settings.STATIC_URL = "/elsewhere/"

    assert before == again
    assert shell(client)["cache"] != before


def test_what_is_kept_is_the_same_for_everybody(client: Client, with_worker: None, anna: User) -> None:
    addresses = ["/service-worker.js", "/offline/de/", "/unanswered/de/"]
    as_guest = [without_nonces(client, address) for address in addresses]
    client.force_login(anna)

    assert [without_nonces(client, address) for address in addresses] == as_guest
    assert "anna" not in "".join(as_guest)


def without_nonces(client: Client, address: str) -> str:
    answer = client.get(address)
    assert not answer.cookies.keys() & {"csrftoken", "sessionid"}
    return answer.content.decode()


def test_the_operator_can_do_without(client: Client, settings: Settings) -> None:
    settings.SERVICE_WORKER = False

    worker = client.get("/service-worker.js").content.decode()

    assert "unregister()" in worker
    assert '"fetch"' not in worker
    assert "service-worker" not in client.get("/rules/").content.decode()


def test_every_page_names_the_worker(client: Client, with_worker: None) -> None:
    assert '<meta name="service-worker" content="/service-worker.js">' in client.get("/rules/").content.decode()


@pytest.mark.parametrize(
    ("language", "case", "heading"),
    [
        ("en", "offline", "No connection"),
        ("de", "offline", "Keine Verbindung"),
        ("en", "unanswered", "No response"),
        ("de", "unanswered", "Keine Antwort"),
    ],
)
def test_the_page_without_a_server_speaks_both_languages(
    client: Client, language: str, case: str, heading: str
) -> None:
    page = client.get(f"/{case}/{language}/").content.decode()

    assert f'<html lang="{language}"' in page
    assert f"<h1>{heading}</h1>" in page
