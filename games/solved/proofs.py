"""What the tables prove of a position, with what anybody needs to verify it."""

from dataclasses import dataclass

from games.solved.tables import open_tables
from muehle import Color, Position, RuleSet
from muehle_engine import perfect
from muehle_tables import Result, family_of


@dataclass(frozen=True, slots=True)
class Proof:
    """A proved position: who wins, or nobody if it is drawn. Repetition does not count.

    `text` is the position with the counter of quiet half-moves at 0. `checksum` is that of the tables of its family,
    SHA-256 in hexadecimal.
    """

    text: str
    rules: str
    winner: Color | None
    checksum: str

    @property
    def command(self) -> str:
        """Prints the same value where the library `muehle_tables` is installed, with the same tables."""
        return f"python -m muehle_tables probe --rules {self.rules} '{self.text}'"


def proof_of(position: Position, rules: RuleSet) -> Proof | None:
    """None if the tables of this server do not have the position, or only after a long search."""
    position = position._replace(quiet_half_moves=0)
    family, tables = family_of(rules), open_tables()
    value = perfect.value_of(position, rules, tables)
    if family is None or not value.is_proved:
        return None
    sides = {Result.WON: position.to_move, Result.LOST: position.to_move.opponent, Result.DRAWN: None}
    return Proof(position.text, rules.name, sides[value.result], tables.checksum(family.name))
