"""The guides for programmers as pages of the site."""

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from games.web.guides import FILES

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", FILES)
def test_a_guide_is_a_page_with_its_title_and_chapters(client: Client, name: str) -> None:
    page = client.get(f"/developers/{name}/" if name else "/developers/").content.decode()

    document = (ROOT / "docs" / FILES[name]).read_text(encoding="utf-8")
    chapters = re.findall(r"^## (.+)$", document, re.MULTILINE)
    headings = re.findall(r"<h2[^>]*>(.+?)</h2>", page)
    assert f">{document.partition(chr(10))[0].removeprefix('# ')}</h1>" in page
    assert headings == chapters


def test_commands_name_this_site(client: Client, settings: Settings) -> None:
    page = client.get("/developers/").content.decode()

    assert f"API={settings.SITE_URL}/api/v1" in page
    assert "$SITE" not in page


@pytest.mark.parametrize("name", FILES)
def test_every_link_of_a_guide_leads_somewhere(client: Client, name: str) -> None:
    page = client.get(f"/developers/{name}/" if name else "/developers/").content.decode()
    article = page.partition("<article")[2].partition("</article>")[0]
    targets = re.findall(r'href="([^"#]+)"', article)

    assert {target: client.get(target).status_code for target in targets} == dict.fromkeys(targets, 200)


def test_there_are_no_other_documents(client: Client) -> None:
    assert client.get("/developers/operations/").status_code == 404


def test_programmers_find_them_from_the_first_page(client: Client, db: None) -> None:
    assert 'href="/developers/"' in client.get("/").content.decode()


@pytest.mark.parametrize("name", FILES)
def test_every_anchor_of_a_guide_is_there(client: Client, name: str) -> None:
    page = client.get(f"/developers/{name}/" if name else "/developers/").content.decode()

    assert set(re.findall(r'href="#([^"]+)"', page)) - {"main"} <= set(re.findall(r'id="([^"]+)"', page))
