"""The short commands: they pass arguments and exit codes on, and say what is wrong in words."""

import json
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.files import existing_files
from tests.tools.launcher.instances import launch
from tools.launcher.checks import STATIC_TESTS
from tools.launcher.commands.test import for_tier, processes
from tools.launcher.workspace import ROOT

PROBE = """
import json, os, pathlib, sys

def test_probe():
    names = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    pathlib.Path("probe.json").write_text(json.dumps({name: os.environ.get(name, "") for name in names}))
    assert FINE
"""
FIRST_TIER = ("-m", "not campaign and not static")
FIXED = ("--randomly-seed=1",)
SEARCHING = ("-m", "campaign or hypothesis", "--hypothesis-profile=search")
AT_RANDOM = ("--hypothesis-seed=4711", "--randomly-seed=4711")
ALONE = ("--noconftest", "-n", "0", "-p", "no:cacheprovider")


@pytest.mark.campaign
@pytest.mark.parametrize(("fine", "code"), [("True", 0), ("False", 1)])
def test_the_suite_gets_servers_that_are_gone_afterwards(tree: Path, fine: str, code: int) -> None:
    (tree / "tests" / "probe.py").write_text(PROBE.replace("FINE", fine))

    answer = launch(tree, "test", "tests/probe.py", *ALONE)
    seen = json.loads((tree / "probe.json").read_text())

    assert answer.returncode == code, answer.stdout + answer.stderr
    assert seen["DATABASE_URL"].startswith("postgres://")
    assert len(seen["SECRET_KEY"]) > 60
    assert not Path(seen["REDIS_URL"].removeprefix("unix://").partition("?")[0]).parent.exists()
    assert not (tree / ".dev").exists()


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ([], [*FIRST_TIER, *FIXED]),
        (["-n", "0", "-x"], [*FIRST_TIER, *FIXED, "-n", "0", "-x"]),
        (["-x", "--campaigns"], [*SEARCHING, *AT_RANDOM, "-x"]),
        (["--campaigns", "tests/games/site/api"], [*SEARCHING, *AT_RANDOM, "tests/games/site/api"]),
        (["--basetemp", "/tmp"], [*FIRST_TIER, *FIXED, "--basetemp", "/tmp"]),
        (["tests/games/site/api"], [*FIXED, "tests/games/site/api"]),
        (
            ["tests/campaigns/test_run.py::test_ctrl_c_ends_every_process"],
            [*FIXED, "tests/campaigns/test_run.py::test_ctrl_c_ends_every_process"],
        ),
        (["-k", "kill"], [*FIXED, "-k", "kill"]),
        (["--lf"], [*FIXED, "--lf"]),
    ],
    ids=" ".join,
)
def test_tests_are_those_of_a_tier_unless_they_are_named(given: list[str], passed: list[str]) -> None:
    assert for_tier(given, drawn=4711) == passed


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        (["--randomly-seed=7"], [*FIRST_TIER, "--randomly-seed=7"]),
        (["--randomly-seed", "7"], [*FIRST_TIER, "--randomly-seed", "7"]),
        (["-p", "no:randomly"], [*FIRST_TIER, "-p", "no:randomly"]),
        (["-pno:randomly"], [*FIRST_TIER, "-pno:randomly"]),
        (
            ["--campaigns", "--hypothesis-seed=7"],
            [*SEARCHING, "--randomly-seed=4711", "--hypothesis-seed=7"],
        ),
    ],
    ids=" ".join,
)
def test_a_seed_that_the_caller_names_holds(given: list[str], passed: list[str]) -> None:
    assert for_tier(given, drawn=4711) == passed


@pytest.mark.parametrize(("processors", "number"), [(1, 2), (2, 3), (4, 6)])
def test_more_processes_than_processors_run_the_tests(processors: int, number: int) -> None:
    assert processes(processors) == number


def test_examples_are_the_same_each_time_except_in_campaigns_which_try_five_times_as_many() -> None:
    (option,) = [each for each in for_tier(["--campaigns"], drawn=4711) if each.startswith("--hypothesis-profile=")]
    fixed, search = (settings.get_profile(name) for name in ("fixed", option.partition("=")[2]))

    assert (fixed.derandomize, search.derandomize) == (True, False)
    assert search.max_examples == 5 * fixed.max_examples


@pytest.mark.campaign
def test_the_data_of_run_stay_untouched_by_tests(tree: Path) -> None:
    (tree / ".dev").mkdir()
    before = (tree / ".dev").stat().st_mtime_ns
    (tree / "tests" / "probe.py").write_text(PROBE.replace("FINE", "True"))

    launch(tree, "test", "tests/probe.py", *ALONE)

    assert list((tree / ".dev").iterdir()) == []
    assert (tree / ".dev").stat().st_mtime_ns == before


def test_every_static_check_among_the_tests_is_run_by_a_check() -> None:
    tests = existing_files(ROOT / "tests", "**/test_*.py")
    marked = {
        path.relative_to(ROOT).as_posix() for path in tests if "\npytestmark = pytest.mark.static" in path.read_text()
    }

    assert {path for paths in STATIC_TESTS.values() for path in paths} == marked


def test_a_failed_check_shows_what_is_wrong(tree: Path) -> None:
    (tree / "accounts" / "crooked.py").write_text("a  =  1\n")

    answer = launch(tree, "check", "format", "imports")

    assert answer.returncode == 1
    assert "format      FAILED\n" in answer.stdout
    assert "accounts/crooked.py" in answer.stdout


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("path", "slip", "what"),
    [
        ("games/web/static/web/js/words.js", "const slipped = 1;\nconst slipped = 2;\nslipped;\n", "slipped"),
        ("games/web/static/web/js/words.js", "export const slipped = unheard_of;\n", "no-undef"),
        ("games/site/static/site/js/site.js", 'import { slipped } from "../../web/js/words.js";\n', "no-unused-vars"),
        (
            "games/site/static/site/js/site.js",
            'import { slipped } from "../../web/js/words.js";\nslipped();\n',
            "import(named)",
        ),
        ("games/site/templates/site/shell/worker.js", "const = 1;\n", "Unexpected token"),
        ("games/site/templates/site/shell/worker.js", "document.title = SHELL;\n", "no-undef"),
    ],
)
def test_a_slip_in_a_script_is_found_where_it_was_made(tree: Path, path: str, slip: str, what: str) -> None:
    with (tree / path).open("a", encoding="utf-8") as script:
        script.write(slip)

    answer = launch(tree, "check", "scripts")

    assert answer.returncode == 1
    assert path in answer.stdout
    assert what in answer.stdout


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("slip", "what"), [("{%translate 'Mill'%}\n", "Would reformat"), ("x" * 121 + "\n", "has 121 characters")]
)
def test_a_slip_in_a_template_is_found_where_it_was_made(tree: Path, slip: str, what: str) -> None:
    template = "games/site/templates/base.html"
    with (tree / template).open("a", encoding="utf-8") as file:
        file.write(slip)

    answer = launch(tree, "check", "templates")

    assert answer.returncode == 1
    assert template in answer.stdout
    assert what in answer.stdout


@pytest.mark.campaign
def test_a_wrong_type_in_a_script_is_found_where_it_was_made(tree: Path) -> None:
    script = "games/web/static/web/js/words.js"
    with (tree / script).open("a", encoding="utf-8") as file:
        file.write("fill(7, {});\n")

    answer = launch(tree, "check", "script-types")

    assert answer.returncode == 1
    assert script in answer.stdout
    assert "'number' is not assignable to parameter of type 'string'" in answer.stdout


@pytest.mark.campaign
def test_translations_are_compiled_where_they_are_missing_or_have_changed(tree: Path) -> None:
    source = tree / "muehle_server/locale/de/LC_MESSAGES/django.po"
    compiled = source.with_suffix(".mo")
    compiled.unlink(missing_ok=True)

    fresh_clone = launch(tree, "check", "--help")
    first = compiled.read_bytes()
    unchanged = launch(tree, "check", "--help")
    kept = compiled.stat().st_mtime_ns
    source.write_text(source.read_text(encoding="utf-8").replace('"Einstellungen"', '"Vorlieben"'), encoding="utf-8")
    changed = launch(tree, "check", "--help")

    assert [answer.returncode for answer in (fresh_clone, unchanged, changed)] == [0, 0, 0]
    assert b"Einstellungen" in first
    assert compiled.stat().st_mtime_ns > kept
    assert b"Vorlieben" in compiled.read_bytes()


def test_a_broken_translation_is_told_with_its_place(tree: Path) -> None:
    with (tree / "muehle_server/locale/de/LC_MESSAGES/django.po").open("a", encoding="utf-8") as source:
        source.write("broken\n")

    answer = launch(tree, "check", "--help")

    assert answer.returncode == 1
    assert answer.stderr.startswith("dev.py: The translations cannot be compiled:\n")
    assert "django.po" in answer.stderr


def test_an_unknown_check_is_refused(tree: Path) -> None:
    answer = launch(tree, "check", "weather")

    assert answer.returncode == 2
    assert "there is no check weather" in answer.stderr


def test_an_unknown_measurement_is_refused_with_those_there_are(tree: Path) -> None:
    answer = launch(tree, "bench", "weather")

    assert answer.returncode == 1
    assert answer.stderr.startswith("dev.py: There is no measurement weather; there are ")


def test_a_measurement_runs_on_servers_of_its_own_and_gets_its_options(tree: Path) -> None:
    script = "import os, sys\n\ndef main():\n    print(sys.argv[1:], os.environ['DATABASE_URL'])\n\nmain()\n"
    (tree / "tools" / "bench" / "probe.py").write_text(script)

    answer = launch(tree, "bench", "probe", "--quick")

    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("== probe ==\n['--quick'] postgres://")


@pytest.mark.campaign
def test_manage_passes_the_exit_code_on(tree: Path) -> None:
    answer = launch(tree, "manage", "shell", "--no-imports", "-c", "raise SystemExit(7)")

    assert answer.returncode == 7, answer.stderr


@pytest.mark.campaign
def test_a_missing_browser_is_reported_loudly_and_may_be_forbidden(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")

    monkeypatch.delenv("MUEHLE_REQUIRE_BROWSER", raising=False)
    told = launch(tree, "test", "--version")
    monkeypatch.setenv("MUEHLE_REQUIRE_BROWSER", "1")
    forbidden = launch(tree, "test", "--version")

    assert "NO CHROMIUM FOUND: THE BROWSER TESTS WILL BE SKIPPED." in told.stderr
    assert told.returncode == 0
    assert forbidden.stderr == "dev.py: MUEHLE_REQUIRE_BROWSER is set, but there is no Chromium.\n"
    assert forbidden.returncode == 1
