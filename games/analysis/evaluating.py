"""The evaluation of a position for a player, outside of their ongoing games."""

from collections.abc import Sequence
from threading import BoundedSemaphore
from typing import Final

import muehle
from games.analysis.board import start_position
from games.analysis.errors import EvaluationBusy
from games.analysis.fair_play import before_refused, require_not_playing
from games.analysis.presenters import assessment_data
from games.core.presenters import Data
from games.solved.tables import open_tables
from kit import rate_limits
from kit.errors import raises
from muehle import RULESETS, Move, Position, RuleSet
from muehle_engine import Assessment, Evaluation, evaluate

# A search holds the interpreter, and other requests of the process take turns with it. Who finds one running is refused
# and does not wait: waiting requests would hold threads.
_PLACE: Final = BoundedSemaphore(1)


@raises(start_position, require_not_playing, EvaluationBusy)
def evaluation_for(user_id: int, text: str, *, rules: str) -> Data:
    """What a position and its moves are worth for the side to move; raises LimitReached beyond the user's limit."""
    position = start_position(text, rules=rules)
    found = evaluated(user_id, position, RULESETS[rules])
    line = before_refused(user_id, position, found.line, RULESETS[rules])
    return _evaluation_data(position, rules, found, line)


@raises(require_not_playing, EvaluationBusy)
def evaluated(user_id: int, position: Position, rules: RuleSet) -> Evaluation:
    """The evaluation of a position for a user; raises LimitReached beyond their limit."""
    require_not_playing(user_id, position)
    if not _PLACE.acquire(blocking=False):
        raise EvaluationBusy
    try:
        spent = rate_limits.spend("evaluations", str(user_id))
        if spent.is_over:
            raise rate_limits.LimitReached(spent)
        return evaluate(muehle.Game(rules, position), tables=open_tables())
    finally:
        _PLACE.release()


def _evaluation_data(position: Position, rules: str, found: Evaluation, line: Sequence[Move]) -> Data:
    return {
        "position": position.text,
        "rules": rules,
        **_worth_data(found.value),
        "moves": [{"move": str(each.move), **_worth_data(each.value)} for each in found.moves],
        "line": [str(move) for move in line],
    }


def _worth_data(assessment: Assessment) -> Data:
    return {**assessment_data(assessment), "proved": assessment.is_proved}
