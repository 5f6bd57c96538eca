"""Which tests try a mutant, in which order: those that execute its lines, the most likely to notice first."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from coverage import CoverageData

from tools.bench.mutation.mutants import Mutant
from tools.bench.mutation.tasks import Test

# The processor time that its tests took unmutated, and their number, after which a mutant has survived.
MOST_SECONDS, MOST_TESTS = 3.0, 100


class Measured:
    """What measure.py has written down."""

    def __init__(self, directory: Path, root: Path) -> None:
        self._directory, self._root = directory, root
        self._contexts: dict[str, dict[int, set[str]]] = {}

    @cached_property
    def tests(self) -> dict[str, Test]:
        """The tests that passed, by their pytest id."""
        rows = json.loads((self._directory / "tests.json").read_text(encoding="utf-8"))
        return {name: Test(name, row["seconds"], row["commits"]) for name, row in rows.items()}

    @cached_property
    def _data(self) -> CoverageData:
        data = CoverageData(str(self._directory / "coverage"))
        data.read()
        return data

    @cached_property
    def _tests_in_file(self) -> Counter[str]:
        return Counter(map(_file, self.tests))

    def executing(self, path: str, lines: Iterable[int]) -> set[str]:
        """The tests that execute one of the lines; the empty name stands for what happens on import."""
        if path not in self._contexts:
            found = self._data.contexts_by_lineno(str(self._root / path))
            self._contexts[path] = {line: set(names) for line, names in found.items()}
        return {name for line in lines for name in self._contexts[path].get(line, ())}

    def is_executed_on_import(self, mutant: Mutant) -> bool:
        """Whether a running process is too late for it."""
        return not mutant.owner or "" in self.executing(mutant.path, mutant.lines)

    def chosen(self, mutant: Mutant, *, seconds: float = MOST_SECONDS) -> tuple[Test, ...]:
        """The tests for a mutant, until their time is used up."""
        names = self.executing(mutant.path, mutant.lines) if mutant.owner else self._users_of(mutant)
        chosen: list[Test] = []
        for test in self._in_order(names & self.tests.keys()):
            seconds -= test.seconds
            if chosen and (seconds < 0 or len(chosen) >= MOST_TESTS):
                break
            chosen.append(test)
        return tuple(chosen)

    def _in_order(self, names: set[str]) -> list[Test]:
        """Fast tests first, one case of each function before the next case of any, and more of a file of whose tests
        many execute the mutant."""
        share = Counter(map(_file, names))
        cases: Counter[str] = Counter()
        ranks: Counter[str] = Counter()
        tests = sorted((self.tests[name] for name in names), key=lambda test: (test.seconds, test.name))
        by_case = []
        for test in tests:
            by_case.append((cases[_function(test.name)], test))
            cases[_function(test.name)] += 1
        keyed = []
        for _case, test in sorted(by_case, key=lambda pair: pair[0]):
            file = _file(test.name)
            keyed.append((ranks[file] * self._tests_in_file[file] / share[file], test.commits, test.seconds, test))
            ranks[file] += 1
        return [entry[-1] for entry in sorted(keyed, key=lambda entry: entry[:-1])]

    def _users_of(self, mutant: Mutant) -> set[str]:
        """Tests that execute a line with a name that the mutated statement gives, or failing that, any of its file."""
        source = (self._root / mutant.path).read_text(encoding="utf-8").splitlines()
        statement = "\n".join(source[mutant.lines.start - 1 : mutant.lines.stop - 1])
        names = set(re.findall(r"^\s*(?:class\s+)?([A-Za-z_]\w*)(?=\s*[:=(])", statement, re.MULTILINE)[:1])
        if mutant.key.function != "<module>":
            names.add(mutant.key.function.rpartition(".")[2])
        uses = [use for name in names for use in self._lines_with(name)]
        found = {test for path, line in uses for test in self.executing(path, [line])}
        whole_file = range(1, len(source) + 1)
        return (found - {""}) or self.executing(mutant.path, whole_file)

    def _lines_with(self, name: str) -> Iterator[tuple[str, int]]:
        word = re.compile(rf"\b{name}\b")
        for path, lines in self._sources.items():
            yield from ((path, number) for number, line in enumerate(lines, 1) if word.search(line))

    @cached_property
    def _sources(self) -> dict[str, list[str]]:
        files = {Path(file).relative_to(self._root).as_posix(): Path(file) for file in self._data.measured_files()}
        return {name: path.read_text(encoding="utf-8").splitlines() for name, path in files.items()}


def _file(test: str) -> str:
    return test.partition("::")[0]


def _function(test: str) -> str:
    return test.partition("[")[0]
