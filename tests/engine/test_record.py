"""Game records: reading them generously, writing them strictly, saying where they are wrong."""

import pytest

from games.engine import MalformedRecord, Move, Record, format_record, parse_record, split_records

EXPORT = """\
[Event "Challenge"]
[Site "Mühle"]
[Date "2026.03.02"]
[Round "-"]
[White "anna \\"the \\\\ mill\\""]
[Black "bert"]
[Result "1-0"]
[Variant "standard"]
[Termination "resignation"]
[PlyCount "5"]

1. a7 b2 2. d7 f2 3. g7xb2 1-0
"""

RECORD = Record(
    tags={
        "Event": "Challenge",
        "Site": "Mühle",
        "Date": "2026.03.02",
        "Round": "-",
        "White": 'anna "the \\ mill"',
        "Black": "bert",
        "Result": "1-0",
        "Variant": "standard",
        "Termination": "resignation",
        "PlyCount": "5",
    },
    moves=tuple(Move.parse(text) for text in ("a7", "b2", "d7", "f2", "g7xb2")),
    result="1-0",
)

# --- Writing ----------------------------------------------------------------------------------------------------------


def test_a_record_is_written_with_its_tags_numbered_pairs_and_the_result() -> None:
    assert format_record(RECORD) == EXPORT


def test_a_written_record_is_read_back_as_it_was() -> None:
    assert parse_record(EXPORT) == RECORD


def test_tags_stand_in_the_order_of_the_rules_and_others_after_them() -> None:
    text = format_record(Record({"Clock": "3d", "Variant": "classic", "White": "anna"}))

    assert text == (
        '[Event "?"]\n[Site "?"]\n[Date "?"]\n[Round "?"]\n[White "anna"]\n[Black "?"]\n[Result "*"]\n'
        '[Variant "classic"]\n[PlyCount "0"]\n[Clock "3d"]\n\n*\n'
    )


def test_result_and_ply_count_are_written_from_the_record_itself() -> None:
    text = format_record(Record({"Result": "0-1", "PlyCount": "99"}, (Move.parse("d6"),), "1-0"))

    assert '[Result "1-0"]' in text
    assert '[PlyCount "1"]' in text


def test_lines_of_moves_are_at_most_80_wide_and_moves_are_not_broken() -> None:
    moves = tuple(Move.parse("d6-f6xa1") for _ in range(100))

    body = format_record(Record({}, moves)).split("\n\n")[1]

    assert max(len(line) for line in body.splitlines()) == 78
    assert body.split().count("d6-f6xa1") == 100


def test_a_line_break_in_a_tag_becomes_a_space() -> None:
    assert '[Event "one two"]' in format_record(Record({"Event": "one\ntwo"}))


def test_a_tag_name_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(ValueError, match="is no name for a tag"):
        format_record(Record({"a b": "c"}))


# --- Reading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "1. a7 b2 2. d7 f2 3. g7xb2 1-0",
        "1.a7 b2 2.d7 f2 3.g7xb2 1-0",
        "a7 b2 d7 f2 g7xb2 1-0",
        "1. a7 b2\n2. d7 f2\n3. g7 xb2\n1-0\n",
        "1. 1 19 2. 2 21 3. 3x19 1-0",
        "1. 1 19 2. 2 21 3. 3 x19 1-0",
        "1. 1 b2 2. d7 21 3. g7 x19 1-0",
        "1. a7! {first; 1. d6} 1... b2?! $3 2. d7 ; d6 1-0\n2... f2 3. g7xb2!! 1-0",
    ],
    ids=["plain", "tight", "bare", "removal apart", "numbers", "numbers, removal apart", "mixed", "annotated"],
)
def test_moves_are_read_in_every_accepted_form(text: str) -> None:
    record = parse_record(text)

    assert record.moves == RECORD.moves
    assert record.result == "1-0"


def test_windows_line_ends_are_read() -> None:
    assert parse_record(EXPORT.replace("\n", "\r\n")) == RECORD


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_the_result_ends_the_record(result: str) -> None:
    assert parse_record(f"1. d6 {result}").result == result


def test_without_a_result_the_tag_tells_it_and_without_a_tag_the_game_is_unfinished() -> None:
    assert parse_record('[Result "0-1"]\n1. d6').result == "0-1"
    assert parse_record("1. d6").result == "*"


def test_a_record_may_have_no_moves() -> None:
    assert parse_record('[White "anna"]\n*') == Record({"White": "anna"})


def test_several_games_are_told_apart_by_results_and_by_tags() -> None:
    text = '[White "a"]\n1. d6 d2 1-0\n\n[White "b"]\n1. d7\n\n[White "c"]\n1. a1 *\n1. g1 0-1\n{the end}\n'

    games = [(line, parse_record(game, first_line=line)) for line, game in split_records(text)]

    assert [(line, record.tags.get("White"), str(record.moves[0]), record.result) for line, record in games] == [
        (1, "a", "d6", "1-0"), (4, "b", "d7", "*"), (7, "c", "a1", "*"), (9, None, "g1", "0-1"),
    ]  # fmt: skip


# --- Refusing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "ply", "problem"),
    [
        ("1. d6 d2\n2. d9 *", 2, 3, "'d9' is no move"),
        ('[White "a"]\n\n1. d6\nd2 2. 25', 4, 3, "'25' is no move"),
        ("1. d6 d2\nx", 2, 2, "'x' is no move"),
        ("1. d6xa1 xa4", 1, 1, "'xa4' is no move"),
        ("1. d6 xa1-a4", 1, 1, "'xa1-a4' is no move"),
        ("1. d6 x25", 1, 1, "'x25' is no move"),
        ("xa4", 1, 1, "'xa4' is no move"),
        ("1. d6 (1. d7) d2", 1, 2, "'(1.' is no move"),
        ('[White "a]\n1. d6', 1, 1, "'[' is no move"),
        ("1. d6 {never closed", 1, 2, "'{' is no move"),
        ('[Result "won"]\n1. d6', 1, None, "'won' is no result"),
        ("", 1, None, "there is no game"),
        ("{only a comment}", 1, None, "there is no game"),
        ("1. d6 *\n\n1. d7 *", 3, None, "there is more than one game"),
    ],
)
def test_a_malformed_record_names_line_and_ply(text: str, line: int, ply: int | None, problem: str) -> None:
    with pytest.raises(MalformedRecord) as caught:
        parse_record(text)

    assert (caught.value.line, caught.value.ply, caught.value.problem) == (line, ply, problem)


def test_lines_are_counted_from_the_line_that_is_given() -> None:
    with pytest.raises(MalformedRecord, match=r"^line 41, ply 1: 'd9' is no move$"):
        parse_record("\nd9", first_line=40)
