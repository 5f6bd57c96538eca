"""The rules of Mühle: positions, moves, outcomes, rule sets, notation. Imports the standard library only."""

from games.engine.board import POINTS, Color
from games.engine.draws import Claim, ClaimProof, PlayedAgain, played_again
from games.engine.errors import (
    EngineError,
    IllegalMove,
    IllegalReason,
    ImpossiblePlan,
    ImpossiblePosition,
    MalformedMove,
    MalformedPosition,
    MalformedRecord,
    PlanFault,
    RecordFault,
    SetUpFault,
)
from games.engine.game import Game
from games.engine.moves import Move
from games.engine.outcome import Outcome, Termination
from games.engine.perft import divide, perft
from games.engine.position import Position
from games.engine.record import Notation, Record, format_record, parse_record, parse_records, split_records
from games.engine.rulesets import RULESETS, STANDARD, AllInMills, DrawMode, Repetition, RuleSet, Sides
from games.engine.setup import require_possible
from games.engine.symmetry import SYMMETRIES
from games.engine.zwickmuehle import Zwickmuehle, ZwickmuehleKind

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
    "EngineError",
    "Game",
    "IllegalMove",
    "IllegalReason",
    "ImpossiblePlan",
    "ImpossiblePosition",
    "MalformedMove",
    "MalformedPosition",
    "MalformedRecord",
    "Move",
    "Notation",
    "Outcome",
    "PlanFault",
    "PlayedAgain",
    "Position",
    "Record",
    "RecordFault",
    "Repetition",
    "RuleSet",
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
