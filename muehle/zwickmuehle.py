"""The Zwickmühle: a stone that closes a mill by every move between two adjacent points (docs/rules.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from muehle.board import BIT, EDGES, NAME, PARTNERS, names


class ZwickmuehleKind(StrEnum):
    """On a spoke edge, two parallel ring lines alternate; on a ring edge, a ring line and a spoke do."""

    SPOKE = "spoke"
    RING = "ring"


@dataclass(frozen=True, slots=True)
class Zwickmuehle:
    """The moving `stone` stands on `u` and can go to `v` and back; `partners` are the four stones that stay."""

    stone: str
    u: str
    v: str
    kind: ZwickmuehleKind
    partners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Configuration:
    """One of the 32 possible Zwickmühlen: the edge, and the four partner stones."""

    edge: tuple[int, int]
    partners: int
    kind: ZwickmuehleKind


def _configuration(one: str, other: str) -> Configuration:
    u, v = BIT[one], BIT[other]
    partners = sum(pair for pair in PARTNERS[u] if not pair & v) | sum(pair for pair in PARTNERS[v] if not pair & u)
    kind = ZwickmuehleKind.SPOKE if _is_spoke(one, other) else ZwickmuehleKind.RING
    return Configuration((u, v), partners, kind)


def _is_spoke(one: str, other: str) -> bool:
    return one[0] == other[0] == "d" or one[1] == other[1] == "4"


CONFIGURATIONS: Final = tuple(_configuration(*edge) for edge in EDGES)


def zwickmuehlen(own: int, other: int) -> tuple[Zwickmuehle, ...]:
    """Every Zwickmühle of the side with `own` stones whose second point is free."""
    return tuple(
        Zwickmuehle(NAME[u], NAME[u], NAME[v], found.kind, names(found.partners))
        for found in CONFIGURATIONS
        if found.partners & own == found.partners
        for u, v in (found.edge, found.edge[::-1])
        if u & own and not v & (own | other)
    )
