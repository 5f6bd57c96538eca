"""The page of the solved game: what it says is what was counted, and what was not counted it does not say."""

import html
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.contrib.humanize.templatetags.humanize import intcomma
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import User
from games.core import rule_sets
from games.solved.pages import counted
from games.solved.pages.counted import CountedFamily, shares_of
from muehle import POINTS, RULESETS, RuleSet
from muehle_tables import FAMILIES, Family, Result, family_of, full_build
from muehle_tables.manifest import Entry, Manifest
from muehle_tables.sectors import MovingSector, PlacingSector, Sector, all_sectors
from muehle_tables.tables import SHIPPED
from tests.games.solved.test_tables_directory import each_damage
from tests.support.people import new_guest
from tests.support.reading import heading, language_of, markup_of, text_of, words
from tools.launcher.workspace import ROOT

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

pytestmark = pytest.mark.django_db

MOVING = [sector for sector in all_sectors() if isinstance(sector, MovingSector)]
each_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
each_language = pytest.mark.parametrize("language", ["en", "de"])


def page_of(client: Client, family: Family, language: str = "en") -> "Page":
    rules = family.rule_sets[0].name
    answer = client.get(f"/solved/?rules={rules}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer


def fields_of(page: "Page") -> list[str]:
    """The words of each field of the table, row by row."""
    found = re.findall(r'<td class="sectors__field[^>]*>(.*?)</td>', page.content.decode(), re.DOTALL)
    return [words(field) for field in found]


def field_of(page: "Page", sector: MovingSector) -> str:
    return fields_of(page)[7 * (sector.own - 3) + sector.other - 3]


def made_up(sectors: Iterable[Sector]) -> Manifest:
    """A build that has counted these sectors, under the rules of all families."""
    entry = Entry(won=30, lost=10, drawn=60, longest=7, sha256="0" * 64, bytes=1, seconds=0.1)
    counts = {sector.name: entry for sector in sectors}
    counts |= {name: replace(entry, won=0, lost=0, drawn=4) for name in ("p00-0-0", "p01-1-0") if name in counts}
    return Manifest(Path("nowhere"), dict.fromkeys(FAMILIES, counts))


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Callable[[Manifest], None]:
    """Lets the page read another build than the one that is kept."""
    return lambda manifest: monkeypatch.setattr(counted, "full_build", lambda: manifest)


@each_family
@each_language
def test_every_count_of_the_build_is_on_the_page(client: Client, family: Family, language: str) -> None:
    page = page_of(client, family, language)
    text = text_of(page)

    assert language_of(page) == language
    assert heading(page) == {"en": "Mühle is solved", "de": "Mühle ist gelöst"}[language]
    with translation.override(language):
        for sector in MOVING:
            if entry := full_build().entry(family.name, sector):
                against = {"en": "against", "de": "gegen"}[language]
                numbers = " ".join(map(str, map(intcomma, (entry.won, entry.drawn, entry.lost))))
                assert f"{sector.own} {against} {sector.other} {numbers} {entry.longest}" in text


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_every_rule_set_has_the_page_of_its_family(client: Client, rules: RuleSet) -> None:
    page = client.get(f"/solved/?rules={rules.name}")
    current = re.findall(r'<a href="\?rules=[^"]*" aria-current="page">(.*?)</a>', markup_of(page))

    assert page.status_code == 200
    assert len(current) == 1
    assert str(rule_sets.WORDS[rules.name].name) in words(current[0])
    assert page.context["chosen"].family is family_of(rules)


def test_the_standard_rules_are_shown_first(client: Client) -> None:
    assert client.get("/solved/").context["chosen"].family is FAMILIES["a"]


@pytest.mark.parametrize("name", ["", "nothing", "a", "standard\0"])
def test_rules_that_are_not_there_have_no_page(client: Client, name: str) -> None:
    assert client.get("/solved/", {"rules": name}).status_code == 404


@each_family
def test_a_share_says_nothing_and_everything_only_where_that_is_so(family: Family) -> None:
    for sector in MOVING:
        if entry := full_build().entry(family.name, sector):
            counts = counted.counts_of([entry])
            for share in shares_of(counts):
                assert (share.percent == "0") == (share.number == 0)
                assert (share.percent == "100") == (share.number == counts.total())
                assert share.number == {"won": entry.won, "drawn": entry.drawn, "lost": entry.lost}[share.result.value]


def test_the_most_frequent_result_is_shaded(client: Client, counts: Callable[[Manifest], None]) -> None:
    counts(made_up(MOVING))

    page = page_of(client, FAMILIES["b"])

    assert page.content.decode().count("sectors__field--drawn") == 49
    assert set(fields_of(page)) == {"won 30% drawn 60% lost 10%", "won 30% drawn 60% lost 10% proved here"}


# --- The start and the longest win ------------------------------------------------------------------------------------


@each_family
def test_the_first_half_moves_are_all_points_each_once(family: Family) -> None:
    points = [point for move in CountedFamily(family).first_moves for point in move.points]

    assert sorted(points) == sorted(POINTS)


def test_a_counted_start_is_shown_with_the_value_of_each_first_half_move(
    client: Client, counts: Callable[[Manifest], None]
) -> None:
    counts(made_up([PlacingSector(0, 0, 0), PlacingSector(1, 1, 0)]))

    page = page_of(client, FAMILIES["a"])

    text = text_of(page)
    assert "none: the start drawn" in text
    assert "corner of the middle ring b6, f6, b2, f2 drawn" in text
    assert text.count("drawn") >= 6
    assert page.content.decode().count('class="diagram__free"') == len(POINTS)


def test_the_value_of_a_first_half_move_is_that_of_white(counts: Callable[[Manifest], None]) -> None:
    manifest = made_up([PlacingSector(1, 1, 0)])
    lost = replace(manifest.families["a"]["p01-1-0"], drawn=0, lost=4)
    counts(Manifest(Path("nowhere"), {"a": {"p01-1-0": lost}}))

    values = {str(move.value) for move in CountedFamily(FAMILIES["a"]).first_moves}

    assert values == {str(counted.WORDS[Result.WON])}


def test_first_half_moves_of_different_values_are_not_told_apart_by_counts(counts: Callable[[Manifest], None]) -> None:
    manifest = made_up([PlacingSector(1, 1, 0)])
    mixed = replace(manifest.families["a"]["p01-1-0"], drawn=3, lost=1)
    counts(Manifest(Path("nowhere"), {"a": {"p01-1-0": mixed}}))

    assert {move.value for move in CountedFamily(FAMILIES["a"]).first_moves} == {None}


def test_the_longest_win_is_shown_with_its_stones(client: Client, counts: Callable[[Manifest], None]) -> None:
    manifest = made_up(MOVING)
    for name in ("6-4", "4-6"):
        manifest.families["b"][name] = replace(manifest.families["b"][name], longest=153)
    counts(manifest)

    text = text_of(page_of(client, FAMILIES["b"]))

    assert "it takes 153 half-moves" in text
    assert "those of the side to move first: 6 against 4, 4 against 6." in text
    assert "not to the end of the game" in text


# --- What is not there ------------------------------------------------------------------------------------------------


@each_family
@each_language
def test_without_a_build_the_page_says_so(
    client: Client, counts: Callable[[Manifest], None], family: Family, language: str, tmp_path: Path
) -> None:
    counts(Manifest.read(tmp_path, "full_build.json"))

    text = text_of(page_of(client, family, language))

    assert {"en": "have not been counted under these rules yet", "de": "noch nicht gezählt"}[language] in text
    assert {"en": "the start not counted yet", "de": "der Anfang noch nicht gezählt"}[language] in text


def test_a_combination_that_is_missing_is_said_to_be_so(client: Client, counts: Callable[[Manifest], None]) -> None:
    counts(made_up(MOVING[:-1]))

    page = page_of(client, FAMILIES["c"])

    text = text_of(page)
    assert "48 of 49 combinations have been counted" in text
    assert field_of(page, MOVING[-1]) == "not counted yet"
    assert "9 against 9 not counted yet" in text
    assert "This will be known once all combinations have been counted" in text


# --- What this server has ---------------------------------------------------------------------------------------------


@each_family
def test_what_ships_is_proved_here_and_nothing_else(
    client: Client, counts: Callable[[Manifest], None], family: Family
) -> None:
    counts(made_up(MOVING))
    shipped = {sector for sector in MOVING if Manifest.read(SHIPPED).has(family.name, sector)}

    page = page_of(client, family)

    assert {sector for sector in MOVING if "proved here" in field_of(page, sector)} == shipped
    assert "This server has the tables of 11 of the 49 combinations" in text_of(page)


def test_what_the_directory_has_is_proved_here_too(
    client: Client, counts: Callable[[Manifest], None], tables_directory: Path
) -> None:
    counts(made_up(MOVING))
    manifest = Manifest.read(tables_directory)
    (tables_directory / "b" / "9-9.sector").write_bytes(b"x")
    manifest.add("b", MovingSector(9, 9), made_up(MOVING).families["b"]["9-9"])

    page = page_of(client, FAMILIES["b"])

    assert "proved here" in field_of(page, MovingSector(9, 9))
    assert "12 of the 49" in text_of(page)


@each_damage
def test_damaged_tables_do_no_harm_to_the_page(
    client: Client, tables_directory: Path, damage: Callable[[Path], None]
) -> None:
    damage(tables_directory)

    assert field_of(page_of(client, FAMILIES["a"]), MovingSector(3, 3)).endswith("proved here")


# --- Checking a value -------------------------------------------------------------------------------------------------


@each_family
def test_the_program_of_the_page_prints_what_the_page_says(client: Client, family: Family) -> None:
    body = page_of(client, family).content.decode()
    [program] = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", body, re.DOTALL)
    [printed] = re.findall(r"<pre[^>]*><samp>(.*?)</samp></pre>", body, re.DOTALL)

    said = subprocess.run(
        [sys.executable, "-c", html.unescape(program)], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert said.stdout.strip() == html.unescape(printed)
    assert len(html.unescape(program).strip().splitlines()) == 3


# --- Readers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/rules/", "/learn/", "/analysis/"])
def test_pages_of_rules_lesson_and_analysis_lead_to_it(client: Client, address: str) -> None:
    assert 'href="/solved/"' in client.get(address).content.decode()


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_it_reads_no_more_of_the_database_than_the_rules(client: Client, anna: User, is_signed_in: bool) -> None:
    if is_signed_in:
        client.force_login(anna)
    statements = []
    for address in ("/rules/", "/rules/", "/solved/"):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        statements.append(len(asked))

    assert statements[2] == statements[1]


def test_a_guest_reads_it(client: Client) -> None:
    client.force_login(new_guest())

    assert client.get("/solved/").status_code == 200
