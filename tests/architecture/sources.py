"""The project's own modules as syntax trees, for what import contracts cannot say."""

import ast
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

PACKAGES = ("muehle", "muehle_engine", "muehle_tables", "games", "accounts", "kit", "muehle_server")


@dataclass(frozen=True)
class Source:
    path: Path

    @property
    def name(self) -> str:
        """The path within the project: games/play/actions.py."""
        return str(self.path.relative_to(ROOT))

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def imported(self) -> set[str]:
        """The modules that are imported, by full name, wherever in the file."""
        found = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        return found


def sources(*roots: str) -> list[Source]:
    """The modules in the given files and folders, migrations left out; without any, all of the project."""
    paths: list[Path] = []
    for root in roots or PACKAGES:
        path = ROOT / root
        paths += [path] if path.is_file() else existing_files(path, "**/*.py")
    return [_source(path) for path in paths if "migrations" not in path.parts]


@cache
def _source(path: Path) -> Source:
    """A file is read and parsed once."""
    return Source(path)
