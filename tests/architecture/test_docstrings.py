"""Modules and what others call say what they do."""

import ast

from tests.architecture.sources import sources

SPOKEN_FOR = [
    "muehle",
    "muehle_engine",
    "muehle_tables",
    "games/play/actions.py",
    "games/core/event_log.py",
    "games/core/queries.py",
    "games/challenges/actions.py",
]


def test_every_module_says_what_it_is_for() -> None:
    # What only names an application, or is empty, has nothing to say.
    speaking = [
        source
        for source in sources("games", "accounts", "kit")
        if source.path.name not in ("apps.py", "urls.py") and source.text.strip()
    ]

    assert len(speaking) > 100
    assert [source.name for source in speaking if not ast.get_docstring(source.tree)] == []


def test_every_public_function_says_what_it_does() -> None:
    silent = [
        f"{source.name}: {node.name}"
        for source in sources(*SPOKEN_FOR)
        for node in source.tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not ast.get_docstring(node)
    ]

    assert silent == []
