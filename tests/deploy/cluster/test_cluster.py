"""The files of deploy/cluster: each is read by the program it is for, and they name each other.

tests/campaigns/test_cluster.py runs those of Patroni and HAProxy.
"""

import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml

from kit import redis_connections
from tests.deploy.test_examples import SERVICES, in_compose, program
from tests.support.files import existing_files
from tests.support.pooler import takes_connections
from tests.support.sentinels import sentinel
from tests.support.servers import free_port, wait_for
from tools.launcher.binaries import find_valkey
from tools.launcher.workspace import ROOT

CLUSTER = ROOT / "deploy" / "cluster"
PART = re.compile(r"\b((?:etcd|db|redis|sentinel|web|worker|beat)\d|haproxy|pgbouncer):\d+")


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((CLUSTER / "compose.yml").read_text(encoding="utf-8"))
    return found


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = compose()["services"]
    return found


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ | environment)


def test_haproxy_reads_its_configuration() -> None:
    answer = run(program("haproxy"), "-c", "-f", str(CLUSTER / "haproxy.cfg"))

    warnings = [line for line in answer.stderr.splitlines() if "WARNING" in line and "could not resolve" not in line]
    assert (answer.returncode, warnings) == (0, []), answer.stderr


def test_patroni_reads_its_configuration() -> None:
    own = {"NAME": "db1", "RESTAPI_CONNECT_ADDRESS": "db1:8008", "POSTGRESQL_CONNECT_ADDRESS": "db1:5432"}
    environment = {f"PATRONI_{name}": value for name, value in own.items()}

    answer = run(program("patroni"), "--validate-config", str(CLUSTER / "patroni.yml"), **environment)

    # It looks for the servers that are named, and for the rules of access where they hold only at the beginning.
    unknown = re.compile(r"etcd\.hosts|connect_address|bootstrap\.pg_hba  is not defined")
    assert [line for line in answer.stdout.splitlines() if line.strip() and not unknown.search(line)] == []


def test_patroni_waits_for_a_lost_primary_no_shorter_than_it_tries_itself() -> None:
    settings = yaml.safe_load((CLUSTER / "patroni.yml").read_text(encoding="utf-8"))["bootstrap"]["dcs"]

    assert settings["ttl"] >= settings["loop_wait"] + 2 * settings["retry_timeout"]


def test_etcd_knows_all_that_it_is_told() -> None:
    options = set(re.findall(r"^ +--([\w-]+)", run(program("etcd"), "--help").stdout, re.MULTILINE))
    told = re.findall(r"^ETCD_(\w+)=", (CLUSTER / "etcd.env").read_text(encoding="utf-8"), re.MULTILINE)
    told += [name.removeprefix("ETCD_") for name in services()["etcd1"]["environment"]]

    assert len(told) > 8
    assert {name.lower().replace("_", "-") for name in told} <= options


def test_pgbouncer_is_told_the_same_as_in_the_other_example() -> None:
    def settings(file: Path) -> list[str]:
        return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith(";")]

    other = "\n".join(settings(ROOT / "deploy" / "pgbouncer" / "pgbouncer.ini"))
    other = other.replace("host=127.0.0.1", "host=haproxy").replace("listen_addr = 127.0.0.1", "listen_addr = 0.0.0.0")
    other = other.replace("/etc/pgbouncer/userlist.txt", "/tmp/userlist.txt")

    assert settings(CLUSTER / "pgbouncer.ini") == other.splitlines()


@pytest.fixture
def watching(tmp_path: Path) -> Iterator["redis.Redis"]:
    lines = (CLUSTER / "sentinel.conf").read_text(encoding="utf-8").replace("redis1 6379", "127.0.0.1 6379")
    with sentinel(tmp_path, [line for line in lines.splitlines() if not line.startswith("port ")]) as port:
        yield redis.Redis(port=port, decode_responses=True)


def test_sentinel_reads_its_configuration(watching: "redis.Redis") -> None:
    wait_for(watching.ping)

    masters: Any = watching.sentinel_masters()
    state = masters["muehle"]

    assert (state["quorum"], state["down-after-milliseconds"], state["failover-timeout"]) == (2, 5000, 10000)


# All others are like one of these.
OTHERS = ("redis2", "sentinel2", "sentinel3")


@pytest.mark.parametrize(
    "part", ["redis1", "sentinel1", *(pytest.param(part, marks=pytest.mark.campaign) for part in OTHERS)]
)
def test_every_redis_and_sentinel_asks_for_its_password(part: str, tmp_path: Path) -> None:
    port = free_port()
    with subprocess.Popen(
        _command_of(services()[part], tmp_path, port),
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "REDISCLI_AUTH": "apassword"},
        stdout=subprocess.DEVNULL,
    ) as process:
        wait_for(lambda: takes_connections(port))

        with pytest.raises(redis.AuthenticationError):
            redis.Redis(port=port).ping()
        assert redis.Redis(port=port, password="apassword").ping()
        process.terminate()


def _command_of(service: dict[str, Any], folder: Path, port: int) -> list[str]:
    """The command of a service with its files in a folder, and our Valkey in the place of Debian's Redis."""
    for name, option in (("redis-server", ""), ("redis-sentinel", "--sentinel")):
        stub = folder / name
        stub.write_text(f'#!/bin/sh\nexec {find_valkey()} "$@" {option} --port {port} --bind 127.0.0.1\n')
        stub.chmod(0o755)
    for file in existing_files(CLUSTER, "*.conf"):
        lines = file.read_text(encoding="utf-8").replace("/var/lib/redis", str(folder))
        (folder / f"example-{file.name}").write_text(lines.replace("redis1 6379", "127.0.0.1 6379"))
    shell, option, script, *rest = service["entrypoint"]
    script = script.replace("$$", "$").replace("/var/lib/redis", str(folder))
    return [shell, option, script.replace("/etc/muehle/", f"{folder}/example-"), *rest, *service["command"]]


def test_the_application_has_the_passwords_of_redis_and_of_its_sentinels() -> None:
    [url] = {service["environment"]["REDIS_URL"] for part, service in services().items() if part.startswith("web")}
    found = redis_connections.sentinels(url.replace("${REDIS_PASSWORD}", "apassword"))

    assert (found.server_options["password"], found.options["password"]) == ("apassword", "apassword")


def test_only_migrations_have_the_passwords_of_other_roles() -> None:
    """The file .env has all of them, and every part of the server gets what is in it."""
    of_others = ("POSTGRES_OWNER_PASSWORD", "POSTGRES_SUPERUSER_PASSWORD")
    for name, described in services().items():
        if "env_file" in described and "etcd" not in name:
            assert [described["environment"].get(each) for each in of_others] == ["", ""], name
            assert ("DATABASE_OWNER_URL" in described["environment"]) == (name == "migrate"), name


# --- Compose ----------------------------------------------------------------------------------------------------------


def test_there_are_as_many_parts_as_the_campaign_kills() -> None:
    parts = Counter(name.rstrip("0123456789") for name in services())

    alone = {"haproxy": 1, "pgbouncer": 1, "migrate": 1}
    assert parts == {
        "etcd": 3,
        "db": 2,
        "redis": 2,
        "sentinel": 3,
        "web": 3,
        "worker": 2,
        "computer": 2,
        "beat": 2,
        **alone,
    }


@pytest.mark.parametrize("name", SERVICES)
def test_the_cluster_runs_what_the_other_compose_file_runs(name: str) -> None:
    commands = [service["command"] for part, service in services().items() if part.rstrip("123") == name]

    assert [re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", word) for word in commands[0]] == in_compose(name)
    assert commands == [commands[0]] * len(commands)


def test_files_volumes_and_services_that_are_named_exist() -> None:
    mounts = [mount.split(":")[0] for service in services().values() for mount in service.get("volumes", ())]
    files = [mount for mount in mounts if mount.startswith("./")]
    needed = [name for service in services().values() for name in service.get("depends_on", ())]
    texts = [file.read_text(encoding="utf-8") for file in existing_files(CLUSTER, "*")]
    named = {match[1] for text in texts for match in PART.finditer(text)}

    assert [file for file in files if not (ROOT / file).is_file()] == []
    assert set(mounts) - set(files) == set(compose()["volumes"])
    assert set(needed) | named <= set(services())
    assert {"etcd3", "db2", "web3", "haproxy", "pgbouncer"} <= named


def test_a_container_has_no_privileges_and_limited_memory() -> None:
    for name, service in services().items():
        assert (service["cap_drop"], service["read_only"]) == (["ALL"], True), name
        assert service["user"] != "root", name
        assert service["mem_limit"], name
