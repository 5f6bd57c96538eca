"""docker-compose.yml and the Dockerfile, checked without a Docker engine: form, commands, secrets, files."""

import fnmatch
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml
from django.core.management import get_commands

from tests.support.servers import wait_for
from tests.tools.launcher.instances import copy_tree
from tools.launcher.binaries import find_valkey
from tools.launcher.workspace import ROOT

COMPOSE = ROOT / "docker-compose.yml"
OUR_SERVICES = ("migrate", "web", "worker", "computer", "beat")
SECRETS = ("SECRET_KEY", "POSTGRES_PASSWORD", "POSTGRES_OWNER_PASSWORD", "REDIS_PASSWORD", "EMAIL_URL")
# For development and tests, for one service, or set by the image itself.
NOT_FOR_PRODUCTION = {
    "DATABASE_OWNER_URL",
    "ALLOW_INSECURE_HTTP",
    "DEBUG",
    "PYTEST_XDIST_WORKER",
    "STATIC_ROOT",
    "WEBHOOKS_TO_LOOPBACK",
    "WORKER_METRICS_ADDRESS",
}


def compose() -> dict[str, Any]:
    return dict(yaml.safe_load(COMPOSE.read_text(encoding="utf-8")))


def service(name: str) -> dict[str, Any]:
    return dict(compose()["services"][name])


def words(name: str) -> list[str]:
    """The service's command with every variable at its default."""
    return [re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", word) for word in service(name)["command"]]


def test_the_compose_file_is_valid_by_the_compose_specification() -> None:
    checker = Path(sys.executable).with_name("check-jsonschema")

    answer = subprocess.run(
        [str(checker), "--builtin-schema", "vendor.compose-spec", str(COMPOSE)], capture_output=True, text=True
    )

    assert answer.returncode == 0, answer.stdout


def test_the_compose_file_has_every_part_of_the_server() -> None:
    expected = {"postgres", "redis", "migrate", "web", "worker", "computer", "beat", "backup", "backup-wal"}
    started = {name for name, described in compose()["services"].items() if "profiles" not in described}

    assert started == expected


@pytest.mark.parametrize("name", OUR_SERVICES)
def test_the_executable_of_a_service_is_installed_by_the_production_lock(name: str) -> None:
    executable = words(name)[0]
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")

    assert Path(sys.executable).with_name(executable).exists()
    assert executable == "python" or re.search(rf"^{executable}==", lock, re.MULTILINE)


def test_the_migration_service_runs_a_command_of_manage_py() -> None:
    assert words("migrate")[:2] == ["python", "manage.py"]
    assert (ROOT / "manage.py").exists()
    assert words("migrate")[2] in get_commands()


@pytest.mark.filterwarnings("ignore:No directory at")  # static files are collected in the image only
@pytest.mark.parametrize("name", ["web", "worker", "computer", "beat"])
def test_the_application_of_a_service_exists(name: str) -> None:
    reference = next(word.removeprefix("--app=") for word in words(name) if word.count(":") == 1)
    module, _colon, attribute = reference.partition(":")

    assert getattr(importlib.import_module(module), attribute) is not None


@pytest.mark.parametrize(
    ("name", "subcommand"),
    [("web", []), ("worker", ["worker"]), ("computer", ["worker"]), ("beat", ["beat"])],
    ids=["web", "worker", "computer", "beat"],
)
def test_the_options_of_a_service_exist(name: str, subcommand: list[str]) -> None:
    command, *arguments = words(name)
    executable = str(Path(sys.executable).with_name(command))
    application = [word for word in arguments if word.startswith("--app=")]
    help_text = subprocess.run(
        [executable, *application, *subcommand, "--help"], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout

    options = {word.partition("=")[0] for word in arguments if word.startswith("--")} - {"--app"}

    assert options
    assert not {option for option in options if not re.search(rf"{option}\b", help_text)}


def test_no_secret_has_a_default() -> None:
    text = COMPOSE.read_text(encoding="utf-8")
    uses = re.findall(r"\$\{(\w+)([^}]*)\}", text)

    assert {name for name, _rest in uses} >= set(SECRETS)
    assert not [name for name, rest in uses if name in SECRETS and not rest.startswith((":?", "?"))]


def test_every_variable_is_required_or_has_a_default() -> None:
    uses = re.findall(r"(?<!\$)\$\{?(\w+)((?::?[-?][^}]*)?)\}?", _without_comments(COMPOSE))

    assert not [name for name, rest in uses if not rest]


@pytest.mark.parametrize(
    "name", ["postgres", "redis", "web", "proxy", "worker", "computer", "beat", "backup", "backup-wal"]
)
def test_a_lasting_service_is_checked_restarted_and_read_only(name: str) -> None:
    described = service(name)

    assert described["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")
    assert described["restart"] == "unless-stopped"
    assert described["read_only"] is True
    assert described["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("name", [*OUR_SERVICES, "tables"])
def test_our_services_run_without_privileges(name: str) -> None:
    described = service(name)

    assert described["user"] == "10001:10001"
    assert described["cap_drop"] == ["ALL"]
    assert described["read_only"] is True
    assert described["security_opt"] == ["no-new-privileges:true"]


def test_only_the_proxy_is_reachable_and_the_web_service_from_this_machine() -> None:
    ports = {name: described["ports"] for name, described in compose()["services"].items() if "ports" in described}

    assert ports == {"web": ["127.0.0.1:${PORT:-8000}:8000"], "proxy": ["80:80", "443:443"]}


def test_the_proxy_gets_the_files_that_it_reads_and_a_certificate() -> None:
    described = service("proxy")
    mounted = dict(volume.removesuffix(":ro").rsplit(":", 1) for volume in described["volumes"])

    assert {word for word in described["command"] if word.endswith(".cfg")} < set(mounted.values())
    assert mounted["${TLS_CERTIFICATE:-./muehle.pem}"] in (ROOT / "deploy/proxies/haproxy.cfg").read_text()
    assert not [source for source in mounted if source.endswith(".cfg") and not (ROOT / source).is_file()]


@pytest.fixture
def redis_of_compose(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """What the service redis starts, with our Valkey in the place of the image's and a socket in place of the port."""
    entrypoint = tmp_path / "docker-entrypoint.sh"
    entrypoint.write_text(f'#!/bin/sh\nshift\nexec {find_valkey()} "$@" --port 0 --unixsocket valkey.sock\n')
    entrypoint.chmod(0o755)
    command = [word.replace("$$", "$") for word in service("redis")["command"]]
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "REDISCLI_AUTH": "apassword"}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        wait_for((tmp_path / "valkey.sock").exists)
        yield process
        process.terminate()


def test_redis_asks_for_its_password(redis_of_compose: subprocess.Popen[str], tmp_path: Path) -> None:
    def client(password: str | None) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(tmp_path / "valkey.sock"), password=password)

    for wrong in (None, "another"):
        with pytest.raises(redis.AuthenticationError):
            client(wrong).ping()

    assert client("apassword").ping()
    assert client("apassword").config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_no_command_shows_the_password_of_redis(redis_of_compose: subprocess.Popen[str]) -> None:
    command = Path(f"/proc/{redis_of_compose.pid}/cmdline").read_bytes()

    assert b"valkey" in command
    assert b"apassword" not in command


def test_the_application_has_the_password_of_redis() -> None:
    given = {service(name)["environment"]["REDIS_URL"] for name in OUR_SERVICES}

    assert [re.sub(r"\$\{REDIS_PASSWORD:\?[^}]*\}", "apassword", url) for url in given] == [
        "redis://:apassword@redis:6379/0"
    ]


def test_only_migrations_have_the_password_of_the_owner_of_the_tables() -> None:
    knowing = {
        name
        for name, described in compose()["services"].items()
        if "POSTGRES_OWNER_PASSWORD" in str(described) or "DATABASE_OWNER_URL" in str(described)
    }

    assert knowing == {"migrate", "postgres"}
    assert "postgres://muehle:" in service("migrate")["environment"]["DATABASE_URL"]


def test_data_lie_on_named_volumes() -> None:
    mounted = {name: service(name)["volumes"][0] for name in ("postgres", "redis", "backup", "backup-wal")}

    assert mounted == {
        "postgres": "postgres-data:/var/lib/postgresql",
        "redis": "redis-data:/data",
        "backup": "backup-data:/backup",
        "backup-wal": "backup-data:/backup",
    }
    assert set(compose()["volumes"]) == {"postgres-data", "redis-data", "backup-data", "tables-data"}


# --- The service that builds tables ---------------------------------------------------------------------------------


def test_the_tables_are_built_by_a_service_that_is_run_once() -> None:
    described = service("tables")

    assert described["profiles"] == ["tables"]
    assert described["restart"] == "no"
    assert described["network_mode"] == "none"
    assert not {"environment", "ports", "depends_on"} & set(described)


def test_the_tables_are_written_by_their_service_and_read_by_all_of_ours() -> None:
    writing = service("tables")["volumes"]
    reading = {name: service(name)["volumes"] for name in OUR_SERVICES}

    assert writing == ["tables-data:/tables"]
    assert reading == {name: ["tables-data:/tables:ro"] for name in OUR_SERVICES}
    assert {service(name)["environment"]["TABLES_DIRECTORY"] for name in OUR_SERVICES} == {"/tables"}
    assert service("tables")["command"][-2:] == ["--directory", "/tables"]


def test_a_new_volume_of_tables_belongs_to_who_writes_it_whoever_mounts_it_first() -> None:
    stages = {stage.partition("\n")[0]: stage for stage in _dockerfile().split("\nFROM ")[1:]}
    mounted = [stage for first_line, stage in stages.items() if not first_line.endswith(" AS build")]

    assert len(mounted) == 2
    assert all("install --directory --owner=10001 --group=10001 /tables" in stage for stage in mounted)
    assert service("tables")["user"] == "10001:10001"


def test_the_image_of_the_tables_is_a_target_with_hashed_wheels() -> None:
    target = service("tables")["build"]["target"]
    stage = re.search(rf"\nFROM \S+ AS {target}\n(.*?)\nFROM ", _dockerfile(), re.DOTALL)

    assert stage is not None
    [lock] = re.findall(r"pip install --require-hashes --only-binary :all: -r (\S+)", stage[1])
    assert (ROOT / lock).exists()
    assert not _ignored(lock.partition("/")[0])
    assert "\nUSER 10001:10001\n" in stage[1]
    assert re.search(r"^ENV NUMBA_CACHE_DIR=/tmp/", stage[1], re.MULTILINE)
    assert service("tables")["tmpfs"] == ["/tmp"]


def test_the_service_runs_a_command_of_the_tables(tmp_path: Path) -> None:
    [entry] = re.findall(r'^ENTRYPOINT \["python", "-m", "(\w+)"\]$', _dockerfile(), re.MULTILINE)
    *command, _directory = service("tables")["command"]

    # numba is not installed here: that is the one thing it lacks.
    said = subprocess.run(
        [sys.executable, "-m", entry, *command, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert "pip install 'muehle_tables[build]'" in said.stderr


# --- Starting and settings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["backup", "backup-wal"])
def test_backups_run_the_script_where_the_server_finds_what_it_restores(name: str) -> None:
    described, of_server = service(name), service("postgres")
    script, path, _mode = described["volumes"][1].split(":")

    assert os.access(ROOT / script, os.X_OK)
    assert path == "/usr/local/bin/muehle-backup"
    assert described["image"] == of_server["image"]
    assert f"backup-data:{described['environment']['BACKUP_DIR']}:ro" in of_server["volumes"]


def test_the_application_starts_after_the_migrations() -> None:
    conditions = {
        name: service(name)["depends_on"]["migrate"]["condition"] for name in ("web", "worker", "computer", "beat")
    }

    assert set(conditions.values()) == {"service_completed_successfully"}


def test_the_settings_read_every_variable_that_the_application_is_given() -> None:
    settings = (ROOT / "muehle_server" / "settings.py").read_text(encoding="utf-8")
    given = {name for service_name in OUR_SERVICES for name in service(service_name)["environment"]}

    assert not {name for name in given if f'"{name.removesuffix("_FILE")}"' not in settings}


def test_the_application_is_given_every_setting_of_a_production() -> None:
    settings = (ROOT / "muehle_server" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings))
    given = set(service("web")["environment"])

    assert read - given == NOT_FOR_PRODUCTION
    assert {name.removesuffix("_FILE") for name in given if name.endswith("_FILE")} <= given


@pytest.mark.parametrize("name", ["postgres", "redis", "proxy", "backup", "backup-wal", "tables", *OUR_SERVICES])
def test_a_service_has_a_limit_of_memory(name: str) -> None:
    assert re.fullmatch(r"\$\{[A-Z]+_MEMORY:-\d+[mg]\}", service(name)["mem_limit"])


def test_what_the_dockerfile_copies_exists_and_is_not_ignored() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", _dockerfile(), re.MULTILINE)
    sources = [source for line in copied for source in line.split()]

    assert sources
    assert not [source for source in sources if not (ROOT / source).exists() or _ignored(source)]


def test_secrets_and_history_stay_out_of_the_image() -> None:
    kept_out = (".git", ".env", ".dev", ".venv", "tests", "docker-compose.yml", "requirements-dev.txt")

    assert not [name for name in kept_out if not _ignored(name)]


def test_the_image_installs_hashed_wheels_and_runs_as_nobody_special() -> None:
    final = _dockerfile().rpartition("\nFROM ")[2]

    assert "pip install --require-hashes --only-binary :all: -r /tmp/requirements.txt" in _dockerfile()
    assert re.findall(r"^USER (\S+)$", final, re.MULTILINE) == ["10001:10001"]
    assert "HEALTHCHECK" in final
    assert not re.search(r"SECRET_KEY|PASSWORD", final)


@pytest.mark.campaign
def test_static_files_can_be_collected_as_the_dockerfile_does(tmp_path: Path) -> None:
    match = re.search(r"^RUN ((?:\w+=\S+ )+)\\\n +(python manage.py collectstatic [^\\]+)", _dockerfile(), re.MULTILINE)
    assert match is not None
    variables = dict(pair.split("=", 1) for pair in match.group(1).split())
    command = [sys.executable, *match.group(2).split()[1:]]

    answer = subprocess.run(
        command,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "STATIC_ROOT": str(tmp_path / "static"), **variables},
        capture_output=True,
        text=True,
    )

    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "static" / "staticfiles.json").exists()


@pytest.mark.campaign
def test_translations_can_be_compiled_as_the_dockerfile_does(tmp_path: Path) -> None:
    match = re.search(r"^RUN python (manage.py compilemessages.*)$", _dockerfile(), re.MULTILINE)
    assert match is not None
    tree = copy_tree(tmp_path / "tree")
    for compiled in tree.glob("*/locale/**/*.mo"):
        compiled.unlink()

    # An empty PATH: there is no GNU gettext in the image.
    answer = subprocess.run(
        [sys.executable, *match.group(1).split()], cwd=tree, env={"PATH": ""}, capture_output=True, text=True
    )

    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")
    assert (tree / "muehle_server/locale/de/LC_MESSAGES/django.mo").exists()


def _dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text(encoding="utf-8")


def _without_comments(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("#"))


def _ignored(name: str) -> bool:
    """Whether .dockerignore keeps a top-level name out: the last rule that fits decides."""
    ignored = False
    for rule in _without_comments(ROOT / ".dockerignore").split():
        if fnmatch.fnmatch(name, rule.removeprefix("!")):
            ignored = not rule.startswith("!")
    return ignored
