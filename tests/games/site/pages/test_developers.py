"""The guides for programmers as pages of the site."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from games.site.pages.guides import DOCS, FILES, SECTIONS, address_of
from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

each_guide = pytest.mark.parametrize("name", FILES, ids=FILES.values())
each_language = pytest.mark.parametrize("language", ["de", "en"])


def read(client: Client, name: str, language: str = "en") -> str:
    """The page of a guide in a browser that prefers the language."""
    address = f"/developers/{name}/" if name else "/developers/"
    return client.get(address, headers={"accept-language": language}).content.decode()


def guide_title(document: str) -> str:
    return document.partition("\n")[0].removeprefix("# ")


@each_language
@each_guide
def test_a_guide_is_a_page_in_english(client: Client, name: str, language: str) -> None:
    page = read(client, name, language)

    document = (DOCS / FILES[name]).read_text(encoding="utf-8")
    chapters = re.findall(r"^## (.+)$", document, re.MULTILINE)
    headings = re.findall(r"<h2[^>]*>(.+?)</h2>", page)
    assert f">{guide_title(document)}</h1>" in page
    assert headings == chapters
    assert '<article class="guide flow" lang="en">' in page
    assert f'aria-current="page" lang="en">{guide_title(document)}</a>' in page


def test_german_readers_are_told_that_the_guides_are_in_english(client: Client) -> None:
    assert "Diese Seiten gibt es nur auf Englisch." in read(client, "bots", "de")
    assert "These pages are only in English." not in read(client, "bots", "en")


def test_the_image_has_the_guides() -> None:
    assert set(FILES.values()) == {document.name for document in existing_files(DOCS, "*")}
    assert "COPY docs/api docs/api\n" in (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "!docs/api\n" in (ROOT / ".dockerignore").read_text(encoding="utf-8")


def test_commands_name_this_site(client: Client, settings: Settings) -> None:
    page = read(client, "quick-start")

    assert f"API={settings.SITE_URL}/api/v1" in page
    assert "$SITE" not in page


@each_guide
def test_every_link_of_a_guide_leads_somewhere(client: Client, name: str) -> None:
    page = read(client, name)
    article = page.partition("<article")[2].partition("</article>")[0]
    targets = re.findall(r'href="([^"#]+)"', article)

    assert {target: client.get(target).status_code for target in targets} == dict.fromkeys(targets, 200)


def test_there_are_no_other_documents(client: Client) -> None:
    assert client.get("/developers/operations/").status_code == 404


def test_programmers_find_them_from_the_first_page(client: Client, db: None) -> None:
    assert 'href="/developers/"' in client.get("/").content.decode()


@each_guide
def test_every_anchor_of_a_guide_is_there(client: Client, name: str) -> None:
    page = read(client, name)

    assert set(re.findall(r'href="#([^"]+)"', page)) - {"main"} <= set(re.findall(r'id="([^"]+)"', page))


def test_every_anchor_in_another_guide_is_there(client: Client) -> None:
    pages = {address_of(name): read(client, name) for name in FILES}
    links = {link for page in pages.values() for link in re.findall(r'href="(/developers/[^"#]*)#([^"]+)"', page)}

    assert links
    assert [(address, anchor) for address, anchor in links if f'id="{anchor}"' not in pages[address]] == []


def test_a_guide_has_links_to_all_guides_of_its_section(client: Client) -> None:
    for _title, names in SECTIONS:
        navigation = read(client, names[-1]).partition("<article")[0]
        links = set(re.findall(r'href="(/developers/[^"#]*)"', navigation))
        firsts = {address_of(section[0]) for _other, section in SECTIONS}
        assert links == firsts | {address_of(name) for name in names}
