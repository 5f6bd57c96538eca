"""What holds in every position: symmetries, the exchange of colours, round trips of every text."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muehle import (
    POINTS,
    RULESETS,
    SYMMETRIES,
    Color,
    Game,
    MalformedMove,
    MalformedPosition,
    MalformedRecord,
    Move,
    Notation,
    Outcome,
    Position,
    Record,
    RuleSet,
    format_record,
    parse_record,
    parse_records,
    perft,
)

points = st.sampled_from(POINTS)
moves = st.builds(Move, st.none() | points, points, st.none() | points)
rule_sets = st.sampled_from(list(RULESETS.values()))
symmetries = st.sampled_from(SYMMETRIES)
results = st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"])
tag_values = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position that has a text, reachable or not."""
    order = draw(st.permutations(range(24)))
    white, black = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    board = "".join("W" if order[i] < white else "B" if order[i] < white + black else "." for i in range(24))
    hands = draw(st.integers(0, min(2, 9 - white))), draw(st.integers(0, min(2, 9 - black)))
    return Position.parse(f"{board} {draw(st.sampled_from('wb'))} {hands[0]} {hands[1]} {draw(st.integers(0, 120))}")


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game played at random from the start, with a liking for removals."""
    game = Game(draw(rule_sets))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=60)):
        legal = game.legal_moves()
        if not legal:
            break
        taking = [move for move in legal if move.removed]
        options = taking if taking and choice % 4 else legal
        game.play(options[choice % len(options)])
    return game


# --- Symmetry ---------------------------------------------------------------------------------------------------------


@given(positions(), symmetries, rule_sets)
def test_legal_moves_turn_with_the_board(position: Position, symmetry: tuple[int, ...], rules: RuleSet) -> None:
    turned = {move.transformed(symmetry) for move in position.legal_moves(rules)}

    assert set(position.transformed(symmetry).legal_moves(rules)) == turned


@given(games(), symmetries)
def test_play_and_outcome_turn_with_the_board(game: Game, symmetry: tuple[int, ...]) -> None:
    turned = Game(game.rules)

    for move in game.moves:
        turned.play(move.transformed(symmetry))

    assert turned.position == game.position.transformed(symmetry)
    assert (turned.outcome(), turned.repetitions) == (game.outcome(), game.repetitions)


@given(positions(), rule_sets)
def test_legal_moves_do_not_depend_on_the_colour(position: Position, rules: RuleSet) -> None:
    assert position.swapped().legal_moves(rules) == position.legal_moves(rules)


@given(positions())
def test_the_outcome_changes_sides_with_the_colours(position: Position) -> None:
    outcome = position.outcome()
    exchanged = outcome and Outcome(outcome.termination, outcome.winner and outcome.winner.opponent)

    assert position.swapped().outcome() == exchanged


@given(positions(), symmetries, st.sampled_from(Color))
def test_mills_and_zwickmuehlen_turn_with_the_board(
    position: Position, symmetry: tuple[int, ...], color: Color
) -> None:
    turned = position.transformed(symmetry)

    assert len(turned.mills(color)) == len(position.mills(color))
    assert len(turned.zwickmuehlen(color)) == len(position.zwickmuehlen(color))
    assert turned.swapped().mills(color.opponent) == turned.mills(color)


@given(positions(), symmetries)
def test_perft_is_the_same_from_every_side(position: Position, symmetry: tuple[int, ...]) -> None:
    assert perft(position.transformed(symmetry).swapped(), 2) == perft(position, 2)


# --- One move against all of them -------------------------------------------------------------------------------------


@given(positions(), moves, rule_sets)
def test_a_move_is_legal_if_and_only_if_it_is_in_the_list(position: Position, move: Move, rules: RuleSet) -> None:
    assert position.is_legal(move, rules) == (move in position.legal_moves(rules))


@given(positions(), rule_sets)
def test_every_move_of_the_list_is_legal_and_counted(position: Position, rules: RuleSet) -> None:
    legal = position.legal_moves(rules)

    assert all(position.is_legal(move, rules) for move in legal)
    assert perft(position, 1, rules) == len(legal)


@given(positions(), rule_sets)
def test_perft_of_two_plies_is_the_sum_over_the_first(position: Position, rules: RuleSet) -> None:
    following = [position.play(move, rules) for move in position.legal_moves(rules)]

    assert perft(position, 2, rules) == sum(len(after.legal_moves(rules)) for after in following)


# --- Round trips ------------------------------------------------------------------------------------------------------


@given(positions())
def test_every_position_is_read_back_from_its_text(position: Position) -> None:
    assert Position.parse(position.text) == position


@given(moves)
def test_every_move_is_read_back_from_both_notations(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert Move.parse_playok(move.to_playok()) == move


@given(
    st.dictionaries(st.from_regex(r"[A-Z][A-Za-z0-9_]{0,9}", fullmatch=True), tag_values, max_size=5),
    st.lists(moves, max_size=40),
    results,
)
def test_every_record_is_read_back_from_its_text(tags: dict[str, str], played: list[Move], result: str) -> None:
    record = Record(tags | {"Result": result, "PlyCount": str(len(played))}, tuple(played), result)

    read = parse_record(format_record(record))

    assert (read.moves, read.result) == (record.moves, record.result)
    assert {name: read.tags[name] for name in record.tags} == record.tags


@given(st.lists(games(), min_size=1, max_size=3), st.sampled_from(Notation))
def test_every_game_is_read_back_from_the_text_in_each_notation(played: list[Game], notation: Notation) -> None:
    records = [Record({"Variant": game.rules.name}, game.moves, "*") for game in played]
    text = "\n".join(format_record(record, notation) for record in records)

    read = [found for found in parse_records(text) if isinstance(found, Record)]

    assert [record.moves for record in read] == [record.moves for record in records]


@given(games())
def test_a_game_can_be_resumed_at_every_ply(game: Game) -> None:
    replayed = Game(game.rules)
    texts = [replayed.position.text]
    for move in game.moves:
        resumed = Game.resume(
            game.rules,
            Position.parse(texts[-1]),
            recent_positions=texts[-replayed.position.quiet_half_moves - 1 :],
            recent_moves=[str(played) for played in replayed.moves[-99:]],
            ply=replayed.ply,
        )

        outcomes = resumed.play(move), replayed.play(move)

        assert outcomes[0] == outcomes[1]
        assert (resumed.position, resumed.ply) == (replayed.position, replayed.ply)
        texts.append(replayed.position.text)


@given(st.text())
@pytest.mark.parametrize("parse", [Move.parse, Move.parse_playok, Position.parse, parse_record])
def test_any_other_text_is_refused_as_malformed_and_in_no_other_way(parse: Callable[[str], object], text: str) -> None:
    with suppress(MalformedMove, MalformedPosition, MalformedRecord):
        parse(text)
