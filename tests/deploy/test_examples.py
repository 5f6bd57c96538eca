"""The examples in deploy/: each is read by the program it is for, and runs what docker-compose.yml runs."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from games.core.models.games import Game
from tests.muehle_server.test_shown_addresses import SECRET_ROUTES as ALL_SECRET_ROUTES
from tests.support.certificates import write_certificate
from tests.support.files import existing_files
from tests.support.live import web_process
from tests.support.servers import wait_for
from tools.launcher.workspace import ROOT

DEPLOY = ROOT / "deploy"
UNITS = existing_files(DEPLOY / "systemd", "*.service")
SECRETS = DEPLOY / "kubernetes" / "secret.example.yaml"
MANIFESTS = existing_files(DEPLOY / "kubernetes", "*.yaml")
SERVICES = ("web", "worker", "computer", "beat")
# Those below /admin/ and /api/ are unknown addresses.
SECRET_ROUTES = [route for route in ALL_SECRET_ROUTES if not {"url", "rest"} & {*route.parameters}]


def program(name: str) -> str:
    found = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/bin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with cert.pem, key.pem and both.pem of muehle.example, signed by itself."""
    folder = tmp_path_factory.mktemp("certificate")
    write_certificate(folder, "muehle.example")
    return folder


def nginx_configuration(certificate: Path, folder: Path) -> Path:
    """A whole configuration around the site, with files in a folder."""
    site = (DEPLOY / "proxies" / "nginx.conf").read_text(encoding="utf-8")
    site = site.replace("/etc/ssl/muehle/fullchain.pem", str(certificate / "cert.pem"))
    site = site.replace("/etc/ssl/muehle/privkey.pem", str(certificate / "key.pem"))
    site = site.replace("/var/log/nginx/muehle.log", str(folder / "access.log"))
    paths = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = folder / "nginx.conf"
    file.write_text(f"pid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{paths}{site}}}\n")
    return file


def haproxy_configuration(certificate: Path, folder: Path, backend: str = "machines") -> Path:
    """The frontend and one of the backends in one file, which HAProxy reads as it does two."""
    proxies = DEPLOY / "proxies"
    text = "\n".join((proxies / name).read_text(encoding="utf-8") for name in ("haproxy.cfg", f"haproxy-{backend}.cfg"))
    file = folder / "haproxy.cfg"
    text = text.replace("/etc/haproxy/muehle.pem", str(certificate / "both.pem"))
    # The name is known among the containers alone.
    file.write_text(text.replace("web web:8000", "web 127.0.0.1:8000"))
    return file


def test_nginx_reads_its_site(certificate: Path, tmp_path: Path) -> None:
    file = nginx_configuration(certificate, tmp_path)

    answer = subprocess.run([program("nginx"), "-t", "-q", "-c", str(file)], capture_output=True, text=True)

    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("backend", ["machines", "compose"])
def test_haproxy_reads_its_configuration(certificate: Path, tmp_path: Path, backend: str) -> None:
    file = haproxy_configuration(certificate, tmp_path, backend)

    answer = subprocess.run([program("haproxy"), "-c", "-f", str(file)], capture_output=True, text=True)

    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "warning" not in (answer.stdout + answer.stderr).lower()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_reads_its_units(unit: Path, tmp_path: Path) -> None:
    text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text(encoding="utf-8"), flags=re.MULTILINE)
    copy = tmp_path / unit.name
    copy.write_text(text.replace("/srv/muehle/docs", "/usr/share/doc"))

    answer = subprocess.run(
        [program("systemd-analyze"), "verify", "--man=no", str(copy)], capture_output=True, text=True
    )

    assert [line for line in answer.stderr.splitlines() if unit.name in line] == []


def documents(file: Path) -> list[dict[str, Any]]:
    return [dict(document) for document in yaml.safe_load_all(file.read_text(encoding="utf-8"))]


def workloads() -> dict[str, dict[str, Any]]:
    found = [document for file in MANIFESTS for document in documents(file)]
    return {
        each["metadata"]["name"]: each["spec"]["template"]["spec"]
        for each in found
        if "template" in each.get("spec", {})
    }


def in_compose(name: str) -> list[str]:
    """The command of a service, with every variable at its default."""
    described = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))["services"][name]
    return [re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", word) for word in described["command"]]


@pytest.mark.parametrize("name", [*SERVICES, "migrate"])
def test_kubernetes_runs_what_compose_runs(name: str) -> None:
    (container,) = workloads()[name]["containers"]

    assert container["command"] == in_compose(name)


@pytest.mark.parametrize("name", SERVICES)
def test_systemd_runs_what_compose_runs(name: str) -> None:
    text = (DEPLOY / "systemd" / f"muehle-{name}.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=/srv/muehle/\.venv/bin/(.*)$", text, re.MULTILINE)

    # Only the proxy on the same machine reaches the web processes.
    # A percent sign is written twice in a unit.
    assert command.replace("%%", "%").split() == [word.replace("0.0.0.0", "127.0.0.1") for word in in_compose(name)]


def test_the_computers_give_way_where_processors_are_scarce() -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))["services"]
    cluster = yaml.safe_load((DEPLOY / "cluster" / "compose.yml").read_text(encoding="utf-8"))["x-computer"]
    unit = (DEPLOY / "systemd" / "muehle-computer.service").read_text(encoding="utf-8")
    requests = {name: workloads()[name]["containers"][0]["resources"]["requests"]["cpu"] for name in SERVICES}

    # 1024 and 100 are the shares of a service that says nothing.
    assert (compose["computer"]["cpu_shares"], cluster["cpu_shares"]) == (256, 256)
    assert "CPUWeight=25\n" in unit
    assert int(requests["computer"].removesuffix("m")) * 2 <= int(requests["worker"].removesuffix("m"))
    assert int(requests["computer"].removesuffix("m")) * 4 <= int(requests["web"].removesuffix("m"))


@pytest.mark.parametrize("name", [*SERVICES, "migrate"])
def test_a_container_has_no_privileges_and_limited_memory(name: str) -> None:
    pod = workloads()[name]
    (container,) = pod["containers"]

    assert pod["securityContext"]["runAsNonRoot"] is True
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert container["resources"]["limits"]["memory"]


def test_kustomize_lists_every_manifest_and_settings_that_there_are() -> None:
    (described,) = documents(DEPLOY / "kubernetes" / "kustomization.yaml")
    settings = (ROOT / "muehle_server" / "settings.py").read_text(encoding="utf-8")
    names = [literal.partition("=")[0] for each in described["configMapGenerator"] for literal in each["literals"]]
    secrets = [name for each in documents(SECRETS) for name in each["stringData"]]

    files = {file.name for file in MANIFESTS} - {"kustomization.yaml", "secret.example.yaml"}
    assert set(described["resources"]) == files
    assert not [name for name in (*names, *secrets) if f'"{name}"' not in settings]


def test_only_the_job_that_migrates_has_the_secret_of_the_owner_of_the_tables() -> None:
    def has(pod: dict[str, Any]) -> set[str]:
        (container,) = pod["containers"]
        return {each["secretRef"]["name"] for each in container["envFrom"] if "secretRef" in each}

    secrets = {each["metadata"]["name"]: set(each["stringData"]) for each in documents(SECRETS)}

    assert {name: has(pod) for name, pod in workloads().items() if "muehle-owner" in has(pod)} == {
        "migrate": {"muehle-secrets", "muehle-owner"}
    }
    assert secrets["muehle-owner"] == {"DATABASE_OWNER_URL"}


# --- In front of a real web process -----------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


@contextmanager
def proxy(name: str, certificate: Path, folder: Path, *, web: str) -> Iterator[tuple[int, int]]:
    """A proxy as in its example, but for its ports and the address of the web process; yields its two ports."""
    plain, secure = free_port(), free_port()
    is_nginx = name == "nginx"
    file = (nginx_configuration if is_nginx else haproxy_configuration)(certificate, folder)
    text = file.read_text()
    for old, new in {
        "listen 80": f"listen {plain}",
        "listen 443": f"listen {secure}",
        "bind :80": f"bind :{plain}",
        "bind :443": f"bind :{secure}",
        "127.0.0.1:8000": web,
        # Not more than this machine may have open.
        "maxconn 20000": "maxconn 200",
        "10.0.0.11:8000": web,
        "10.0.0.12:8000": web,
        "10.0.0.13:8000": web,
    }.items():
        text = text.replace(old, new)
    file.write_text(("user root;\n" if is_nginx and os.geteuid() == 0 else "") + text)
    command = ["-c", str(file), "-g", "daemon off;"] if is_nginx else ["-db", "-f", str(file)]
    process = subprocess.Popen([program(name), *command], stdin=subprocess.DEVNULL)
    try:
        yield plain, secure
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.mark.campaign
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["nginx", "haproxy"])
def test_a_proxy_serves_answers_and_streams(name: str, certificate: Path, tmp_path: Path, game: Game) -> None:
    program(name)
    settings = {"ALLOWED_HOSTS": "muehle.example,127.0.0.1", "NUM_PROXIES": "1", "SITE_URL": "https://muehle.example"}
    headers = {"Host": "muehle.example"}
    with (
        web_process(published=None, **settings) as url,
        proxy(name, certificate, tmp_path, web=url.removeprefix("http://")) as (plain, secure),
        httpx.Client(verify=False, headers=headers, timeout=60) as client,
    ):
        address = f"https://127.0.0.1:{secure}"
        wait_for(lambda: status(client, f"{address}/api/v1/health/live/") == 200)
        page = client.get(f"{address}/")
        redirect = client.get(f"http://127.0.0.1:{plain}/rules/")
        refusal = client.get(f"http://127.0.0.1:{plain}/api/v1/games/")
        stream = {"Accept": "text/event-stream"}
        with client.stream("GET", f"{address}/api/v1/games/{game.pk}/events/", headers=stream) as answer:
            line = next(text for text in answer.iter_lines() if text.startswith("event:"))

    assert (page.status_code, "<h1" in page.text) == (200, True)
    assert (redirect.status_code, redirect.headers["Location"].startswith("https://")) in ((301, True), (302, True))
    assert (refusal.status_code, refusal.json()["code"]) == (403, "https_required")
    assert (answer.status_code, line) == (200, "event: state")


def test_nginx_logs_no_secret_of_an_address(certificate: Path, tmp_path: Path) -> None:
    mark = "Secret1Mark"
    with (
        proxy("nginx", certificate, tmp_path, web="127.0.0.1:9") as (_plain, port),
        httpx.Client(verify=False, base_url=f"https://127.0.0.1:{port}", headers={"Referer": f"/x/{mark}/"}) as client,
    ):
        wait_for(lambda: status(client, "/rules/") == 502)
        for route in SECRET_ROUTES:
            client.get(f"{route.path({}, default=mark)}?x={mark}")

    log = (tmp_path / "access.log").read_text()
    assert '"GET /rules/" 502' in log
    assert '"GET /invitations/..." 502' in log
    assert mark not in log


@pytest.mark.parametrize(("name", "head", "body"), [("nginx", 2, 2), ("haproxy", 1, 1)])
def test_a_proxy_gives_clients_half_a_minute(name: str, head: int, body: int) -> None:
    text = (DEPLOY / "proxies" / {"nginx": "nginx.conf", "haproxy": "haproxy.cfg"}[name]).read_text(encoding="utf-8")
    lines = {
        "nginx": ("client_header_timeout 30s;", "client_body_timeout 30s;"),
        "haproxy": ("timeout http-request 30s", "option http-buffer-request"),
    }[name]

    assert (text.count(lines[0]), text.count(lines[1])) == (head, body)


@pytest.mark.parametrize("name", ["nginx", "haproxy"])
def test_a_proxy_takes_ciphers_with_forward_secrecy_and_authentication_alone(
    name: str, certificate: Path, tmp_path: Path
) -> None:
    with proxy(name, certificate, tmp_path, web="127.0.0.1:9") as (_plain, port):
        wait_for(lambda: is_agreed(port, "ECDHE-ECDSA-AES128-GCM-SHA256"))

        assert not is_agreed(port, "ECDHE-ECDSA-AES128-SHA256")


def is_agreed(port: int, cipher: str) -> bool:
    """Whether the server on the port agrees to TLS 1.2 with the cipher."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(cipher)
    try:
        with (
            socket.create_connection(("127.0.0.1", port), timeout=10) as connection,
            context.wrap_socket(connection, server_hostname="muehle.example"),
        ):
            return True
    except (ssl.SSLError, ConnectionError):
        return False


def status(client: httpx.Client, address: str) -> int:
    try:
        return client.get(address).status_code
    except httpx.TransportError:
        return 0
