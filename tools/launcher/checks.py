"""What `check` looks at: one command each, silent when all is well. Says nothing about how they are run."""

import difflib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.launcher import import_contract, locks
from tools.launcher.browser_scripts import copied_scripts, with_paths_in_tree
from tools.launcher.errors import LauncherError
from tools.launcher.instance import manage_command
from tools.launcher.texts import renew_catalogues
from tools.launcher.workspace import ROOT

SOURCES = (
    "dev.py",
    "manage.py",
    "accounts",
    "games",
    "kit",
    "muehle",
    "muehle_engine",
    "muehle_server",
    "muehle_tables",
    "tools",
    "clients",
    "examples",
    "tests",
)
GOLDEN_SCHEMA = ROOT / "docs" / "openapi.yaml"
ERRORS = ROOT / "docs" / "api" / "errors.md"
CLIENT = ROOT / "clients" / "python"
# Where modules import one another by relative paths as if all of these were one folder, as they are under /static/.
SCRIPT_TYPES = ROOT / "jsconfig.json"
LONGEST_DIFFERENCE = 60
LONGEST_TEMPLATE_LINE = 120
# Tests that look at files alone, by the check that runs them; they have the marker `static`.
STATIC_TESTS = {
    "packages": tuple(f"tests/{name}/test_package.py" for name in ("muehle", "muehle_engine", "muehle_tables")),
    "texts": ("tests/architecture/test_catalogues.py", "tests/architecture/test_words.py"),
    "rollout": ("tests/architecture/test_migrations.py",),
    "places": tuple(f"tests/architecture/test_{name}.py" for name in ("layout", "named_places", "tiers")),
    "workflows": ("tests/docs/test_github.py",),
}

Environment = Mapping[str, str]


@dataclass(frozen=True)
class CheckResult:
    """Whether a check passed, and what it said."""

    passed: bool
    output: str


@dataclass(frozen=True)
class Check:
    """A check by name; `write` mends what it finds, where a program can."""

    name: str
    purpose: str
    look: Callable[[Environment], CheckResult]
    write: Callable[[Environment], CheckResult] | None = None


def all_checks() -> tuple[Check, ...]:
    """Every check, the slowest first, so that the others can go on beside it."""
    sources = [name for name in SOURCES if (ROOT / name).exists()]
    return (
        Check("types", "mypy, strict", _tool("mypy", "--no-error-summary", *sources)),
        Check("lint", "ruff check", _tool("ruff", "check", "--quiet", "."), _tool("ruff", "check", "--fix", ".")),
        Check(
            "format", "ruff format", _tool("ruff", "format", "--check", "--quiet", "."), _tool("ruff", "format", ".")
        ),
        Check("templates", "djade, and no line over 120 characters", _check_templates, _format_templates),
        Check("scripts", "oxlint, for what browsers run", _lint_scripts),
        Check("script-types", "TypeScript, strict, for what browsers run", _check_script_types),
        Check("imports", "apps import lower levels only", _lint_imports, _draw_architecture),
        Check("lock", "the locks belong to the .in files, and pip can install them", _check_locks),
        Check("models", "no migration is missing", _manage("makemigrations", "--check", "--dry-run")),
        Check(
            "deployment", "check --deploy, as in production", _manage("check", "--deploy", "--fail-level", "WARNING")
        ),
        Check(
            "schema",
            "docs/openapi.yaml, the tables of errors and the client are what the API says",
            _compare_schema,
            _write_schema,
        ),
        Check("texts", "every text is translated, in the words of the glossary", _pytest("texts"), _renew_catalogues),
        Check("rollout", "migrations let the old code go on working", _pytest("rollout")),
        Check("places", "files are where they belong, and what is named is there", _pytest("places")),
        Check("packages", "the libraries can be built and installed alone", _pytest("packages")),
        Check("workflows", "the files in .github are valid", _pytest("workflows")),
    )


def run(command: Sequence[str], environment: Environment, directory: Path = ROOT) -> CheckResult:
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
    return CheckResult(passed=answer.returncode == 0, output=answer.stdout.strip())


def _command(command: Sequence[str]) -> Callable[[Environment], CheckResult]:
    return lambda environment: run(command, environment)


def _tool(module: str, *arguments: str) -> Callable[[Environment], CheckResult]:
    return _command([sys.executable, "-m", module, *arguments])


def _manage(*arguments: str) -> Callable[[Environment], CheckResult]:
    return _command(manage_command(arguments))


def _pytest(name: str) -> Callable[[Environment], CheckResult]:
    return _tool("pytest", "-q", "-p", "no:randomly", "-m", "static", *STATIC_TESTS[name])


def _check_locks(_environment: Environment) -> CheckResult:
    try:
        faults = locks.find_faults(ROOT)
    except LauncherError as error:
        return CheckResult(passed=False, output=str(error))
    advice = "If a .in file was changed: python3 dev.py lock. Otherwise take the locks back from git."
    return CheckResult(passed=not faults, output="\n".join([*faults[:LONGEST_DIFFERENCE], advice]))


def _lint_imports(environment: Environment) -> CheckResult:
    if import_contract.drawn() != import_contract.drawing():
        return CheckResult(passed=False, output="docs/architecture.md is out of date: dev.py check --write imports\n")
    with tempfile.NamedTemporaryFile("w", suffix=".ini", encoding="utf-8") as config:
        config.write(import_contract.contract())
        config.flush()
        return run([_program("lint-imports"), "--no-cache", "--no-logo", "--config", config.name], environment)


def _draw_architecture(_environment: Environment) -> CheckResult:
    import_contract.draw()
    return CheckResult(passed=True, output="")


def _renew_catalogues(_environment: Environment) -> CheckResult:
    renew_catalogues()
    return CheckResult(passed=True, output="")


def _templates() -> list[str]:
    return [str(path) for app in ("accounts", "games") for path in sorted((ROOT / app).rglob("templates/**/*.html"))]


def _check_templates(environment: Environment) -> CheckResult:
    formatted = run([_program("djade"), "--check", *_templates()], environment)
    long = [
        f"{path}:{number} has {len(line)} characters"
        for path in _templates()
        for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_TEMPLATE_LINE
    ]
    return CheckResult(passed=formatted.passed and not long, output="\n".join([formatted.output, *long]))


def _format_templates(environment: Environment) -> CheckResult:
    run([_program("djade"), *_templates()], environment)
    return _check_templates(environment)


def _lint_scripts(environment: Environment) -> CheckResult:
    with copied_scripts() as directory:
        result = run([_program("oxlint"), "--deny-warnings"], environment, directory)
    return CheckResult(result.passed, with_paths_in_tree(result.output))


def _check_script_types(environment: Environment) -> CheckResult:
    """Deno has TypeScript in it; the check reads nothing but the tree, and leaves nothing behind."""
    roots = json.loads(SCRIPT_TYPES.read_text(encoding="utf-8"))["compilerOptions"]["rootDirs"]
    command = [_program("deno"), "check", "--quiet", "--no-remote", "--no-npm", "--config", str(SCRIPT_TYPES), *roots]
    with tempfile.TemporaryDirectory() as cache:
        settings = {"DENO_DIR": cache, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
        return run(command, {**environment, **settings})


def _program(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def _compare_schema(environment: Environment) -> CheckResult:
    with tempfile.TemporaryDirectory() as directory:
        result = _generate(environment, Path(directory))
        if not result.passed:
            return result
        lines = [line for made, golden in _generated(Path(directory)) for line in _difference(made, golden)]
    if not lines:
        return CheckResult(passed=True, output="")
    advice = "If the change is meant: python3 dev.py check --write schema"
    return CheckResult(passed=False, output="\n".join([*lines[:LONGEST_DIFFERENCE], advice]))


def _write_schema(environment: Environment) -> CheckResult:
    with tempfile.TemporaryDirectory() as directory:
        result = _generate(environment, Path(directory))
        for made, golden in _generated(Path(directory)) if result.passed else ():
            golden.write_text(made.read_text(encoding="utf-8"), encoding="utf-8")
    return result


def _generate(environment: Environment, directory: Path) -> CheckResult:
    """The schema as the API is now, the document with its errors, and the parts of the client that follow."""
    schema = str(directory / GOLDEN_SCHEMA.name)
    for command in (
        manage_command(["spectacular", "--validate", "--fail-on-warn", "--file", schema]),
        manage_command(["error_tables", str(directory / ERRORS.name)]),
        [sys.executable, str(CLIENT / "generate.py"), schema, str(directory)],
    ):
        result = run(command, environment)
        if not result.passed:
            break
    return result


def _generated(directory: Path) -> list[tuple[Path, Path]]:
    """What was just made, beside what is committed."""
    client = [(directory / name, CLIENT / "muehle_client" / name) for name in ("schema.py", "operations.py")]
    return [*((directory / golden.name, golden) for golden in (GOLDEN_SCHEMA, ERRORS)), *client]


def _difference(made: Path, golden: Path) -> list[str]:
    before = golden.read_text(encoding="utf-8").splitlines() if golden.exists() else []
    after = made.read_text(encoding="utf-8").splitlines()
    name = str(golden.relative_to(ROOT))
    return list(difflib.unified_diff(before, after, name, "the API", lineterm=""))
