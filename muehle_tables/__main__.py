"""Build, list, ask and check tables: `python -m muehle_tables --help`."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from muehle import RULESETS, Position, RulesError
from muehle_tables.checked import Checked
from muehle_tables.checking import check_sample
from muehle_tables.counts import counts_lines, full_build
from muehle_tables.errors import CannotBuild, TablesError
from muehle_tables.families import FAMILIES, Family
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import MOST_STONES, Sector, all_sectors, following
from muehle_tables.tables import SHIPPED, Tables
from muehle_tables.values import Result, Value

# Later values of the placing phase take a search of four half-moves at most: milliseconds.
KEPT: Final = 13
SAMPLE: Final = 2_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns 1 after an error, which is told in one line."""
    options = _parser().parse_args(arguments)
    try:
        run: Callable[[argparse.Namespace], None] = options.run
        run(options)
    except (TablesError, RulesError) as error:
        print(f"muehle_tables: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m muehle_tables", description="Tables of the solved game.")
    commands = parser.add_subparsers(required=True)
    build = _command(commands, "build", _build, "build tables; a build that was killed goes on where it was")
    build.add_argument("--family", choices=(*FAMILIES, "all"), default="a", help="the rules (default: a)")
    build.add_argument("--stones", type=int, default=MOST_STONES, help="the most stones on the board (default: 18)")
    build.add_argument(
        "--placing",
        type=int,
        metavar="T",
        help=f"keep the placing phase up to half-move T (default: {KEPT} with 18 stones, otherwise no placing phase)",
    )
    build.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="default: one for each processor")
    counts = _command(commands, "counts", _counts, "print the won, lost and drawn positions of each sector")
    counts.add_argument("--family", choices=tuple(FAMILIES), default="b", help="the rules (default: b)")
    counts.add_argument("--full-build", action="store_true", help="those of the build of the whole game, kept here")
    probe = _command(commands, "probe", _probe, "print the value of a position and of its moves")
    probe.add_argument("position", help="as the rules library writes it, for one '........................ w 9 9 0'")
    probe.add_argument("--rules", choices=tuple(RULESETS), default="standard", help="the rule set (default: standard)")
    verify = _command(commands, "verify", _verify, "check the tables move by move")
    verify.add_argument("--family", choices=(*FAMILIES, "all"), default="all", help="the rules (default: all)")
    verify.add_argument("--full", action="store_true", help="check all positions and the checksums, not a sample")
    verify.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="of the full check")
    verify.add_argument(
        "--record", type=Path, help="keep in this file what the full check found right, and leave that out next time"
    )
    _command(commands, "ship", _ship, "copy from a build what this package has")
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], None],
    help_text: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=help_text, description=help_text)
    command.add_argument("--directory", type=Path, help="where the tables are (default: those of this package)")
    command.set_defaults(run=run)
    return command


def _families(name: str) -> Iterable[Family]:
    return FAMILIES.values() if name == "all" else (FAMILIES[name],)


def _build(options: argparse.Namespace) -> None:
    if options.directory is None:
        raise CannotBuild("Say with --directory where the tables shall be.")
    placing = options.placing
    if placing is None and options.stones == MOST_STONES:
        placing = KEPT
    if placing is not None and options.stones < MOST_STONES:
        raise CannotBuild("The placing phase needs the whole moving phase: leave --stones out.")
    # What needs NumPy is imported here: everything else works without it.
    try:
        from muehle_tables.solver.program import build_family
    except ImportError as error:
        raise CannotBuild(f"Building needs the extra build: pip install 'muehle_tables[build]' ({error}).") from error
    for family in _families(options.family):
        build_family(options.directory, family, options.stones, placing, threads=options.threads)


def _counts(options: argparse.Namespace) -> None:
    with _tables(options.directory) as tables:
        for line in counts_lines(full_build() if options.full_build else tables, FAMILIES[options.family]):
            print(line)


def _probe(options: argparse.Namespace) -> None:
    position, rules = Position.parse(options.position), RULESETS[options.rules]
    with _tables(options.directory) as tables:
        print(_told(tables.value(position, rules)))
        for move, value in tables.judged_moves(position, rules):
            print(f"  {move}: {_told(value)}")


def _told(value: Value) -> str:
    distance, proved = "", ""
    if value.distance is not None:
        half_moves = "half-move" if value.distance == 1 else "half-moves"
        distance = f", {value.distance} {half_moves} to the next capture or block"
    if not value.is_proved and value.result is not Result.UNKNOWN:
        proved = ", not proved"
    return f"{value.result.value}{distance}{proved}"


def _verify(options: argparse.Namespace) -> None:
    manifest = Manifest.read(options.directory or SHIPPED)
    with _tables(options.directory) as tables:
        for family in _families(options.family):
            for sector in _present(manifest, family):
                if not all(manifest.has(family.name, each) for each in following(sector)):
                    print(f"{family.name} {sector.name}: not checked, because what follows is not here", flush=True)
                    continue
                if options.full:
                    _verify_all(manifest, family, sector, options)
                    continue
                checked = check_sample(tables, family, sector, SAMPLE, random.Random(sector.name))  # noqa: S311 - a sample
                print(f"{family.name} {sector.name}: {checked} positions are right", flush=True)


def _verify_all(manifest: Manifest, family: Family, sector: Sector, options: argparse.Namespace) -> None:
    entry = manifest.families[family.name][sector.name]
    record = Checked(options.record) if options.record else None
    if record and record.has(family.name, sector, entry):
        print(f"{family.name} {sector.name}: found right before", flush=True)
        return
    from muehle_tables.solver.full_check import check_all

    checked = check_all(manifest, family, sector, threads=options.threads)
    if record:
        record.add(family.name, sector, entry)
    print(f"{family.name} {sector.name}: {checked} positions are right", flush=True)


def _ship(options: argparse.Namespace) -> None:
    from muehle_tables.solver.shipping import ship

    if options.directory is None:
        raise CannotBuild("Say with --directory where the build is.")
    print(f"{ship(options.directory, SHIPPED) / 1e6:.2f} MB in {SHIPPED}")


def _present(manifest: Manifest, family: Family) -> list[Sector]:
    return [sector for sector in all_sectors() if manifest.has(family.name, sector)]


def _tables(directory: Path | None) -> Tables:
    return Tables.open(*([directory] if directory else []), shipped=directory is None)


if __name__ == "__main__":
    sys.exit(main())
