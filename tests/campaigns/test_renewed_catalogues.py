"""Renewing the catalogue: what is new gets in, what is unused gets out, and all else stays."""

import difflib
import shutil
from pathlib import Path

import pytest

from tests.tools.launcher.instances import launch

pytestmark = pytest.mark.skipif(shutil.which("xgettext") is None, reason="GNU gettext is not installed")
CATALOGUE = "muehle_server/locale/de/LC_MESSAGES/django.po"


@pytest.mark.campaign
def test_new_texts_are_added_without_guesses_and_unused_ones_dropped(tree: Path) -> None:
    catalogue, source = tree / CATALOGUE, tree / "games/core/models/terms.py"
    before = catalogue.read_text(encoding="utf-8").splitlines()
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace('_("games between people")', '_("games between persons")'), encoding="utf-8")

    answer = launch(tree, "check", "--write", "texts")

    after = catalogue.read_text(encoding="utf-8").splitlines()
    changes = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    assert sorted(changes) == [
        '+ msgid "games between persons"',
        '+ msgstr ""',
        '- msgid "games between people"',
        '- msgstr "Partien unter Menschen"',
    ]
    assert answer.returncode == 1
    assert "games between persons" in answer.stdout


@pytest.mark.campaign
def test_a_catalogue_with_all_texts_stays_as_it_is(tree: Path) -> None:
    before = (tree / CATALOGUE).read_bytes()

    answer = launch(tree, "check", "--write", "texts")

    assert answer.returncode == 0
    assert (tree / CATALOGUE).read_bytes() == before
