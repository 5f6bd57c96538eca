"""Checking perft counts, from the start and from further positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from muehle import Position, perft
from tools.oracles import files
from tools.oracles.positions import position_of
from tools.oracles.verdicts import Mismatch, UnreadableError, Verdict

# In the file the counts from the start, a ply being a complete turn, stand under this letter.
COMPLETE_TURNS = "T"


def check_counts(path: Path, *, max_nodes: int) -> Iterator[Verdict]:
    """A verdict on every count of a file; counts above `max_nodes` are skipped. Raises UnreadableError."""
    content = files.json_object(path)
    cases = list(_cases(content))
    if not cases:
        raise UnreadableError("it holds no counts")
    for name, entry in cases:
        yield from _checked(name, entry, max_nodes=max_nodes)


def _cases(content: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    start = content.get("start")
    if isinstance(start, dict):
        yield "start", start.get(COMPLETE_TURNS, start)
    for number, entry in enumerate(content.get("positions") or (), start=1):
        yield f"position {number}", entry


def _checked(name: str, entry: Any, *, max_nodes: int) -> Iterator[Verdict]:
    try:
        position = Position.start() if name == "start" else position_of(entry)
        counts = entry if name == "start" else entry["perft"]
        known = [(int(depth), int(count)) for depth, count in counts.items()]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        yield Verdict(name, [Mismatch(None, "a position with counts", f"{type(error).__name__}: {error}")])
        return
    for depth, count in known:
        verdict = Verdict(f"{name}, depth {depth}")
        if count > max_nodes:
            verdict.skipped = f"{count} nodes are more than {max_nodes}"
        else:
            verdict.compare(count, perft(position, depth), ply=depth)
        yield verdict
