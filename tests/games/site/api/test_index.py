"""The index of the API: which server this is, which version, and where to read on. Pages show the version, too."""

import re
import tomllib

from django.test import Client
from pytest_django import Settings

from muehle_server import __version__
from tests.support.api import Api
from tests.support.reading import markup_of
from tools.launcher.workspace import ROOT


def test_the_index_names_server_and_version_and_links_that_lead_somewhere(
    api: Api, client: Client, settings: Settings
) -> None:
    settings.SITE_URL = "https://muehle.example"

    index = api().read("")

    assert index == {
        "name": "Mühle correspondence server",
        "version": __version__,
        "links": {
            "schema": "https://muehle.example/api/v1/schema/",
            "docs": "https://muehle.example/api/v1/docs/",
            "guides": "https://muehle.example/developers/",
            "problems": "https://muehle.example/api/v1/problems/",
            "health": "https://muehle.example/api/v1/health/ready/",
        },
    }
    for address in index["links"].values():
        assert client.get(address.removeprefix("https://muehle.example")).status_code == 200


def test_the_schema_has_the_version_of_the_release(api: Api) -> None:
    assert api().read("schema/")["info"]["version"] == __version__


def test_every_page_shows_the_version_in_its_footer(client: Client, db: None) -> None:
    client.cookies["language"] = "de"

    assert f"Version {__version__}.</p>" in markup_of(client.get("/rules/"))


def test_the_changelog_describes_the_release() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert headings[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(__version__)} – \d{{4}}-\d\d-\d\d", headings[1])


def test_the_version_is_written_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "muehle_server.__version__"}
