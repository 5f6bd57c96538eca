"""The server works without any one of the apps that docs/architecture.md calls optional."""

import re
from subprocess import CompletedProcess

import pytest

from tests.support.inner_pytest import run_pytest
from tools.launcher.workspace import ROOT

OPTIONAL = ("calendar", "chat_apps", "learn", "mail_moves", "pictures", "streams", "webhooks")
SETTINGS = "tests.games.site.optional.settings"


def test_the_optional_apps_are_those_of_the_document() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    sentence = re.search(r"These apps are optional: ([^.]*)\.", text)

    assert sentence is not None
    assert tuple(re.findall(r"`(\w+)`", sentence[1])) == OPTIONAL


def answer_without(app: str) -> CompletedProcess[str]:
    """Run `without_an_app.py` in a process that does not have the line of the app."""
    return run_pytest("tests/games/site/optional/without_an_app.py", SETTINGS, WITHOUT=f"games.{app}")


def test_the_server_works_without_webhooks() -> None:
    answer = answer_without("webhooks")

    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert " passed" in answer.stdout


@pytest.mark.campaign
@pytest.mark.parametrize("app", [app for app in OPTIONAL if app != "webhooks"])
def test_the_server_works_without_any_other_optional_app(app: str) -> None:
    answer = answer_without(app)

    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert " passed" in answer.stdout
