"""Mutation testing: `python -m tools.bench.mutation draw|run|show`, see docs/mutation.md."""

import argparse
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tools.bench.mutation import samples
from tools.bench.mutation.choice import MOST_SECONDS, Measured
from tools.bench.mutation.making import mutants_of
from tools.bench.mutation.mutants import Mutant
from tools.bench.mutation.samples import SampleRow
from tools.bench.mutation.tasks import (
    CONTROL,
    DATABASE,
    TEMPLATE,
    Job,
    JobResult,
    MutantOutcome,
    Task,
    at,
    fresh_database,
    results_in,
)
from tools.launcher.environment import for_tests
from tools.launcher.services import throw_away_services
from tools.launcher.signals import end_on_signals

ROOT = Path(__file__).resolve().parents[3]
WORK = ROOT / ".dev" / "mutation"
PLUGINS = ("_hypothesis_pytestplugin", "pytest_timeout", "pytest_django.plugin")
QUIET = ("-q", "--tb=no", "--no-header", "-p", "no:cacheprovider", "-p", "no:terminalreporter")


@dataclass(frozen=True, slots=True)
class Package:
    """A table of packages.toml."""

    name: str
    sources: list[str]
    tests: list[str]
    database: bool
    sample: int

    @property
    def pytest(self) -> list[str]:
        """The options of pytest. Without a database the project is not imported: no Django, no conftest above."""
        with_django = ["-p", PLUGINS[2], "-p", PLUGINS[1]]
        without = ["-c", os.devnull, "--rootdir", str(ROOT), "--confcutdir", str(ROOT / self.tests[0]), "-W", "error"]
        return [
            *(with_django if self.database else without),
            "-p",
            PLUGINS[0],
            "-p",
            "tools.bench.mutation.plugin",
            *QUIET,
        ]


def main(arguments: Sequence[str]) -> int:
    """Do what is asked for the packages named, or for all."""
    known = {name: Package(name, **table) for name, table in _tables().items()}
    parser = argparse.ArgumentParser(prog="tools.bench.mutation", description=__doc__)
    parser.add_argument("command", choices=("draw", "run", "show"))
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"only these, of: {', '.join(known)}")
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS, help="tests a mutant has to survive")
    parser.add_argument("--tests", action="append", metavar="PATH", help="instead, all tests of this file or folder")
    parser.add_argument("--survivors", action="store_true", help="run only recorded survivors without a reason")
    parser.add_argument("--reuse", action="store_true", help="reuse the last measurement of what tests execute")
    parser.add_argument("--resume", action="store_true", help="as --reuse, and keep what an interrupted run has found")
    parser.add_argument("--record", action="store_true", help="write the outcomes into the sample")
    options = parser.parse_args(arguments)
    options.reuse = options.reuse or options.resume
    end_on_signals()
    for name in options.packages or known:
        {"draw": _draw, "run": _run, "show": _show}[options.command](known[name], options)
    return 0


def _tables() -> dict[str, dict[str, Any]]:
    return tomllib.loads((Path(__file__).parent / "packages.toml").read_text(encoding="utf-8"))


def _draw(package: Package, _options: argparse.Namespace) -> None:
    mutants = mutants_of(ROOT, package.sources)
    rows = samples.draw(mutants, package.sample)
    samples.save(package.name, rows)
    print(f"{package.name}: {len(rows)} of {len(mutants)} mutants")


def _show(package: Package, _options: argparse.Namespace) -> None:
    rows = samples.load(package.name)
    _report(package, rows, [row.outcome for row in rows])


# --- Running ----------------------------------------------------------------------------------------------------------


def _run(package: Package, options: argparse.Namespace) -> None:
    rows = samples.load(package.name)
    if options.survivors:
        alive = (MutantOutcome.SURVIVED, MutantOutcome.NO_TESTS)
        chosen = [index for index, row in enumerate(rows) if row.outcome in alive and not row.note]
    else:
        chosen = list(range(len(rows)))
    found = samples.match(rows, mutants_of(ROOT, package.sources))
    wanted = {index: found[index] for index in chosen if index in found}
    print(f"{package.name}: {len(wanted)} of {len(chosen)} mutants found", flush=True)
    with _environment(package) as environment:
        measured = _measured(package, environment, reuse=options.reuse)
        outcomes = _outcomes(package, wanted, measured, environment, options)
    names = [outcomes.get(index, row.outcome if index not in chosen else "") for index, row in enumerate(rows)]
    _report(package, rows, names)
    if options.record:
        for row, name in zip(rows, names, strict=True):
            row.outcome = name or row.outcome
        samples.save(package.name, rows)


@contextmanager
def _environment(package: Package) -> Iterator[dict[str, str]]:
    """The environment of all processes, with servers and a migrated database where the package needs them."""
    base = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONHASHSEED": "0"}
    with ExitStack() as stack:
        if not package.database:
            yield base
            return
        plan = stack.enter_context(throw_away_services())
        environment = base | for_tests(plan.environment)
        _make_template(environment)
        yield environment | {"DATABASE_URL": at(plan.database_url, DATABASE)}


def _make_template(environment: Mapping[str, str]) -> None:
    url = at(environment["DATABASE_URL"], TEMPLATE)
    with psycopg.connect(at(url, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {TEMPLATE}")
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, check=True, cwd=ROOT, env={**environment, "DATABASE_URL": url})


def _measured(package: Package, environment: Mapping[str, str], *, reuse: bool) -> Measured:
    """What the tests execute; packages that share their tests share this too."""
    first = next(other for other in _tables() if _tables()[other]["tests"] == package.tests)
    directory = WORK / "measured" / first
    if not reuse or not (directory / "tests.json").exists():
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "coverage").unlink(missing_ok=True)
        if package.database:
            fresh_database(environment["DATABASE_URL"])
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tools.bench.mutation.measure",
            *package.pytest,
            *("-m", "not campaign"),
            *package.tests,
        ]
        subprocess.run(command, check=False, cwd=ROOT, env={**environment, "MUTATION_MEASURED": str(directory)})
    measured = Measured(directory, ROOT)
    print(f"{package.name}: {len(measured.tests)} tests", flush=True)
    return measured


def _outcomes(
    package: Package,
    wanted: Mapping[int, Mutant],
    measured: Measured,
    environment: Mapping[str, str],
    options: argparse.Namespace,
) -> dict[int, str]:
    """Try the mutants, warm where that can be, and cold what runs on import and nobody noticed."""
    named = measured.of_files(options.tests) if options.tests else ()
    warm = [
        Job(index, mutant.path, mutant.source, mutant.owner, tests)
        for index, mutant in wanted.items()
        if mutant.owner and (tests := named or measured.chosen(mutant, seconds=options.seconds))
    ]
    results = _work(package, "warm", warm, environment, resume=options.resume)
    cold = [
        Job(index, mutant.path, mutant.source, mutant.owner, tests)
        for index, mutant in wanted.items()
        if _needs_cold(results.get(index), mutant, measured)
        and (tests := named or measured.chosen_for_import(mutant, seconds=options.seconds))
    ]
    results |= _work(package, "cold", cold, environment, resume=options.resume)
    if CONTROL in results and results[CONTROL].outcome is not MutantOutcome.SURVIVED:
        raise SystemExit(f"{package.name}: {results[CONTROL].by} fails without a mutant")
    return {index: results[index].outcome if index in results else MutantOutcome.NO_TESTS for index in wanted}


def _needs_cold(result: JobResult | None, mutant: Mutant, measured: Measured) -> bool:
    if result is None or result.outcome is MutantOutcome.SURVIVED:
        return measured.is_executed_on_import(mutant)
    return result.outcome is MutantOutcome.UNFIT


def _work(
    package: Package, mode: str, jobs: Sequence[Job], environment: Mapping[str, str], *, resume: bool
) -> dict[int, JobResult]:
    """Let one worker try the jobs."""
    WORK.mkdir(parents=True, exist_ok=True)
    results, path, log = (WORK / f"{package.name}-{mode}.{kind}" for kind in ("jsonl", "json", "log"))
    if not resume:
        results.unlink(missing_ok=True)
    done = {result.number for result in results_in(results)}
    jobs = [job for job in jobs if job.number not in done]
    if not jobs:
        return {result.number: result for result in results_in(results)}
    url = environment["DATABASE_URL"] if package.database else ""
    if url:
        fresh_database(url)
    Task(mode, package.pytest, package.tests, url, str(results), jobs).save(path)
    with log.open("wb") as output:
        command = [sys.executable, "-m", "tools.bench.mutation.worker", str(path)]
        subprocess.run(command, check=True, cwd=ROOT, env=dict(environment), stdout=output, stderr=output)
    return {result.number: result for result in results_in(results)}


# --- Reporting --------------------------------------------------------------------------------------------------------


def _report(package: Package, rows: Sequence[SampleRow], outcomes: Sequence[str]) -> None:
    counts = {outcome: outcomes.count(outcome) for outcome in MutantOutcome}
    noticed = counts[MutantOutcome.KILLED] + counts[MutantOutcome.TIMEOUT]
    total = len([outcome for outcome in outcomes if outcome])
    alike = [row for row, outcome in zip(rows, outcomes, strict=True) if row.note and outcome == MutantOutcome.SURVIVED]
    before = [row.outcome for row, outcome in zip(rows, outcomes, strict=True) if outcome]
    was = len([outcome for outcome in before if outcome in (MutantOutcome.KILLED, MutantOutcome.TIMEOUT)])
    print(
        f"{package.name}: {total} mutants, " + ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    )
    print(f"  killed {noticed / max(1, total):.1%}, without {len(alike)} equivalent", end=" ")
    print(f"{noticed / max(1, total - len(alike)):.1%}; recorded for the same mutants {was / max(1, total):.1%}")
    for row, outcome in zip(rows, outcomes, strict=True):
        if outcome in (MutantOutcome.SURVIVED, MutantOutcome.NO_TESTS):
            was_killed = " (was killed)" if row.outcome in (MutantOutcome.KILLED, MutantOutcome.TIMEOUT) else ""
            print(f"  {outcome}{was_killed}: {row.key.function}: {row.key.old}  ->  {row.key.new}  {row.note}")
        if not outcome:
            print(f"  not tried: {row.key.function}: {row.key.old}  ->  {row.key.new}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
