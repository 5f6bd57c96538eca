"""`manage.py subjects`: what each app adds, with file and line."""

import io
import re
from functools import cache

import pytest
from celery import current_app
from django.core.management import CommandError, call_command

from games.core import event_types, notifications
from games.site.management.commands.subjects import PARTS, subjects
from kit import periodic
from kit.errors import Refusal
from kit.schema import generated
from kit.scopes import scope_names
from tools.launcher.workspace import ROOT

ROW = re.compile(r"    (\S+) +(\S+):([0-9]+)(?:  .*)?")


@cache
def said(*apps: str) -> str:
    out = io.StringIO()
    call_command("subjects", *apps, stdout=out)
    return out.getvalue()


def rows(title: str) -> list[str]:
    """The names that are listed under a title, of all apps."""
    found, is_wanted = [], False
    for line in said().splitlines():
        if match := ROW.fullmatch(line):
            found += [match[1]] if is_wanted else []
        else:
            is_wanted = line == f"  {title}"
    return sorted(found)


def test_one_app_is_described_with_its_level_and_its_parts() -> None:
    lines = said("disputes").splitlines()

    assert re.fullmatch(r"disputes  level 90  games/disputes/apps\.py:\d+", lines[0])
    assert re.search(r"\n    Dispute +games/disputes/models\.py:\d+  disputes_dispute\n", said("disputes"))
    assert re.search(r"\n    dispute:write  games/disputes/scopes\.py:\d+\n", said("disputes"))
    assert [line.strip() for line in lines if re.fullmatch("  [a-z ]+", line)] == [
        part for part in PARTS if part != "periodic tasks"
    ]


def test_all_apps_are_described_the_lowest_first() -> None:
    labels = [line.partition(" ")[0] for line in said().splitlines() if re.match("[a-z_]+  (level|below)", line)]

    assert labels == [config.label for config in subjects()]
    assert (labels[:3], labels[-1]) == (["kit", "accounts", "core"], "site")


def test_everything_that_is_registered_is_listed() -> None:
    operations = [
        operation["operationId"] for methods in generated()["paths"].values() for operation in methods.values()
    ]

    assert rows("events") == sorted(event_types.event_type_names())
    assert rows("notifications") == sorted(kind.name for kind in notifications.kinds())
    assert rows("errors") == sorted(Refusal.kinds)
    assert rows("operations") == sorted(operations)
    assert rows("periodic tasks") == sorted(task.__name__ for task in periodic.tasks(current_app).values())
    assert rows("scopes") == sorted(scope_names())


def test_every_place_has_what_is_listed() -> None:
    places = [match for line in said().splitlines() if (match := ROW.fullmatch(line))]

    def is_there(match: re.Match[str]) -> bool:
        following = (ROOT / match[2]).read_text(encoding="utf-8").splitlines()[int(match[3]) - 1 :]
        return re.match(r"\s*(@|class |def |[A-Z_]+ = )", following[0] + following[1]) is not None

    assert len(places) > 300
    assert [match[0] for match in places if not is_there(match)] == []


def test_an_app_that_does_not_exist_is_named() -> None:
    with pytest.raises(CommandError, match="There is no app 'chess'"):
        call_command("subjects", "chess")
