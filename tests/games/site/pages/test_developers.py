"""The guides for programmers as pages of the site."""

import re

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from games.site.pages.guides import DOCS, FILES, SECTIONS, address_of, file_of, guide
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
def test_a_guide_is_a_page_in_the_readers_language(client: Client, name: str, language: str) -> None:
    page = read(client, name, language)

    document = (DOCS / file_of(name, language)).read_text(encoding="utf-8")
    chapters = re.findall(r"^## (.+)$", document, re.MULTILINE)
    headings = re.findall(r"<h2[^>]*>(.+?)</h2>", page)
    assert f">{guide_title(document)}</h1>" in page
    assert headings == chapters
    assert f'<article class="guide flow" lang="{language}">' in page
    assert f'aria-current="page" lang="{language}">{guide_title(document)}</a>' in page


@each_guide
def test_chapters_have_the_same_addresses_in_every_language(client: Client, name: str) -> None:
    english, german = (re.findall(r'<h\d id="([^"]+)"', read(client, name, language)) for language in ("en", "de"))

    assert german == english


def test_who_reads_a_language_without_guides_gets_the_english() -> None:
    with translation.override("fr"):
        assert (guide("").language, guide("").title) == ("en", "The API")


def test_the_image_has_the_guides_in_every_language() -> None:
    assert {file_of(name, language) for name in FILES for language in ("de", "en")} == {
        document.name for document in existing_files(DOCS, "*")
    }
    assert "COPY docs/api docs/api\n" in (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "!docs/api\n" in (ROOT / ".dockerignore").read_text(encoding="utf-8")


@each_language
def test_commands_name_this_site(client: Client, settings: Settings, language: str) -> None:
    page = read(client, "quick-start", language)

    assert f"API={settings.SITE_URL}/api/v1" in page
    assert "$SITE" not in page


@each_language
@each_guide
def test_every_link_of_a_guide_leads_somewhere(client: Client, name: str, language: str) -> None:
    page = read(client, name, language)
    article = page.partition("<article")[2].partition("</article>")[0]
    targets = re.findall(r'href="([^"#]+)"', article)

    assert {target: client.get(target).status_code for target in targets} == dict.fromkeys(targets, 200)


def test_there_are_no_other_documents(client: Client) -> None:
    assert client.get("/developers/operations/").status_code == 404


def test_programmers_find_them_from_the_first_page(client: Client, db: None) -> None:
    assert 'href="/developers/"' in client.get("/").content.decode()


@each_language
@each_guide
def test_every_anchor_of_a_guide_is_there(client: Client, name: str, language: str) -> None:
    page = read(client, name, language)

    assert set(re.findall(r'href="#([^"]+)"', page)) - {"main"} <= set(re.findall(r'id="([^"]+)"', page))


@each_language
def test_every_anchor_in_another_guide_is_there(client: Client, language: str) -> None:
    pages = {address_of(name): read(client, name, language) for name in FILES}
    links = {link for page in pages.values() for link in re.findall(r'href="(/developers/[^"#]*)#([^"]+)"', page)}

    assert links
    assert [(address, anchor) for address, anchor in links if f'id="{anchor}"' not in pages[address]] == []


@each_language
def test_a_guide_has_links_to_all_guides_of_its_section(client: Client, language: str) -> None:
    for _title, names in SECTIONS:
        navigation = read(client, names[-1], language).partition("<article")[0]
        links = set(re.findall(r'href="(/developers/[^"#]*)"', navigation))
        firsts = {address_of(section[0]) for _other, section in SECTIONS}
        assert links == firsts | {address_of(name) for name in names}
