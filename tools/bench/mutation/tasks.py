"""What the driver hands to a worker, and what comes back."""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

TEMPLATE = "mutation_template"
DATABASE = "mutation"
CONTROL = -1


class MutantOutcome(StrEnum):
    """What came of a mutant."""

    KILLED = "killed"
    TIMEOUT = "timeout"
    SURVIVED = "survived"
    NO_TESTS = "no tests"
    UNFIT = "unfit"


@dataclass(frozen=True, slots=True)
class Test:
    """A test by its pytest id, how long it took when it was measured, and whether it commits."""

    name: str
    seconds: float
    commits: bool


@dataclass(frozen=True, slots=True)
class Job:
    """A mutant to be tried with these tests in this order; `source` is the whole mutated file."""

    number: int
    path: str
    source: str
    owner: str
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class JobResult:
    """What came of a job; `by` is the test that failed."""

    number: int
    outcome: MutantOutcome
    by: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Task:
    """Jobs for one worker. `mode` is warm or cold; `database` is empty where no test needs one."""

    mode: str
    pytest: list[str]
    tests: list[str]
    database: str
    results: str
    jobs: list[Job]

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "Task":
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        jobs = [Job(**{**job, "tests": tuple(Test(**test) for test in job["tests"])}) for job in data.pop("jobs")]
        return cls(**data, jobs=jobs)

    def write(self, result: JobResult) -> None:
        """Append a line, so that what was done is kept whatever happens."""
        with Path(self.results).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")


def results_in(path: Path) -> list[JobResult]:
    """All results written so far."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [JobResult(**{**data, "outcome": MutantOutcome(data["outcome"])}) for data in map(json.loads, lines)]


def fresh_database(url: str, *, template: str = TEMPLATE) -> None:
    """Make the database of the URL anew, as a copy of the template."""
    name = sql.Identifier(urlsplit(url).path.lstrip("/"))
    with psycopg.connect(at(url, "postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(name, sql.Identifier(template)))


def at(url: str, name: str) -> str:
    """The URL of another database of the same server."""
    return urlsplit(url)._replace(path=f"/{name}").geturl()
