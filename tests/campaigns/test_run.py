"""`run` as a person meets it: it starts on nothing, keeps its data, mends itself, and leaves nothing behind."""

import json
import os
import pwd
import secrets
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.launcher.instances import Instance, all_processes, copy_tree, get_json, launch, wait_until
from tools.launcher.accounts import SystemAccount, hand_over, may_enter

pytestmark = pytest.mark.campaign

StartInstance = Callable[..., Instance]


def ordinary_account() -> SystemAccount | None:
    """Somebody who is not root and may run this Python; None where we are not root, or it lies in root's home."""
    entry = pwd.getpwnam("nobody")
    account = SystemAccount(name=entry.pw_name, uid=entry.pw_uid, gid=entry.pw_gid)
    runnable = may_enter(account, Path(sys.executable).parent) and may_enter(account, Path(sys.base_prefix))
    return account if os.geteuid() == 0 and runnable else None


def test_a_fresh_copy_starts_answers_and_keeps_its_data(tree: Path, start_instance: StartInstance) -> None:
    first = start_instance()
    address = first.wait_until_ready()
    count = "from accounts.models import User; print('people:', User.objects.filter(bot_since=None).count())"
    create = "from accounts.models import User; User.objects.create_user(username='emma', email='emma@example.org')"

    ready = get_json(f"{address}/api/v1/health/ready/")
    created = launch(tree, "manage", "shell", "--no-imports", "-c", create)
    exit_code = first.interrupt()
    kept = launch(tree, "manage", "shell", "--no-imports", "-c", count)
    second = start_instance()
    second.wait_until_ready()

    assert ready["status"] == "ready"
    assert created.returncode == 0, created.stderr
    assert exit_code == 0
    assert "people: 1" in kept.stdout, kept.stderr


def test_ctrl_c_ends_every_process(start_instance: StartInstance) -> None:
    instance = start_instance()
    instance.wait_until_ready()
    started = instance.descendants()

    exit_code = instance.interrupt()

    left = set(started) & set(all_processes())
    names = " ".join(started.values())
    assert all(name in names for name in ("uvicorn", " worker ", " beat ", "bin/postgres", "valkey-server")), names
    assert exit_code == 0
    assert not left, {pid: started[pid] for pid in left}
    assert "Traceback" not in instance.output
    assert not (instance.tree / ".dev" / "live.json").exists()


def test_the_computers_leave_the_processor_to_the_others(instance: Instance) -> None:
    instance.wait_until_ready()

    web, computer = (
        os.getpriority(os.PRIO_PROCESS, instance.child(words)) for words in ("uvicorn", "--queues computer")
    )

    assert computer == min(web + 10, 19)


def test_a_killed_supervisor_takes_every_process_with_it(start_instance: StartInstance) -> None:
    killed = start_instance()
    killed.wait_until_ready()
    started = killed.descendants()

    killed.process.kill()
    killed.process.wait()
    wait_until(lambda: not set(started) & set(all_processes()), or_show=lambda: all_processes())
    again = start_instance()

    assert again.wait_until_ready()


@pytest.mark.parametrize(
    ("name", "word"),
    [("worker", "worker --concurrency"), ("computer", "--queues computer"), ("web", "uvicorn"), ("beat", " beat ")],
)
def test_a_killed_child_is_started_again(instance: Instance, name: str, word: str) -> None:
    address = instance.wait_until_ready()
    first = instance.child(word)

    os.kill(first, signal.SIGKILL)
    instance.wait_for_output(rf"{name} +\| ended \(signal 9\); starting it again")
    second = instance.child(word, other_than=first)

    assert second != first
    wait_until(lambda: _is_ready(address), or_show=lambda: instance.output)


def test_a_killed_database_comes_back_on_the_same_address(instance: Instance) -> None:
    address = instance.wait_until_ready()
    before = (instance.tree / ".dev" / "live.json").read_text()

    os.kill(instance.child("bin/postgres", "-D"), signal.SIGKILL)
    instance.wait_for_output(r"postgres +\| ended \(signal 9\)")
    wait_until(lambda: _is_ready(address), or_show=lambda: instance.output)

    assert (instance.tree / ".dev" / "live.json").read_text() == before


def test_a_second_start_in_the_same_tree_says_so(instance: Instance) -> None:
    address = instance.wait_until_ready()

    second = launch(instance.tree, "run")

    assert second.returncode == 1
    assert second.stderr == f"dev.py: It is running already, at {address}. End that one first (Ctrl-C in its window).\n"


def test_a_taken_port_is_passed_over_and_said(instance: Instance) -> None:
    address = instance.wait_until_ready()

    said = instance.wait_for_output(r"Port (\d+) is taken, so this is port (\d+)\.\n")

    assert address == f"http://localhost:{said.group(2)}"
    assert said.group(1) != said.group(2)


def test_the_secrets_are_readable_for_their_owner_alone_and_never_printed(instance: Instance) -> None:
    folder = instance.tree / ".dev"

    secret = (folder / "secret-key").read_text()
    modes = {path.name: path.stat().st_mode & 0o777 for path in (folder / "secret-key", folder / "live.json")}

    assert len(secret) > 60
    assert modes == {"secret-key": 0o600, "live.json": 0o600}
    assert secret not in instance.output


def test_what_other_programs_have_in_the_environment_is_in_no_file(
    tree: Path, start_instance: StartInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = secrets.token_hex(20)
    monkeypatch.setenv("ANOTHER_PROGRAMS_TOKEN", planted)
    count = "from accounts.models import User; print('people:', User.objects.filter(bot_since=None).count())"

    instance = start_instance("--verbose")
    instance.wait_until_ready()
    other = launch(tree, "manage", "shell", "--no-imports", "-c", count)
    while_it_runs = files_that_have(planted, below=tree)
    instance.interrupt()

    assert "people: 0" in other.stdout, other.stderr
    assert (while_it_runs, files_that_have(planted, below=tree)) == ([], [])
    assert planted not in instance.output


def test_an_administrator_is_made_while_it_runs(instance: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_USERNAME", "boss")
    monkeypatch.setenv("DJANGO_SUPERUSER_EMAIL", "boss@example.org")
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a long enough word")
    ask = "from accounts.models import User; print(User.objects.filter(is_superuser=True).values_list('username'))"

    made = launch(instance.tree, "admin", "--no-input")
    found = launch(instance.tree, "manage", "shell", "--no-imports", "-c", ask)

    assert made.returncode == 0, made.stderr
    assert "('boss',)" in found.stdout


def test_a_broken_migration_ends_the_start_with_its_own_words(tree: Path, start_instance: StartInstance) -> None:
    (tree / "games" / "core" / "migrations" / "9999_broken.py").write_text("raise RuntimeError('this one is broken')\n")

    instance = start_instance()
    exit_code = instance.process.wait(timeout=60)

    assert exit_code == 1
    assert "this one is broken" in instance.output
    assert not instance.descendants()


@pytest.mark.skipif(ordinary_account() is None, reason="needs root, and a Python that others may run")
def test_an_ordinary_user_needs_no_root() -> None:
    account = ordinary_account()
    assert account is not None
    with tempfile.TemporaryDirectory(prefix="muehle-tree-") as directory:
        Path(directory).chmod(0o755)
        tree = copy_tree(Path(directory) / "tree")
        hand_over(tree, account)
        instance = Instance(tree, account=account)

        try:
            ready = get_json(f"{instance.wait_until_ready()}/api/v1/health/ready/")
            owners = {Path(f"/proc/{pid}").stat().st_uid for pid in instance.descendants()}
        finally:
            instance.end()

    assert ready["status"] == "ready"
    assert owners == {account.uid}


def files_that_have(value: str, *, below: Path) -> list[str]:
    """The files, hidden ones and those of the database included, of which one could read the value."""
    files = [path for path in below.rglob("*") if path.is_file() and not path.is_symlink()]
    return [str(path.relative_to(below)) for path in files if value.encode() in path.read_bytes()]


def _is_ready(address: str) -> bool:
    try:
        return get_json(f"{address}/api/v1/health/ready/")["status"] == "ready"
    except (OSError, json.JSONDecodeError):
        return False
