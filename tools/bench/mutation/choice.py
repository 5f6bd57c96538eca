"""Which tests try a mutant, in which order: those that execute its lines, the most likely to notice first."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from coverage import CoverageData

from tools.bench.mutation.mutants import Mutant
from tools.bench.mutation.tasks import Test

# The processor time that its tests took unmutated, and their number, after which a mutant has survived. With more
# time there may be more tests.
MOST_SECONDS, MOST_TESTS = 3.0, 100


class Measured:
    """What measure.py has written down."""

    def __init__(self, directory: Path, root: Path) -> None:
        self._directory, self._root = directory, root
        self._contexts: dict[str, dict[int, set[str]]] = {}
        self._tests_by_file: dict[str, dict[str, str]] = {}

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
        """The tests that execute a mutant, until their time is used up."""
        if not mutant.owner:
            return ()
        return self._until_used_up([self.executing(mutant.path, mutant.lines)], seconds)

    def of_files(self, paths: Sequence[str]) -> tuple[Test, ...]:
        """All tests of these files and folders."""
        return tuple(self._in_order({name for name in self.tests if _file(name).startswith(tuple(paths))}))

    def chosen_for_import(self, mutant: Mutant, *, seconds: float = MOST_SECONDS) -> tuple[Test, ...]:
        """The tests for what is executed on import, where nobody knows which test has to do with it.

        A quarter are tests that have its name, a quarter execute a line with it, a quarter execute its file, and the
        rest are from all files.
        """
        lines = range(1, len(self._sources.get(mutant.path, ())) + 1)
        names = self._names_of(mutant)
        groups = [self._having(names), self._users_of(names), self.executing(mutant.path, lines), set(self.tests)]
        return self._until_used_up(groups, seconds)

    def _until_used_up(self, groups: Sequence[set[str]], seconds: float) -> tuple[Test, ...]:
        """Tests of each group in turn; none takes more of the time than an equal share and what others have left.

        A slow test that would take too much is left out, and faster ones behind it still fit.
        """
        chosen: dict[str, Test] = {}
        used, most = 0.0, MOST_TESTS * seconds / MOST_SECONDS
        for number, names in enumerate(groups, 1):
            part = number / len(groups)
            for test in self._in_order((names & self.tests.keys()) - chosen.keys()):
                if chosen and (used + test.seconds > part * seconds or len(chosen) >= part * most):
                    continue
                chosen[test.name] = test
                used += test.seconds
        return tuple(chosen.values())

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

    def _names_of(self, mutant: Mutant) -> set[str]:
        """The name of the mutant's function or class, or the name it assigns."""
        source = self._sources.get(mutant.path, [])
        statement = "\n".join(source[mutant.lines.start - 1 : mutant.lines.stop - 1])
        names = set(re.findall(r"^\s*(?:class\s+)?([A-Za-z_]\w*)(?=\s*[:=(])", statement, re.MULTILINE)[:1])
        if mutant.key.function != "<module>":
            names.add(mutant.key.function.rpartition(".")[2])
        return names

    def _having(self, names: set[str]) -> set[str]:
        """The tests in whose own source one of the names is."""
        words = [re.compile(rf"\b{name}\b") for name in names]
        return {test for test in self.tests if any(word.search(self._source_of(_function(test))) for word in words)}

    def _source_of(self, function: str) -> str:
        """A test function with its decorators; `function` is its pytest id without parameters."""
        file, _separator, name = function.partition("::")
        if file not in self._tests_by_file:
            text = (self._root / file).read_text(encoding="utf-8")
            self._tests_by_file[file] = {
                node.name: "\n".join(text.splitlines()[_first_line(node) - 1 : node.end_lineno])
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.FunctionDef)
            }
        return self._tests_by_file[file].get(name.rpartition("::")[2], "")

    def _users_of(self, names: set[str]) -> set[str]:
        """The tests that execute a line with one of the names."""
        uses = [use for name in names for use in self._lines_with(name)]
        return {test for path, line in uses for test in self.executing(path, [line])}

    def _lines_with(self, name: str) -> Iterator[tuple[str, int]]:
        word = re.compile(rf"\b{name}\b")
        for path, lines in self._sources.items():
            yield from ((path, number) for number, line in enumerate(lines, 1) if word.search(line))

    @cached_property
    def _sources(self) -> dict[str, list[str]]:
        files = {Path(file).relative_to(self._root).as_posix(): Path(file) for file in self._data.measured_files()}
        return {name: path.read_text(encoding="utf-8").splitlines() for name, path in files.items()}


def _first_line(node: ast.FunctionDef) -> int:
    return min((decorator.lineno for decorator in node.decorator_list), default=node.lineno)


def _file(test: str) -> str:
    return test.partition("::")[0]


def _function(test: str) -> str:
    return test.partition("[")[0]
