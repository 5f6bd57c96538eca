"""The rules of Mühle: positions, moves, outcomes, rule sets, notation. Imports the standard library only."""

from muehle.board import POINTS, Color
from muehle.draws import Claim, ClaimProof, PlayedAgain, played_again
from muehle.errors import (
    IllegalMove,
    IllegalReason,
    ImpossibleLine,
    ImpossiblePosition,
    LineFault,
    MalformedMove,
    MalformedPosition,
    MalformedRecord,
    RecordFault,
    RulesError,
    SetUpFault,
)
from muehle.game import Game
from muehle.moves import Move
from muehle.outcome import Outcome, Termination
from muehle.perft import divide, perft
from muehle.position import Position
from muehle.reachability import require_possible
from muehle.record import Notation, Record, format_record, parse_record, parse_records, split_records
from muehle.rulesets import RULESETS, STANDARD, AllInMills, DrawMode, Repetition, RuleSet, Sides
from muehle.symmetry import SYMMETRIES
from muehle.zwickmuehle import Zwickmuehle, ZwickmuehleKind

__all__ = [
    "POINTS",
    "RULESETS",
    "STANDARD",
    "SYMMETRIES",
    "AllInMills",
    "Claim",
    "ClaimProof",
    "Color",
    "DrawMode",
    "Game",
    "IllegalMove",
    "IllegalReason",
    "ImpossibleLine",
    "ImpossiblePosition",
    "LineFault",
    "MalformedMove",
    "MalformedPosition",
    "MalformedRecord",
    "Move",
    "Notation",
    "Outcome",
    "PlayedAgain",
    "Position",
    "Record",
    "RecordFault",
    "Repetition",
    "RuleSet",
    "RulesError",
    "SetUpFault",
    "Sides",
    "Termination",
    "Zwickmuehle",
    "ZwickmuehleKind",
    "divide",
    "format_record",
    "parse_record",
    "parse_records",
    "perft",
    "played_again",
    "require_possible",
    "split_records",
]
