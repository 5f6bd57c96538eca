"""The committed samples: which mutants are tried, what came of them, and how they are found again in changed code."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from random import Random

from tools.bench.mutation.mutants import Key, Mutant

DIRECTORY = Path(__file__).resolve().parent / "samples"
HEADER = ("outcome", "function", "operator", "nth", "old", "new", "note")
SEED = 14
LEAST_LIKENESS = 0.7


@dataclass(slots=True)
class SampleRow:
    """A mutant of the sample; `note` says of a survivor why no test can tell it from the original."""

    key: Key
    outcome: str = ""
    note: str = ""


def draw(mutants: Sequence[Mutant], count: int) -> list[SampleRow]:
    """`count` mutants by the fixed seed, or all of them for 0, in the order of the source."""
    if not count or count >= len(mutants):
        return [SampleRow(mutant.key) for mutant in mutants]
    chosen = sorted(Random(SEED).sample(range(len(mutants)), count))
    return [SampleRow(mutants[index].key) for index in chosen]


def load(package: str) -> list[SampleRow]:
    """The sample of a package as it is stored."""
    rows = []
    for line in (DIRECTORY / f"{package}.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        outcome, function, operator, nth, old, new, note = line.split("\t")
        rows.append(SampleRow(Key(function, operator, old, new, int(nth)), outcome, note))
    return rows


def save(package: str, rows: Sequence[SampleRow]) -> None:
    """Store the sample of a package."""
    lines = ["\t".join(HEADER)]
    for row in rows:
        key = row.key
        lines.append("\t".join([row.outcome, key.function, key.operator, str(key.nth), key.old, key.new, row.note]))
    DIRECTORY.mkdir(exist_ok=True)
    (DIRECTORY / f"{package}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def match(rows: Sequence[SampleRow], mutants: Sequence[Mutant]) -> dict[int, Mutant]:
    """By index of a row its mutant in today's code: the same, one whose function was renamed, or the most like it."""
    found: dict[int, Mutant] = {}
    free = dict.fromkeys(mutants)
    ways: list[Callable[[Key], Hashable]] = [
        lambda key: key,
        lambda key: (key.function, key.operator, key.old, key.new),
        lambda key: (key.function.rpartition(".")[2], key.operator, key.old, key.new),
        lambda key: (key.operator, key.old, key.new),
    ]
    for way in ways:
        by_way: defaultdict[Hashable, list[Mutant]] = defaultdict(list)
        for mutant in free:
            by_way[way(mutant.key)].append(mutant)
        for index, row in enumerate(rows):
            if index not in found and by_way[way(row.key)]:
                found[index] = by_way[way(row.key)].pop(0)
                del free[found[index]]
    for index, row in enumerate(rows):
        if index not in found and (closest := _most_like(row.key, free)):
            found[index] = closest
            del free[closest]
    return found


def _most_like(key: Key, mutants: dict[Mutant, None]) -> Mutant | None:
    """The mutant of a function of that name, by that operator, whose lines are most like these; None if none is."""
    name = key.function.rpartition(".")[2]
    near = [m for m in mutants if m.key.operator == key.operator and m.key.function.rpartition(".")[2] == name]
    likeness = {mutant: _likeness(key, mutant.key) for mutant in near}
    best = max(near, key=likeness.__getitem__, default=None)
    return best if best is not None and likeness[best] >= LEAST_LIKENESS else None


def _likeness(one: Key, other: Key) -> float:
    pairs = ((one.old, other.old), (one.new, other.new))
    return min(SequenceMatcher(None, *pair, autojunk=False).ratio() for pair in pairs)
