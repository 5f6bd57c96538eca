"""Moves as people type them into the form, brought into the notation; the board's script does the same."""

import re

from games.web.board_texts import TEXTS

LONGEST_TYPED = 60
TOKEN = re.compile(
    r"(?P<point>[a-g]\s*[1-7])|(?P<takes>[x×:])(?=\s*[a-g])|(?P<word>[^\W\d_]+)|(?P<sign>[^\w\s])|(?P<odd>\w)"
)
SIGNS = frozenset("-‐‑‒–—−→>,.;")


def written(text: str) -> str:
    """`D6 f6 x a1` or `d6 to f6 takes a1` as d6-f6xa1; text that cannot be read is returned unchanged."""
    taking, between = (frozenset(str(TEXTS[key]).split()) for key in ("words_takes", "words_to"))
    points: list[str] = []
    taken = None
    for token in TOKEN.finditer(text.lower()):
        found = token[0]
        if token["point"]:
            points.append(found[0] + found[-1])
        elif token["takes"] or found in taking:
            taken = len(points) if taken is None else taken
        elif found not in SIGNS and found not in between:
            return text.strip().lower()
    return _joined(points, taken) or text.strip().lower()


def _joined(points: list[str], taken: int | None) -> str | None:
    match points:
        case [target] if taken is None:
            return target
        case [target, removed] if taken == 1:
            return f"{target}x{removed}"
        case [source, target] if taken is None:
            return f"{source}-{target}"
        case [source, target, removed] if taken in (None, 2):
            return f"{source}-{target}x{removed}"
    return None
