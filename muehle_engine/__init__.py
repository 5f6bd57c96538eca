"""A program that plays Mühle: `choose` finds a move for the side to move, at one of six levels, `evaluate` says what a
position and its moves are worth, and `review` judges the moves of a game that has ended.

It imports the rules library, the tables of the solved game and the standard library only.
"""

from muehle_engine.assessing import Assessment
from muehle_engine.choosing import Choice, choose
from muehle_engine.evaluating import EvaluatedMove, Evaluation, evaluate
from muehle_engine.levels import LEVELS, Level
from muehle_engine.reviewing import Mistake, ReviewedMove, review, review_move

__all__ = [
    "LEVELS",
    "Assessment",
    "Choice",
    "EvaluatedMove",
    "Evaluation",
    "Level",
    "Mistake",
    "ReviewedMove",
    "choose",
    "evaluate",
    "review",
    "review_move",
]
