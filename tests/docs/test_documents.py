"""What the documents say about the code, held against the code."""

import re
from pathlib import Path

import pytest
from django.apps import apps

from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

DOCUMENTS = [path for pattern in ("*.md", "docs/**/*.md", "clients/**/*.md") for path in existing_files(ROOT, pattern)]


def test_every_setting_is_in_the_operators_table() -> None:
    settings = (ROOT / "muehle_server/settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings)) - {"PYTEST_XDIST_WORKER"}
    table = (ROOT / "docs/operations.md").read_text(encoding="utf-8")

    documented = set(re.findall(r"`([A-Z][A-Z_]+)`", table))

    assert read - documented == set()


# They look like tables of the apps `audit` and `chat`.
NO_TABLES = {"audit_problems", "chat_app"}


def test_every_table_in_the_operators_guide_exists() -> None:
    guide = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    labels = "|".join(app.label for app in apps.get_app_configs() if app.name.startswith(("games.", "accounts")))
    named = set(re.findall(rf"`(?:update )?((?:{labels})_[a-z]+)\b", guide))

    assert named
    assert named - NO_TABLES - {model._meta.db_table for model in apps.get_models()} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_in_a_document_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target and not target.startswith("mailto:")]

    missing = [target for target in local if not (document.parent / target).exists()]

    assert missing == []


def test_every_file_that_a_recipe_names_is_there() -> None:
    recipes = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Recipes")[2]
    folders = "accounts|clients|docs|games|muehle|muehle_server|tests"
    named = re.findall(rf"`((?:{folders})/[\w./-]+)`", recipes)

    assert [path for path in named if not re.search("[A-Z]{3}", path) and not (ROOT / path).exists()] == []


def test_the_screenshots_kept_are_those_that_documents_show() -> None:
    shown = set()
    for document in DOCUMENTS:
        targets = re.findall(r'(?:\]\(|src=")([^)"]+\.png)', document.read_text(encoding="utf-8"))
        shown |= {(document.parent / target).resolve() for target in targets}

    assert shown == set(existing_files(ROOT / "docs/screenshots", "*"))


def test_the_readmes_commands_exist() -> None:
    from tools.launcher import __main__ as launcher

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"dev\.py (\w+)", readme))

    assert named <= set(launcher.COMMANDS)
