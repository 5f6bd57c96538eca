"""The contract of imports, made from the levels that the apps declare in their apps.py.

The apps are read as text, so that neither Django nor a database is needed.
"""

import ast
from collections import defaultdict
from pathlib import Path

from tools.launcher.workspace import ROOT

ARCHITECTURE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- apps -->\n", "<!-- end of apps -->\n"
CONTRACT = """\
[importlinter]
root_packages =
    muehle_server
    games
    accounts
    kit
    muehle_engine
    muehle_tables
    muehle
exclude_type_checking_imports = True

[importlinter:contract:packages]
name = The server knows the games, the games know the accounts, all of them know the kit, and the rules know nothing
type = layers
layers =
    muehle_server
    games
    accounts
    kit
    muehle_engine
    muehle_tables
    muehle

[importlinter:contract:apps]
name = The apps of the games import lower levels only
type = layers
containers = games
exhaustive = True
layers =
{layers}
"""


def levels() -> list[list[str]]:
    """The apps of the games by level, the highest first."""
    found: dict[int, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "games").glob("*/apps.py")):
        found[_level(path)].append(path.parent.name)
    return [found[level] for level in sorted(found, reverse=True)]


def contract() -> str:
    """A configuration of import-linter."""
    return CONTRACT.format(layers="\n".join(f"    {' | '.join(names)}" for names in levels()))


def drawing() -> str:
    """The apps as the architecture page shows them, each with the docstring of its package."""
    rows = [(name, _purpose(name)) for names in levels() for name in names]
    width = max(len(name) for name, _purpose in rows)
    return "```\n" + "".join(f"{name:{width}}  {purpose}\n" for name, purpose in rows) + "```\n"


def drawn() -> str:
    """The apps as the architecture page shows them now."""
    return ARCHITECTURE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


def draw() -> None:
    """Renew the list of the architecture page."""
    head, _begin, rest = ARCHITECTURE.read_text(encoding="utf-8").partition(BEGIN)
    ARCHITECTURE.write_text(head + BEGIN + drawing() + END + rest.partition(END)[2], encoding="utf-8")


def _level(path: Path) -> int:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "level":
            return int(ast.literal_eval(node.value))
    raise ValueError(f"{path}: no level")


def _purpose(name: str) -> str:
    tree = ast.parse((ROOT / "games" / name / "__init__.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]
