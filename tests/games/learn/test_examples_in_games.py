"""No board of the rules or of the first lesson is made up: for each there is a game that leads to it.

The games are in tests/data/games_to_examples.json, by the position that they end in. They are short and not wise.
"""

import json

import pytest
from django.conf import settings

from games.learn.lesson.step import LessonStep
from games.learn.lesson.steps import STEPS
from games.learn.rules.sections import sections_for
from muehle import RULESETS, STANDARD, Game, Move, Position, RuleSet

GAMES: dict[str, str] = json.loads((settings.BASE_DIR / "tests/data/games_to_examples.json").read_text())
GAMES[Position.start().key] = ""


def reached_by(moves: str, rules: RuleSet) -> Position:
    """Where the moves lead to from the start; none of them may end the game."""
    game = Game(rules)
    for text in moves.split():
        assert game.play(Move.parse(text)) is None
    return game.position


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_a_game_leads_to_every_step_of_the_lesson(step: LessonStep) -> None:
    position = step.position

    assert reached_by(GAMES[position.key], STANDARD).key == position.key


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_a_game_under_its_rules_leads_to_every_board_of_a_rules_page(rules: RuleSet) -> None:
    positions = [picture.example.position for section in sections_for(rules) for picture in section.pictures]

    assert [reached_by(GAMES[position.key], rules).key for position in positions] == [one.key for one in positions]


def test_no_game_is_kept_that_leads_nowhere() -> None:
    shown = {step.position.key for step in STEPS}
    for rules in RULESETS.values():
        shown |= {picture.example.position.key for section in sections_for(rules) for picture in section.pictures}

    assert set(GAMES) == shown
