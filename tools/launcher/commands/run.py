"""`run`: the whole project on this machine, with data that stay, until Ctrl-C."""

import argparse
import contextlib
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tools.launcher import workspace
from tools.launcher.accounts import database_account
from tools.launcher.celery_programs import beat_program, computer_program, worker_program
from tools.launcher.errors import LauncherError
from tools.launcher.instance import kept_plan, migrate, settings_of, without_owner
from tools.launcher.services import ServicePlan, wait_for_address, wait_until_ready
from tools.launcher.signals import counted
from tools.launcher.supervisor import Child, Supervisor
from tools.launcher.web import Address, listen, readiness, web_program

SECONDS_TO_ANSWER = 90.0
SECONDS_BETWEEN_TRIES = 0.3
APPLICATION = frozenset({"web", "worker", "computer", "beat"})
SERVERS = frozenset({"postgres", "valkey"})


def main(arguments: Sequence[str]) -> int:
    """Start the servers, migrate, start web, both workers and beat, and keep all of them running."""
    options = _options(arguments)
    with workspace.only_one(), kept_plan() as plan, ExitStack() as stack:
        supervisor = Supervisor(say=_say)
        stack.callback(_stop, supervisor, muted=not options.verbose)
        _start_servers(supervisor, plan)
        address = listen(options.host, options.port)
        stack.callback(address.listener.close)
        settings = settings_of(plan, site_url=address.url, everyone=address.is_public)
        if options.verbose:
            settings["LOG_LEVEL"] = "INFO"
        environment = dict(os.environ) | settings
        migrate(plan, environment)
        workspace.publish(settings)
        _start_application(supervisor, address, without_owner(environment), options)
        _wait_until_it_answers(supervisor, address)
        _announce(plan, address, options)
        _keep(supervisor)
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py run", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port, or the next free one (default: %(default)s)")
    parser.add_argument("--reload", action="store_true", help="restart the web process when a source file changes")
    parser.add_argument("--verbose", action="store_true", help="show what the processes have to say when all is well")
    return parser.parse_args(arguments)


def _start_servers(supervisor: Supervisor, plan: ServicePlan) -> None:
    """Start our own servers side by side, then wait for them and for those that were given."""
    started = []
    for service in plan.services:
        log = workspace.directory() / f"{service.program.name}.log"
        process = supervisor.start(Child(program=service.program, prepare=service.prepare, log=log))
        started.append((service, process, log))
    for service, process, log in started:
        with log.open("rb") as log_file:
            wait_until_ready(service, process, log_file)
    wait_for_address(plan.database_url)
    wait_for_address(plan.redis_url)


def _start_application(
    supervisor: Supervisor, address: Address, environment: dict[str, str], options: argparse.Namespace
) -> None:
    level = "info" if options.verbose else "warning"
    supervisor.start(Child(program=web_program(address, environment, reload=options.reload)))
    supervisor.start(Child(program=worker_program(environment, level=level)))
    supervisor.start(Child(program=computer_program(environment, level=level)))
    supervisor.start(Child(program=beat_program(environment, level=level)))


def _wait_until_it_answers(supervisor: Supervisor, address: Address) -> None:
    until = time.monotonic() + SECONDS_TO_ANSWER
    while answer := readiness(address):
        if time.monotonic() > until:
            raise LauncherError(f"The web process does not get ready: {answer}")
        next_try = time.monotonic() + SECONDS_BETWEEN_TRIES
        while time.monotonic() < next_try:
            supervisor.tick(0.1)


def _announce(plan: ServicePlan, address: Address, options: argparse.Namespace) -> None:
    if options.port and address.port != options.port:
        _tell(f"Port {options.port} is taken, so this is port {address.port}.")
    if plan.services and (data := workspace.data_directory(database_account())) != workspace.DIRECTORY:
        _tell(f"PostgreSQL's account cannot enter this directory, so the data are in {data}.")
    _tell(f"Mühle is ready at {address.url}  (mails: {_short(workspace.mail_directory())}; Ctrl-C ends it)")


def _short(path: Path) -> str:
    return str(path.relative_to(workspace.ROOT)) + "/"


def _keep(supervisor: Supervisor) -> None:
    with counted() as signals:
        while not signals():
            supervisor.tick(0.2)


def _stop(supervisor: Supervisor, *, muted: bool) -> None:
    """The application first, then the servers it uses; a further Ctrl-C kills instead of waiting."""
    _tell("\nStopping …")
    if muted:
        supervisor.mute()
    with counted() as signals:
        supervisor.stop(names=APPLICATION, hurry=lambda: signals() > 0)
        supervisor.stop(names=SERVERS, hurry=lambda: signals() > 1)
    _tell("Stopped; the data are kept.")


def _say(name: str, line: str) -> None:
    _tell(f"{name:8} | {line}")


def _tell(line: str) -> None:
    """Print; a reader who has gone away (`| head`) must not keep us from ending the processes in order."""
    with contextlib.suppress(OSError):
        print(line, flush=True)
