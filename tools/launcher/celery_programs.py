"""The Celery processes of `run`: two workers with two hands each, one of them for computers, and the clock."""

import sys
from collections.abc import Mapping
from dataclasses import replace

from tools.launcher.processes import Program
from tools.launcher.workspace import ROOT, directory

APPLICATION = "muehle_server.celery:app"
# Celery warns root at length; here the other users of the machine are not the danger it has in mind.
ROOT_IS_FINE = "ignore::Warning:celery.platforms"
GIVING_WAY = ("nice", "-n", "10")


def worker_program(environment: Mapping[str, str], *, level: str) -> Program:
    """The worker; it finishes the task in hand before it ends."""
    return _worker("worker", ["--concurrency", "2"], environment, level)


def computer_program(environment: Mapping[str, str], *, level: str) -> Program:
    """The worker that plays the moves of the computers; it gets what the others leave of the processors."""
    own = ["--queues", "computer", "--hostname", "computer@%h", "--concurrency", "2"]
    program = _worker("computer", own, environment, level)
    return replace(program, command=[*GIVING_WAY, *program.command])


def beat_program(environment: Mapping[str, str], *, level: str) -> Program:
    """The clock; what it remembers between starts lies beside the other data."""
    schedule = str(directory() / "beat-schedule")
    return _celery("beat", ["beat", "--schedule", schedule, "--pidfile", "", "--loglevel", level], environment)


def _worker(name: str, own: list[str], environment: Mapping[str, str], level: str) -> Program:
    arguments = ["worker", *own, "--loglevel", level, "--without-gossip", "--without-mingle"]
    return _celery(name, arguments, environment)


def _celery(name: str, arguments: list[str], environment: Mapping[str, str]) -> Program:
    command = [sys.executable, "-W", ROOT_IS_FINE, "-m", "celery", "--app", APPLICATION, "--quiet", *arguments]
    return Program(name=name, command=command, environment=environment, folder=ROOT)
