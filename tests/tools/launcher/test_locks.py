"""The locks: how they are made, what is wrong with a damaged one, and that uv and pip alone can install them."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest

from tests.support.package_index import PackageIndex, package_index
from tests.tools.launcher.instances import clean_environment
from tools.launcher import checks, locks
from tools.launcher.commands import lock
from tools.launcher.errors import LauncherError
from tools.launcher.workspace import ROOT

PINNED = re.compile(r"^([a-z0-9-]+)(?:\[.*\])?==([^ ]+)", re.MULTILINE)
SECONDS = 500
# Prints what is installed beside it.
LAUNCHER = """\
import importlib.metadata, json
print(json.dumps({each.name.lower().replace("_", "-"): each.version for each in importlib.metadata.distributions()}))
"""


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PackageIndex]:
    """An index that uv and pip use, with a package that asks for an extra of another."""
    (tmp_path / "index").mkdir()
    with package_index(tmp_path / "index") as served:
        for name, value in served.environment.items():
            monkeypatch.setenv(name, value)
        served.add("measure", "1.0", ["Provides-Extra: toml", "Requires-Dist: tomls; extra == 'toml'"])
        served.add("tomls", "1.0")
        served.add("plugin", "1.0", ["Requires-Dist: measure[toml]"])
        served.add("linter", "1.0")
        served.add("mutants", "1.0")
        yield served


@pytest.fixture
def project(tmp_path: Path, index: PackageIndex) -> Path:
    """A tree with four .in files and their locks."""
    root = tmp_path / "project"
    requirements = [
        "plugin\n",
        "-c requirements.txt\n-r requirements.in\nlinter\n",
        "-c ../../../requirements-dev.txt\nmutants\n",
        "linter\n",
    ]
    for name, text in zip(locks.LOCKS, requirements, strict=True):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / f"{name}.in").write_text(text)
    locks.renew(root)
    return root


def test_locks_that_were_just_made_have_no_faults(project: Path) -> None:
    text = (project / "requirements-dev.txt").read_text()

    assert PINNED.findall(text) == [("linter", "1.0"), ("measure", "1.0"), ("plugin", "1.0"), ("tomls", "1.0")]
    assert "measure[toml]==1.0" in text
    assert locks.find_faults(project) == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The locks of this project and their .in files, to be damaged."""
    root = tmp_path / "copy"
    copy_requirements(root)
    assert locks.find_faults(root) == []
    return root


@pytest.mark.parametrize(
    ("pattern", "replacement", "is_installable"),
    [
        pytest.param(r"(?<=sha256:bb26)deed", "action", False, id="a hash with another word"),
        pytest.param(r"(?<=sha256:bb26)deed", "0000", True, id="another hash"),
        pytest.param(r" +--hash=sha256:bb26deed.*\n", "", True, id="a hash is missing"),
        pytest.param(r"(?<=^uv==)(\S+ )\\$", r"\1", False, id="a line is not continued"),
        pytest.param(r"(?<=sha256:)bb26deed(\S+) \\$", r"bb26deed\1", False, id="a line of hashes is not continued"),
        pytest.param(r"^uv==.*\n( +--hash.*\n)+", "", True, id="an entry is missing"),
        pytest.param(r"^(uv==.*) \\\n( +--hash.*\n)+", r"\1\n", False, id="an entry has no hash"),
        pytest.param(r"(?<=^coverage)\[toml\]", "", True, id="an extra is missing"),
        pytest.param(r"(?<=^uv)==", ">=", False, id="a version is not fixed"),
        pytest.param(r"\Z", "-e muehle\n", False, id="a folder"),
        pytest.param(r"\Z", "muehle @ git+https://example.org/muehle\n", False, id="an address"),
        pytest.param(r"\Z", "<<<<<<< HEAD\n", False, id="a conflict of a merge"),
    ],
)
def test_a_damaged_lock_is_found(copy: Path, pattern: str, replacement: str, is_installable: bool) -> None:
    file = copy / "requirements-dev.txt"
    damaged, replaced = re.subn(pattern, replacement, file.read_text(), count=1, flags=re.MULTILINE)
    file.write_text(damaged)

    changed, *not_installable = locks.find_faults(copy)

    assert replaced == 1
    assert changed == "requirements-dev.txt or requirements-dev.in has changed since the lock was made"
    assert (not_installable == []) is is_installable


def test_a_lock_that_does_not_fit_its_in_file_is_found(copy: Path) -> None:
    with (copy / "requirements.in").open("a") as requirements:
        requirements.write("channels\n")

    assert locks.find_faults(copy) == ["requirements.txt or requirements.in has changed since the lock was made"]


def test_a_lock_with_windows_line_ends_is_whole(copy: Path) -> None:
    file = copy / "requirements.txt"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))

    assert locks.find_faults(copy) == []


def test_the_check_names_the_fault_and_the_command(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "ROOT", copy)
    check = next(each for each in checks.all_checks() if each.name == "lock")
    whole = check.look({})
    (copy / "requirements.txt").write_text("")
    empty = check.look({})
    (copy / "requirements.txt").unlink()
    missing = check.look({})

    assert whole.passed
    assert not empty.passed
    assert "requirements.txt or requirements.in has changed" in empty.output
    assert "python3 dev.py lock" in empty.output
    assert not missing.passed
    assert "requirements.txt cannot be read" in missing.output


def test_damaged_and_missing_locks_are_made_again_with_their_pins(project: Path, index: PackageIndex) -> None:
    right = (project / "requirements-dev.txt").read_text()
    index.add("linter", "2.0")
    (project / "requirements-dev.txt").write_text(right.replace("measure[toml]", "measure") + "<<<<<<< HEAD\n")
    (project / "requirements.txt").unlink()

    locks.renew(project)

    assert (project / "requirements-dev.txt").read_text() == right
    assert locks.find_faults(project) == []


@pytest.mark.parametrize(
    ("requirement", "message"),
    [
        ("plugin>1", r"(?s)uv pip compile requirements.in failed:.*plugin"),
        ("linter @ {index}linter/linter-1.0-py3-none-any.whl", "pip cannot install this with hashes: linter @ "),
    ],
)
def test_what_cannot_be_locked_changes_no_lock(
    project: Path, index: PackageIndex, requirement: str, message: str
) -> None:
    before = [(project / f"{lock}.txt").read_text() for lock in locks.LOCKS]
    (project / "requirements.in").write_text(requirement.format(index=index.url) + "\n")

    with pytest.raises(LauncherError, match=message):
        locks.renew(project)

    assert [(project / f"{lock}.txt").read_text() for lock in locks.LOCKS] == before


@pytest.mark.parametrize("argument", ["--help", "--output-file=elsewhere.txt", "--no-generate-hashes"])
def test_the_command_takes_no_other_arguments_of_uv(
    argument: str, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lock, "ROOT", project)
    before = (project / "requirements.txt").read_text()

    with pytest.raises(SystemExit):
        lock.main([argument])

    assert "dev.py lock" in "".join(capsys.readouterr())
    assert (project / "requirements.txt").read_text() == before


def test_pins_stay_until_an_upgrade_is_asked_for(
    project: Path, index: PackageIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "ROOT", project)
    for name in ("linter", "tomls", "mutants"):
        index.add(name, "2.0")

    def pins_after(*arguments: str) -> dict[str, str]:
        lock.main(arguments)
        texts = [(project / f"{each}.txt").read_text() for each in locks.LOCKS]
        return {name: version for text in texts for name, version in PINNED.findall(text) if name in upgraded}

    upgraded = ("linter", "tomls", "mutants")
    assert pins_after() == dict.fromkeys(upgraded, "1.0")
    assert pins_after("--upgrade-package", "linter") == {"linter": "2.0", "tomls": "1.0", "mutants": "1.0"}
    assert pins_after("--upgrade") == dict.fromkeys(upgraded, "2.0")


@pytest.mark.campaign
@pytest.mark.every_change
@pytest.mark.timeout(SECONDS + 100)
@pytest.mark.parametrize("installer", ["uv", "pip"])
def test_the_lock_is_installed_although_a_newer_version_is_out(
    tmp_path: Path, index: PackageIndex, installer: str
) -> None:
    """The real requirements and metadata, on wheels without code. For pip alone, the package uv has no program."""
    offer_what_is_locked(index, programs={"pip", installer})
    project = project_with_real_requirements(tmp_path)
    index.add("coverage", "999", ["Provides-Extra: toml"])

    set_up = subprocess.run(
        [sys.executable, str(project / "dev.py")],
        capture_output=True,
        text=True,
        env=clean_environment(),
        timeout=SECONDS,
    )

    pins = set(PINNED.findall((ROOT / "requirements-dev.txt").read_text(encoding="utf-8")))
    assert set_up.returncode == 0, set_up.stderr
    installed = json.loads(set_up.stdout)
    assert installed.keys() >= {"coverage", "django", "pytest-cov", "uv"}
    assert installed.items() <= pins
    assert ("uv failed" in set_up.stderr) is (installer == "pip")


def offer_what_is_locked(index: PackageIndex, *, programs: set[str]) -> None:
    """Every locked package, with its real metadata if it is installed here; those that are run, with their files."""
    here = {each.name.lower().replace("_", "-"): each for each in distributions()}
    for each in locks.LOCKS:
        for name, version in set(PINNED.findall((ROOT / f"{each}.txt").read_text(encoding="utf-8"))):
            distribution = here.get(name)
            if distribution is None or distribution.version != version:
                index.add(name, version)
            elif name in programs:
                index.add_installed(distribution)
            else:
                metadata = (distribution.read_text("METADATA") or "").splitlines()
                kept = ("Requires-Dist:", "Provides-Extra:", "Requires-Python:")
                index.add(name, version, [line for line in metadata if line.startswith(kept)])


def project_with_real_requirements(tmp_path: Path) -> Path:
    """A tree with dev.py, a launcher that lists what is installed, and locks with the real pins for this index."""
    root = tmp_path / "real"
    launcher = root / "tools" / "launcher"
    launcher.mkdir(parents=True)
    for package in (launcher.parent, launcher):
        (package / "__init__.py").touch()
    (launcher / "__main__.py").write_text(LAUNCHER)
    shutil.copy(ROOT / "dev.py", root)
    copy_requirements(root)
    locks.renew(root)
    return root


def copy_requirements(root: Path) -> None:
    for name in locks.LOCKS:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        for suffix in (".in", ".txt"):
            shutil.copy(ROOT / f"{name}{suffix}", root / f"{name}{suffix}")
