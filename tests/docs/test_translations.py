"""The guides say the same in every language: section by section, the German is held against the English."""

import re
from collections import Counter
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.site.pages.guides import DOCS, FILES, ORIGINAL, file_of
from tests.architecture.test_catalogues import WRONG_IN_GERMAN, set_wrongly

# What of a section is the same in every language, each part as a list of texts.
Section = dict[str, list[str]]
CODE_CELL = re.compile(r"`[^`]+`(, `[^`]+`)*|\d+|")
each_guide = pytest.mark.parametrize("name", FILES, ids=FILES.values())


@each_guide
def test_a_guide_has_the_same_chapters_in_both_languages(name: str) -> None:
    english, german = both(name)

    assert [section["level"] for _title, section in german] == [section["level"] for _title, section in english]


@each_guide
def test_every_section_has_the_same_code_tables_and_links(name: str) -> None:
    differing = [
        f"{title} / {titel}: {difference}"
        for (title, english), (titel, german) in zip(*both(name), strict=True)
        for part in english
        if (difference := difference_of(part, english[part], german[part]))
    ]

    files = f"docs/api/{file_of(name, ORIGINAL)} and docs/api/{file_of(name, 'de')}"
    assert not differing, f"bring {files} in line:\n" + "\n".join(differing)


@each_guide
def test_a_translation_says_at_its_top_that_the_english_text_decides(name: str) -> None:
    top = text_of(name, "de").split("\n")[2]

    assert f"]({file_of(name, ORIGINAL)})" in top
    assert top.endswith("gilt der englische.*")


@each_guide
def test_german_guides_are_set_as_german_is_set(name: str) -> None:
    wrong = [fault for prose in running_text(text_of(name, "de")) for fault in set_wrongly(prose, WRONG_IN_GERMAN)]

    assert wrong == []


@pytest.mark.parametrize(
    ("german", "difference"),
    [
        ("## Ab\n\n`a`\n", "code: only in English ['b']"),
        ("## Ab\n\n`a` `b` `c`\n", "code: only in German ['c']"),
        ("## Ab\n\n`a` `b` [dort](there.md)\n", "links: only in German ['there.md']"),
        ("## Ab\n\n`a` `b`\n\n```sh\nls\n```\n", "blocks: only in German ['sh\\nls\\n']"),
        ("## Ab\n\n`a` `b`\n\n| `a` | wie |\n|---|---|\n", "tables: only in German ['`a` | words']"),
    ],
)
def test_what_differs_is_found(german: str, difference: str) -> None:
    [(_title, english)] = sections("## From\n\n`a` and `b`\n")
    [(_titel, other)] = sections(german)

    assert [found for part in english if (found := difference_of(part, english[part], other[part]))] == [difference]


def text_of(name: str, language: str) -> str:
    return (DOCS / file_of(name, language)).read_text(encoding="utf-8")


def both(name: str) -> tuple[list[tuple[str, Section]], list[tuple[str, Section]]]:
    """The sections of a guide in English and in German, whose links lead to the German guides."""
    head, _reservation, body = text_of(name, "de").split("\n\n", 2)
    return sections(text_of(name, ORIGINAL)), sections(f"{head}\n\n{body}".replace(".de.md", ".md"))


def sections(text: str) -> list[tuple[str, Section]]:
    """The sections of a guide in their order, with their titles."""
    tokens = _parsed(text)
    starts = [index for index, token in enumerate(tokens) if token.type == "heading_open"]
    return [
        (tokens[start + 1].content, section_of(tokens[start:end])) for start, end in pairwise([*starts, len(tokens)])
    ]


def section_of(tokens: list[Token]) -> Section:
    inside = [child for token in tokens for child in token.children or []]
    return {
        "level": [tokens[0].tag],
        "blocks": [f"{token.info}\n{token.content}" for token in tokens if token.type == "fence"],
        "tables": rows_of(tokens),
        "code": sorted({child.content for child in inside if child.type == "code_inline"}),
        "links": sorted(str(child.attrGet("href")) for child in inside if child.type == "link_open"),
    }


def rows_of(tokens: list[Token]) -> list[str]:
    """The rows of the tables: cells of code or numbers as they are, of the others that they are there."""
    rows: list[list[str]] = []
    for opening, token in pairwise(tokens):
        if opening.type == "tr_open":
            rows.append([])
        elif opening.type in ("th_open", "td_open"):
            rows[-1].append(token.content if CODE_CELL.fullmatch(token.content) else "words")
    return [" | ".join(row) for row in rows]


def difference_of(part: str, english: list[str], german: list[str]) -> str:
    """What a part of a section has in one language alone, in words; nothing where they agree."""
    if english == german:
        return ""
    missing, added = Counter(english) - Counter(german), Counter(german) - Counter(english)
    found = [("only in English", missing), ("only in German", added)]
    return f"{part}: " + (", ".join(f"{where} {list(what)}" for where, what in found if what) or "in another order")


def running_text(text: str) -> list[str]:
    """The headings, paragraphs and cells of a guide, without what is code."""
    return ["".join(_words(child) for child in token.children or []) for token in _parsed(text)]


def _words(token: Token) -> str:
    return {"text": token.content, "softbreak": " ", "code_inline": "‹code›"}.get(token.type, "")


def _parsed(text: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(text)
