"""The values of positions, against the rules library move by move."""

import gzip
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muehle import RULESETS, SYMMETRIES, Color, Game, Move, Position, RuleSet
from muehle.rulesets import DrawMode
from muehle_tables import FAMILIES, Family, Result, Tables, Value, family_of
from muehle_tables.checking import check_sample, expected_value
from muehle_tables.manifest import Manifest
from muehle_tables.sectors import Sector, all_sectors, following
from muehle_tables.tables import SHIPPED

VECTORS = Path(__file__).parents[1] / "data" / "vectors.jsonl.gz"
MANIFEST = Manifest.read(SHIPPED)
# Those after whose moves the values are there too.
SHIPPED_SECTORS = [
    (family, sector)
    for family in FAMILIES.values()
    for sector in all_sectors()
    if all(MANIFEST.has(family.name, each) for each in (sector, *following(sector)))
]
MOST_STONES = 9


@st.composite
def endings(draw: st.DrawFn) -> Position:
    """Positions without stones in hand that the tables of the package have, at any count of quiet half-moves."""
    own = draw(st.integers(3, MOST_STONES - 3))
    other = draw(st.integers(3, MOST_STONES - own))
    points = draw(st.permutations(range(24)))
    white = sum(1 << point for point in points[:own])
    black = sum(1 << point for point in points[own : own + other])
    to_move = draw(st.sampled_from(list(Color)))
    return Position(white, black, to_move, 0, 0, draw(st.integers(0, 101)))


@pytest.mark.parametrize(("family", "sector"), SHIPPED_SECTORS, ids=lambda each: each.name)
def test_each_value_follows_from_those_after_the_moves(tables: Tables, family: Family, sector: Sector) -> None:
    assert check_sample(tables, family, sector, 150, random.Random(sector.name)) > 100 or sector.cells < 100


@pytest.mark.parametrize(
    "rules", [rules for rules in RULESETS.values() if rules.quiet_limit], ids=lambda each: each.name
)
@given(position=endings(), after=st.integers(-2, 2))
def test_values_are_right_up_to_the_last_half_move_of_the_limit(
    tables: Tables, rules: RuleSet, position: Position, after: int
) -> None:
    """The count is chosen so that the win comes just in time or just too late."""
    distance = tables.value(position, rules, quiet=0).distance
    if distance:
        position = position._replace(quiet_half_moves=max(0, 100 - distance + after))

    found, expected = tables.value(position, rules), value_by_moves(tables, position, rules)

    assert (found.result, found.distance) == (expected.result, expected.distance)


def value_by_moves(tables: Tables, position: Position, rules: RuleSet) -> Value:
    """The value by the values after each move, and by the draws of the rules library."""
    game = Game(rules, position)
    outcome = game.outcome()
    if outcome is not None and outcome.winner is None:
        return Value(Result.DRAWN)
    family = family_of(rules)
    assert family is not None
    expected = expected_value(tables, family, position, rules)
    assert expected is not None
    if expected.result is Result.LOST and outcome is None and "quiet_limit" in game.claimable_draws():
        return Value(Result.DRAWN)
    return expected


@given(position=endings(), symmetry=st.sampled_from(SYMMETRIES))
def test_a_value_does_not_depend_on_symmetry_or_colour(
    tables: Tables, position: Position, symmetry: tuple[int, ...]
) -> None:
    rules = RULESETS["standard"]
    value = tables.value(position, rules)

    assert tables.value(position.transformed(symmetry), rules) == value
    assert tables.value(position.swapped(), rules) == value


def test_a_mill_that_can_be_closed_wins_at_once(tables: Tables) -> None:
    position = Position.parse("W.W........B.B..W.B..B.. w 0 0 0")

    best = tables.best_moves(position, RULESETS["standard"])

    assert tables.value(position, RULESETS["standard"]) == Value(Result.WON, 1, is_proved=True)
    assert {str(each.move)[:5] for each in best} == {"d3-d7"}


def test_a_side_with_two_stones_has_lost(tables: Tables) -> None:
    position = Position.parse("WW...................BBB w 0 0 0")

    assert tables.value(position, RULESETS["standard"]) == Value(Result.LOST, 0, is_proved=True)


def test_a_position_at_the_limit_is_drawn(tables: Tables) -> None:
    won = Position.parse("WWW..................BBB w 0 0 0")

    assert tables.value(won, RULESETS["standard"]).result is Result.WON
    assert tables.value(won, RULESETS["standard"], quiet=100).result is Result.DRAWN
    assert tables.value(won, RULESETS["pink-green"], quiet=100).result is Result.WON


@pytest.mark.parametrize(
    ("text", "quiet", "standard", "brettspielnetz"),
    [
        ("W.W........B.B..W.B..B.. w 0 0 0", 99, Result.WON, Result.WON),
        ("W.W........B.B..W.B..B.. w 0 0 0", 100, Result.DRAWN, Result.WON),
        (".....W.....B..WB.B...W.. w 0 0 0", 98, Result.LOST, Result.LOST),
        (".....W.....B..WB.B...W.. w 0 0 0", 99, Result.DRAWN, Result.LOST),
        (".....W.....B..WB.B...W.. w 0 0 0", 100, Result.DRAWN, Result.DRAWN),
    ],
)
def test_a_winner_has_the_half_move_after_a_limit_that_has_to_be_claimed(
    tables: Tables, text: str, quiet: int, standard: Result, brettspielnetz: Result
) -> None:
    """Won with the next half-move, and lost with the one after it."""
    position = Position.parse(text)._replace(quiet_half_moves=quiet)

    assert tables.value(position, RULESETS["standard"]).result is standard
    assert tables.value(position, RULESETS["brettspielnetz"]).result is brettspielnetz


def test_what_no_table_has_is_unknown(tables: Tables) -> None:
    seven_against_seven = Position.parse("WWWWWWWBBBBBBB.......... w 0 0 0")

    value = tables.value(seven_against_seven, RULESETS["standard"])

    assert (value.result, value.is_proved) == (Result.UNKNOWN, False)
    assert tables.best_moves(seven_against_seven, RULESETS["standard"]) == []


def test_a_position_whose_stones_were_not_placed_in_turn_is_unknown(tables: Tables) -> None:
    for text in (
        "WWW...BBB............... w 0 2 0",
        "WWW...BBB............... w 5 6 0",
        "WWW...BBB............... b 6 6 0",
    ):
        assert tables.value(Position.parse(text), RULESETS["standard"]).result is Result.UNKNOWN


def test_a_rule_set_of_no_family_has_no_values(tables: Tables) -> None:
    forty = RuleSet(name="forty", quiet_limit=40)

    assert family_of(forty) is None
    assert tables.value(Position.parse("WWW..................BBB w 0 0 0"), forty).result is Result.UNKNOWN


def test_each_rule_set_belongs_to_a_family() -> None:
    members = {name: [rules.name for rules in family.rule_sets] for name, family in FAMILIES.items()}

    assert members == {"a": ["standard", "applet", "brettspielnetz"], "b": ["pink-green"], "c": ["classic"]}


@given(position=endings())
def test_best_moves_keep_the_value_and_a_win_comes_nearer(tables: Tables, position: Position) -> None:
    rules = RULESETS["pink-green"]
    value = tables.value(position, rules)

    for move, after in tables.best_moves(position, rules):
        assert after.result is value.result
        if value.result is Result.WON and not move.removed:
            rest = tables.value(position.play(move, rules), rules)
            assert rest.distance == (value.distance or 0) - 1


def test_a_won_ending_is_won_against_every_defence(tables: Tables) -> None:
    """The winner plays the best moves, the loser any: the game ends with a win before the limit."""
    rules, chance = RULESETS["standard"], random.Random(26)
    played = 0
    while played < 40:
        points = chance.sample(range(24), 8)
        white, black = (sum(1 << point for point in half) for half in (points[:5], points[5:]))
        game = Game(rules, Position(white, black, Color.WHITE, 0, 0))
        if game.outcome() or tables.value(game.position, rules).result is not Result.WON:
            continue
        played += 1
        while (outcome := game.outcome()) is None:
            if game.position.to_move is Color.WHITE:
                game.play(tables.best_moves(game.position, rules)[0].move)
            else:
                game.play(chance.choice(game.legal_moves()))
        assert outcome.winner is Color.WHITE


def test_no_move_of_a_played_game_betters_its_value(tables: Tables) -> None:
    """1,250 games of other programs: who moves can keep the value of the position or spoil it, never better it."""
    order = {Result.LOST: -1, Result.DRAWN: 0, Result.WON: 1}
    judged = 0
    with gzip.open(VECTORS, "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines][1:]
    for each in games:
        position, rules = Position.start(), RULESETS["standard"]
        before = tables.value(position, rules).result
        for text in each["moves"]:
            position = position.play(Move.parse(text), rules)
            after = tables.value(position, rules).result
            if Result.UNKNOWN not in (before, after):
                judged += 1
                assert order[after.opposite] <= order[before], (each, text)
            before = after
    # Nine half-moves of each game are in the book.
    assert judged > 9 * len(games) + 1000


@given(position=endings())
def test_draws_are_proved_where_no_sector_reaches_the_limit(tables: Tables, position: Position) -> None:
    """Under rules with claims, a win may come one half-move after the limit; only larger sectors have so long wins."""
    rules = RULESETS["brettspielnetz"]
    assert rules.draw_mode is DrawMode.CLAIM

    assert tables.value(position, rules).is_proved


@pytest.mark.parametrize(
    ("text", "rules", "is_stored"),
    [
        ("........................ w 9 9 0", "standard", True),
        ("........................ w 9 9 0", "classic", False),
        ("W.W.B.B.W.B.W.B.W....... b 4 5 0", "standard", True),
        ("W.W.B.B.W.B.W.B.W.B..... w 4 4 0", "standard", False),
        ("W.W........B.B..W.B..B.. w 0 0 0", "classic", True),
        ("WWWWWWWWWBBBBBBBBB...... w 0 0 0", "classic", False),
    ],
)
def test_the_tables_say_what_they_store(tables: Tables, text: str, rules: str, is_stored: bool) -> None:
    assert tables.stores(Position.parse(text), RULESETS[rules]) is is_stored
