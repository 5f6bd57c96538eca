"""dev.py: it makes the environment once, again when it has to, and says what is wrong in words."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

COMMANDS = existing_files(ROOT / "tools" / "launcher" / "commands", "[!_]*.py")
LAUNCHER = "import sys; print('launched', sys.argv[1:], sys.prefix)\n"

# The launcher runs in .venv. These modules of it need a package of the lock.
PACKAGES = {
    "tools/launcher/locks.py": {"uv"},
    "tools/launcher/postgres.py": {"psycopg"},
    "tools/launcher/texts.py": {"polib"},
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with dev.py, a lock that installs nothing, and a launcher that only says that it was reached."""
    package = tmp_path_factory.mktemp("dev") / "project" / "tools" / "launcher"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(LAUNCHER)
    root = package.parents[1]
    shutil.copy(ROOT / "dev.py", root)
    write_lock(root, "# nothing\n")
    return root


def write_lock(project: Path, text: str) -> None:
    (project / "requirements-dev.txt").write_text(text)


def dev(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(project / "dev.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd="/")


def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_the_environment_is_made_once_and_the_launcher_gets_the_arguments(project: Path) -> None:
    dev(project)

    again = dev(project, "run", "--port", "1")

    assert again.stdout == f"launched ['run', '--port', '1'] {project}/.venv\n"
    assert again.stderr == ""


def test_a_changed_lock_is_installed_into_the_environment_that_is_there(project: Path) -> None:
    dev(project)
    witness = project / ".venv" / "witness"
    witness.touch()
    write_lock(project, "# still nothing\n")

    again = dev(project)

    assert again.stderr.startswith("Setting up .venv from the lock")
    assert again.stdout == f"launched [] {project}/.venv\n"
    assert witness.exists()


@pytest.mark.campaign
def test_a_copied_tree_makes_an_environment_of_its_own(project: Path, tmp_path: Path) -> None:
    dev(project)
    copy = tmp_path / "copy"
    shutil.copytree(project, copy, symlinks=True)
    (copy / ".venv" / "witness").touch()

    answer = dev(copy)

    assert answer.stdout == f"launched [] {copy}/.venv\n"
    assert not (copy / ".venv" / "witness").exists()


@pytest.mark.campaign
def test_a_lock_that_cannot_be_installed_is_reported_and_tried_again(project: Path) -> None:
    write_lock(project, "./nowhere-to-be-found.whl\n")

    first = dev(project)
    write_lock(project, "# nothing again\n")
    second = dev(project)

    assert first.returncode == 1
    assert "\nuv failed (the lock has no uv); installing with pip …\n" in first.stderr
    assert "neither uv nor pip can install the lock.\nthe lock has no uv\n" in first.stderr
    assert "nowhere-to-be-found" in first.stderr
    assert "Traceback" not in first.stderr
    assert second.stdout.startswith("launched")


def test_that_uv_failed_is_said_before_pip_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dev = module()
    (tmp_path / "requirements-dev.txt").write_text("uv==0 --hash=sha256:00\n")
    (tmp_path / "python").write_text(f"#!{sys.executable}\nprint('one')\nprint('cannot install', end='')\nexit(1)\n")
    (tmp_path / "python").chmod(0o755)
    monkeypatch.setattr(dev, "LOCK", tmp_path / "requirements-dev.txt")
    monkeypatch.setattr(dev, "PYTHON", tmp_path / "python")

    with pytest.raises(dev.SetUpError) as failed:
        dev.install()

    assert capsys.readouterr().err == "\nuv failed (cannot install); installing with pip …\n"
    assert str(failed.value).count("failed:\none\ncannot install") == 2


def test_a_long_message_is_cut_to_its_last_lines() -> None:
    dev = module()

    with pytest.raises(dev.SetUpError) as failed:
        dev.run([sys.executable, "-c", "print(*range(50), sep='\\n'); exit(1)"])

    lines = str(failed.value).splitlines()
    assert len(lines) == 10
    assert lines[0].endswith("failed:")
    assert lines[1:] == [str(number) for number in range(41, 50)]


def test_a_program_that_cannot_be_run_is_a_failure_like_others(tmp_path: Path) -> None:
    dev = module()

    with pytest.raises(dev.SetUpError, match="uv cannot be run: No such file or directory"):
        dev.run([str(tmp_path / "uv")])


def test_the_lock_of_uv_alone_is_taken_from_the_whole_lock() -> None:
    entry = str(module().lock_entry("uv"))
    lines = entry.splitlines()

    assert re.fullmatch(r"uv==[\d.]+ \\", lines[0])
    assert len(lines) > 5
    assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in lines[1:])


def test_help_names_every_command() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tools.launcher", "--help"], cwd=ROOT, capture_output=True, text=True
    )

    named = re.findall(r"^  (\w+) ", answer.stdout, re.MULTILINE)

    assert answer.returncode == 0
    assert sorted(named) == [path.stem for path in COMMANDS]


def test_an_unknown_command_is_refused_with_the_help() -> None:
    answer = subprocess.run([sys.executable, "-m", "tools.launcher", "fly"], cwd=ROOT, capture_output=True, text=True)

    assert answer.returncode == 2
    assert answer.stderr.startswith("dev.py: there is no command 'fly'.\n\nusage: ")


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_the_commands_in_the_documents_exist(document: str) -> None:
    path = ROOT / document
    text = path.read_text(encoding="utf-8")
    commands = set(re.findall(r"python3 dev\.py (\w+)", text))
    aliases = set(re.findall(r"`make (\w+)", text))
    known = {path.stem for path in COMMANDS}

    assert commands
    assert commands <= known
    assert aliases <= {"run", "test", "check", "bench", "demo", "admin"}


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
@pytest.mark.parametrize("target", ["run", "test", "check", "bench", "demo", "admin"])
def test_make_knows_an_alias_for_the_command(target: str) -> None:
    answer = subprocess.run(
        ["make", "--dry-run", target, "ARGS=-x"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHON": "python3"},
    )

    assert answer.stdout == f"python3 dev.py {target} -x\n"


def foreign_imports(path: Path) -> set[str]:
    """What a module imports besides the standard library."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names}


def test_what_runs_before_anything_is_installed_imports_the_standard_library_only() -> None:
    assert foreign_imports(ROOT / "dev.py") == set()


def test_the_launcher_imports_no_code_of_the_site_and_few_packages() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in existing_files(ROOT / "tools" / "launcher", "**/*.py")
        for name in sorted(foreign_imports(path) - PACKAGES.get(str(path.relative_to(ROOT)), set()))
        if not name.startswith("tools.launcher")
    ]

    assert found == []
