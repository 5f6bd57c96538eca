"""How ES modules are published: an entry and everything that it imports, joined into one file.

Each module keeps a scope of its own, so that names cannot collide, and runs once, in the order in which a browser would
run it. Only the forms of import and export that the project uses are understood; anything else is an error here, at
publication, and never a fault in a browser. docs/adr/0010-one-script-a-page.md says why there is no bundler.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from posixpath import dirname, join, normpath

NAME = r"[A-Za-z_$][\w$]*"
# JSDoc, which is for editors and the type check: a block of its own, or a type in front of an expression.
JSDOC = re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)
CAST = re.compile(r"/\*\* @(?:type|satisfies) [^*\n]*\*/ ?")
# Imports stand at the beginning, with nothing but comments between them.
IMPORT = re.compile(r'(?:\s|//.*\n)*import (?:\{(?P<names>[^{}]*)\} from )?"(?P<path>\.\.?/[\w./-]+\.js)";\n')
PART = re.compile(rf"(?P<name>{NAME})(?: as (?P<alias>{NAME}))?")
EXPORT = re.compile(rf"^export (?=(?:async function|function|class|const) (?P<name>{NAME})\b)", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
# How a joined module is called in the file; no module may use such names.
JOINED = "joined_"
FOREIGN = {
    "another form of import or export": r"(?:^|[;}]|\*/)\s*(?:import|export)\b(?!\s*:).*",
    "an import at run time": r"(?<![\w$.])import\s*[(.].*",
    "a module that waits": r"^\S.*\bawait\b.*",
    "a comment over several lines": r"/\*(?!.*\*/).*",
    "a text over several lines": r"^[^`\n]*`(?:[^`\n]*`[^`\n]*`)*[^`\n]*$|.*\\$",
    "a name that is ours": rf".*{JOINED}.*",
}


class NotUnderstood(Exception):  # noqa: N818  (it is the joiner that does not understand)
    """A script uses something that the joiner would get wrong; the message says which and what."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module taken apart: what it imports by path and local name, what it exports, and the rest of it."""

    path: str
    imports: list[tuple[str, dict[str, str]]]
    exports: list[str]
    body: str


def joined(entry: str, read: Callable[[str], str]) -> str:
    """The entry with its imports in one text; `read` gives the text of a path. Raises NotUnderstood."""
    order: dict[str, Module] = {}
    _visit(entry, read, order, above=())
    names = {path: f"{JOINED}{number}" for number, path in enumerate(order)}
    return "\n".join(_in_its_own_scope(module, order, names) for module in order.values())


def _visit(path: str, read: Callable[[str], str], order: dict[str, Module], *, above: tuple[str, ...]) -> None:
    """Put a module into the order, after everything that it imports."""
    if path in above:
        raise NotUnderstood(f"modules import one another in a circle: {' → '.join((*above, path))}")
    if path in order:
        return
    module = _taken_apart(path, read(path))
    for imported, _names in module.imports:
        _visit(imported, read, order, above=(*above, path))
    order[path] = module


def _taken_apart(path: str, text: str) -> Module:
    text = CAST.sub("", JSDOC.sub("", text))
    imports, end = [], 0
    while found := IMPORT.match(text, end):
        imports.append((normpath(join(dirname(path), found["path"])), _names(path, found["names"] or "")))
        end = found.end()
    body = text[end:]
    exports = [found["name"] for found in EXPORT.finditer(body)]
    return Module(path, imports, exports, _understood(path, COMMENT.sub("", EXPORT.sub("", body))))


def _names(path: str, text: str) -> dict[str, str]:
    """The names of an import, `a, b as c`, as they are exported and as they are used."""
    parts = [PART.fullmatch(part.strip()) for part in text.split(",") if part.strip()]
    if None in parts:
        raise NotUnderstood(f"{path}: import {{{text}}}")
    return {part["name"]: part["alias"] or part["name"] for part in parts if part}


def _understood(path: str, body: str) -> str:
    for what, pattern in FOREIGN.items():
        if found := re.search(pattern, body, re.MULTILINE):
            raise NotUnderstood(f"{path}: {what}: {found[0].strip()}")
    return INDENTATION.sub("", body).strip()


def _in_its_own_scope(module: Module, order: dict[str, Module], joined_names: dict[str, str]) -> str:
    lines = [f"// {module.path}", f"const {joined_names[module.path]} = (() => {{"]
    for path, names in module.imports:
        if missing := names.keys() - order[path].exports:
            raise NotUnderstood(f"{module.path}: {path} does not export {', '.join(sorted(missing))}")
        taken = [name if name == local else f"{name}: {local}" for name, local in names.items()]
        lines += [f"const {{ {', '.join(taken)} }} = {joined_names[path]};"] if names else []
    return "\n".join([*lines, module.body, f"return {{ {', '.join(module.exports)} }};", "})();\n"])
