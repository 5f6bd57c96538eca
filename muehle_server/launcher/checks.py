"""What `check` looks at: one command each, silent when all is well. Says nothing about how they are run."""

import difflib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from muehle_server.launcher.browser_scripts import copied_scripts
from muehle_server.launcher.instance import manage_command
from muehle_server.launcher.workspace import ROOT

SOURCES = ("dev.py", "manage.py", "accounts", "games", "muehle_server", "bench", "tests")
GOLDEN_SCHEMA = ROOT / "docs" / "openapi.yaml"
LONGEST_DIFFERENCE = 60

Environment = Mapping[str, str]


@dataclass(frozen=True)
class Result:
    """Whether a check passed, and what it said."""

    passed: bool
    output: str


@dataclass(frozen=True)
class Check:
    """A check by name; `write` mends what it finds, where a program can."""

    name: str
    purpose: str
    look: Callable[[Environment], Result]
    write: Callable[[Environment], Result] | None = None


def all_checks() -> tuple[Check, ...]:
    """Every check, the slowest first, so that the others can go on beside it."""
    sources = [name for name in SOURCES if (ROOT / name).exists()]
    return (
        Check("types", "mypy, strict", _tool("mypy", "--no-error-summary", *sources)),
        Check("lint", "ruff check", _tool("ruff", "check", "--quiet", "."), _tool("ruff", "check", "--fix", ".")),
        Check(
            "format", "ruff format", _tool("ruff", "format", "--check", "--quiet", "."), _tool("ruff", "format", ".")
        ),
        Check("scripts", "oxlint, for what browsers run", _lint_scripts),
        Check("imports", "the layers of docs/architecture.md", _command(_lint_imports())),
        Check("models", "no migration is missing", _manage("makemigrations", "--check", "--dry-run")),
        Check(
            "deployment", "check --deploy, as in production", _manage("check", "--deploy", "--fail-level", "WARNING")
        ),
        Check("schema", "docs/openapi.yaml is what the API says", _compare_schema, _write_schema),
        Check("texts", "every text is translated", _pytest("test_catalogues.py")),
        Check("rollout", "migrations let the old code go on working", _pytest("test_migrations.py")),
    )


def run(command: Sequence[str], environment: Environment, directory: Path = ROOT) -> Result:
    """Run one command in the root of the tree, or in another directory."""
    answer = subprocess.run(
        list(command),
        check=False,
        cwd=directory,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return Result(passed=answer.returncode == 0, output=answer.stdout.strip())


def _command(command: Sequence[str]) -> Callable[[Environment], Result]:
    return lambda environment: run(command, environment)


def _tool(module: str, *arguments: str) -> Callable[[Environment], Result]:
    return _command([sys.executable, "-m", module, *arguments])


def _manage(*arguments: str) -> Callable[[Environment], Result]:
    return _command(manage_command(arguments))


def _pytest(file: str) -> Callable[[Environment], Result]:
    return _tool("pytest", "-q", "-p", "no:randomly", f"tests/architecture/{file}")


def _lint_imports() -> list[str]:
    return [_program("lint-imports"), "--no-cache"]


def _lint_scripts(environment: Environment) -> Result:
    with copied_scripts() as directory:
        return run([_program("oxlint"), "--deny-warnings"], environment, directory)


def _program(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def _compare_schema(environment: Environment) -> Result:
    result, schema = _schema(environment)
    if not result.passed:
        return result
    golden = GOLDEN_SCHEMA.read_text(encoding="utf-8") if GOLDEN_SCHEMA.exists() else ""
    if schema == golden:
        return Result(passed=True, output="")
    lines = difflib.unified_diff(golden.splitlines(), schema.splitlines(), "docs/openapi.yaml", "the API", lineterm="")
    shown = list(lines)[:LONGEST_DIFFERENCE]
    advice = "If the change is meant: python3 dev.py check --write schema"
    return Result(passed=False, output="\n".join([*shown, advice]))


def _write_schema(environment: Environment) -> Result:
    result, schema = _schema(environment)
    if result.passed:
        GOLDEN_SCHEMA.write_text(schema, encoding="utf-8")
    return result


def _schema(environment: Environment) -> tuple[Result, str]:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "openapi.yaml"
        command = ["spectacular", "--validate", "--fail-on-warn", "--file", str(path)]
        result = run(manage_command(command), environment)
        return result, path.read_text(encoding="utf-8") if path.exists() else ""
