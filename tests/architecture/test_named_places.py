"""What comments and docstrings name is there: files, modules, functions and, in backticks, names."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from tests.architecture.sources import Source, sources
from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

pytestmark = pytest.mark.static

CODE = (
    "accounts",
    "games",
    "kit",
    "muehle",
    "muehle_engine",
    "muehle_server",
    "muehle_tables",
    "tests",
    "tools",
    "examples",
)
TREES = "|".join((*CODE, "docs", "deploy", "clients"))
PATH = re.compile(rf"(?<![\w/.:-])((?:{TREES})/[\w/.-]*\w\.(?:py|md|html|js|css|toml|sh|yml|yaml|json|gz))(?![\w*{{<])")
FILE = re.compile(r"(?<![\w/.*-])(\w+\.py)\b")
DOTTED = re.compile(r"(?<![\w/.-])((?:accounts|games|kit|muehle|muehle_engine|muehle_tables)(?:\.\w+)+)\b(?!@)")
CALL = re.compile(r"(?<![\w/.])(\w+)\.(\w+)\(\)")
QUOTED = re.compile(r"`([A-Za-z_]\w*(?:\.\w+)*)(?:\(\))?`")
# Not ours, or examples.
ELSEWHERE = {"coverage.py", "muehle.example", "annaAdmin", "admin_anna", "asyncio"}


@cache
def code() -> list[Source]:
    return sources(*CODE, *(path.name for path in existing_files(ROOT, "*.py")))


@cache
def modules() -> dict[str, list[str]]:
    """The texts of the modules, by their last name and by that of their package."""
    found: dict[str, list[str]] = defaultdict(list)
    for source in code():
        found[source.path.stem].append(source.text)
        found[source.path.parent.name].append(source.text)
    return found


@cache
def words() -> set[str]:
    """All names of the code, docstrings left out."""
    found: set[str] = set()
    for source in code():
        text = source.text
        for _line, docstring in docstrings(source):
            text = text.replace(docstring, "")
        found |= set(re.findall(r"\w+", text))
    for pattern in ("games/**/*.html", "games/**/*.js", "games/**/*.css", "*.toml", "*.yml", "deploy/**/*.yml"):
        for path in existing_files(ROOT, pattern):
            found |= set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return found


@cache
def docstrings(source: Source) -> list[tuple[int, str]]:
    """The docstrings of a module, with the lines at which they begin."""
    return [
        (node.body[0].lineno, docstring)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and (docstring := ast.get_docstring(node, clean=False))
    ]


def comments(source: Source) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def missing(text: str) -> Iterator[str]:
    """What a comment or docstring names and what is not there."""
    yield from (path for path in PATH.findall(text) if not (ROOT / path).exists())
    yield from (file for file in FILE.findall(text) if file.removesuffix(".py") not in modules())
    yield from (name for name in DOTTED.findall(text) if not is_there(name.split(".")))
    for module, function in CALL.findall(text):
        if module in modules() and not any(re.search(rf"\b{function}\b", each) for each in modules()[module]):
            yield f"{module}.{function}()"


def is_there(parts: list[str]) -> bool:
    """Whether the longest path of these parts is a module or package that has the names that are left."""
    for length in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:length])
        module = place.with_suffix(".py") if place.with_suffix(".py").exists() else place / "__init__.py"
        if place.is_dir() or module.exists():
            text = module.read_text(encoding="utf-8") if module.exists() else ""
            return all(re.search(rf"\b{name}\b", text) for name in parts[length:])
    return False


def test_what_comments_and_docstrings_name_is_there() -> None:
    found = [
        f"{source.name}:{line}: {name}"
        for source in code()
        for line, said in (*docstrings(source), *comments(source))
        for name in missing(said)
        if name not in ELSEWHERE
    ]

    assert found == []


def test_what_docstrings_have_in_backticks_is_a_name_of_the_code() -> None:
    found = [
        f"{source.name}:{line}: {name}"
        for source in code()
        for line, said in docstrings(source)
        for name in QUOTED.findall(said)
        if name not in ELSEWHERE and not set(name.split(".")) <= words()
    ]

    assert found == []


def test_scripts_and_styles_name_files_that_are_there() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for pattern in ("games/**/*.js", "games/**/*.css")
        for path in existing_files(ROOT, pattern)
        for name in PATH.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]

    assert found == []


def test_a_name_that_is_nowhere_is_found() -> None:
    for text in (
        "see games/play/nowhere.py",
        "nowhere.py says why",
        "as games.play.Nowhere",
        "calls actions.nowhere()",
    ):
        assert list(missing(text)), text
    assert list(missing("games/play/actions.py, actions.py, games.play.actions and actions.play_move()")) == []
