"""Makes all mutants of a package: mutmut's operators on its sources."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_string

from tools.bench.mutation.mutants import Key, Mutant

# As in mutmut, neither annotations nor decorators are mutated. Texts for people are checked against the catalogues.
NEVER_MUTATED = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom)
TEXTS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "npgettext_lazy"}
NEVER_MUTATED_CALLS = {"TypeVar", "ParamSpec", "NewType", "cast", "isinstance", *TEXTS}

Positions = Mapping[cst.CSTNode, object]


@dataclass(frozen=True, slots=True)
class NodePlace:
    """Where a node stands: the names around it, the outermost function, and the lines of its statement."""

    names: tuple[str, ...] = ()
    owner: str = ""
    lines: range = range(0)


def mutants_of(root: Path, sources: Iterable[str]) -> list[Mutant]:
    """Every mutant of the files that the patterns match, in the order of files and lines."""
    found: list[Mutant] = []
    seen: Counter[Key] = Counter()
    for path in sorted({path for pattern in sources for path in root.glob(pattern)}):
        found += _mutants_of_file(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"), seen)
    return found


def _mutants_of_file(path: str, source: str, seen: Counter[Key]) -> Iterator[Mutant]:
    wrapper = MetadataWrapper(cst.parse_module(source))
    positions, module = wrapper.resolve(PositionProvider), wrapper.module
    original = ast.dump(ast.parse(source))
    for statement in module.body:
        before, after = source.split(module.code_for_node(statement), 1)
        for node, place in _nodes(statement, NodePlace(), positions):
            for operator, changed in _changes(node):
                mutated = before + module.code_for_node(statement.deep_replace(node, changed)) + after
                if _is_other_code(mutated, original):
                    yield _mutant(path, source, mutated, place, operator, seen)


def _mutant(path: str, source: str, mutated: str, place: NodePlace, operator: str, seen: Counter[Key]) -> Mutant:
    old, new = _changed_lines(source, mutated)
    key = Key(".".join(place.names) or "<module>", operator, old, new, nth=0)
    seen[key] += 1
    return Mutant(replace(key, nth=seen[key] - 1), path, mutated, place.lines, place.owner)


def _nodes(node: cst.CSTNode, place: NodePlace, positions: Positions) -> Iterator[tuple[cst.CSTNode, NodePlace]]:
    """All nodes that may be mutated, each with its place."""
    if isinstance(node, NEVER_MUTATED) or _is_left_alone(node):
        return
    inside = _place(node, place, positions)
    # The defaults of parameters belong to whatever is around a function.
    around = replace(inside, owner=place.owner)
    yield node, around
    for child in node.children:
        yield from _nodes(child, inside if child is getattr(node, "body", None) else around, positions)


def _is_left_alone(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString):
        return True
    if isinstance(node, cst.Assign) and isinstance(node.targets[0].target, cst.Name):
        return bool(node.targets[0].target.value == "__all__")
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in NEVER_MUTATED_CALLS


def _place(node: cst.CSTNode, place: NodePlace, positions: Positions) -> NodePlace:
    names, owner = place.names, place.owner
    if isinstance(node, cst.FunctionDef | cst.ClassDef):
        names = (*names, node.name.value)
    if isinstance(node, cst.FunctionDef) and not owner:
        owner = ".".join(names)
    if not isinstance(node, cst.BaseStatement):
        return NodePlace(names, owner, place.lines)
    start, end = _line(positions, node, "start"), _line(positions, node, "end")
    if isinstance(node, cst.BaseCompoundStatement):
        body = getattr(node, "body", None) or node.cases[0]  # a match has cases
        end = max(start, _line(positions, body, "start") - 1)
    return NodePlace(names, owner, range(start, end + 1))


def _line(positions: Positions, node: cst.CSTNode, side: str) -> int:
    line: int = getattr(positions[node], side).line
    return line


def _changes(node: cst.CSTNode) -> Iterator[tuple[str, cst.CSTNode]]:
    for kind, operator in mutation_operators:
        if not isinstance(node, kind):
            continue
        changed = list(operator(node))
        # Of the three changes of a string the first, "XX" around it, is enough.
        for result in changed[:1] if operator is operator_string else changed:
            yield operator.__name__.removeprefix("operator_"), result


def _is_other_code(mutated: str, original: str) -> bool:
    try:
        return ast.dump(ast.parse(mutated)) != original
    except SyntaxError:
        return False


def _changed_lines(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, each side on one line."""
    old, new = before.splitlines(), after.splitlines()
    start = next((index for index, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), 0)
    shorter = min(len(old), len(new)) - start
    same = next((n for n in range(shorter) if old[len(old) - 1 - n] != new[len(new) - 1 - n]), shorter)
    return _on_one_line(old[start : len(old) - same]), _on_one_line(new[start : len(new) - same])


def _on_one_line(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).split())
