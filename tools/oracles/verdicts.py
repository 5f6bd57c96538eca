"""What a check answers: a verdict on each case, with a line for every mismatch."""

from __future__ import annotations

from dataclasses import dataclass, field


class UnreadableError(Exception):
    """A file cannot be read, or is not of the kind it was given as."""


class NotPlayedError(Exception):
    """A case belongs to rules that this project does not play; the text names them."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One difference; `ply` is the half-move at which it shows, counted from 1, or None if it belongs to none."""

    ply: int | None
    expected: str
    found: str

    def __str__(self) -> str:
        place = "" if self.ply is None else f"ply {self.ply}: "
        return f"{place}expected {self.expected}, found {self.found}"


@dataclass(slots=True)
class Verdict:
    """The verdict on one case of a file. A case with a reason in `skipped` was not checked."""

    case: str
    mismatches: list[Mismatch] = field(default_factory=list)
    skipped: str = ""

    def compare(self, expected: object, found: object, *, what: str = "", ply: int | None = None) -> None:
        """Note a mismatch if the two differ; `what` says in words what is compared."""
        if expected != found:
            prefix = f"{what} " if what else ""
            self.mismatches.append(Mismatch(ply, f"{prefix}{expected}", f"{found}"))

    def compare_moves(self, expected: list[str], found: list[str], *, ply: int | None = None) -> None:
        """Note how two lists of legal moves differ: by their members, or else by their order."""
        if expected == found:
            return
        missing, surplus = sorted(set(expected) - set(found)), sorted(set(found) - set(expected))
        if missing or surplus:
            self.compare(f"also {spelled(missing)}", f"instead {spelled(surplus)}", what="legal moves", ply=ply)
        else:
            self.compare(spelled(expected), spelled(found), what="legal moves in the order", ply=ply)


def spelled(moves: list[str]) -> str:
    """The moves on one line, or `none`."""
    return " ".join(moves) or "none"
