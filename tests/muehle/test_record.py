"""Game records: reading them generously, writing them strictly, saying where they are wrong."""

import cProfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muehle import (
    MalformedRecord,
    Move,
    Notation,
    Record,
    RecordFault,
    format_record,
    parse_record,
    parse_records,
    split_records,
)

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


def test_a_line_may_be_exactly_80_wide() -> None:
    moves = tuple(Move.parse(text) for text in ("d6-f6xa1", *["d6-f6"] * 10, "d6"))

    body = format_record(Record({}, moves)).split("\n\n")[1]

    assert body == "1. d6-f6xa1 d6-f6 2. d6-f6 d6-f6 3. d6-f6 d6-f6 4. d6-f6 d6-f6 5. d6-f6 d6-f6 6.\nd6-f6 d6 *\n"


def test_comments_stand_after_the_moves_and_are_not_broken() -> None:
    moves = tuple(Move.parse(text) for text in ("d6", "f4", "d2"))
    record = Record({}, moves, comments=("[%clk 1:00:00]", "", "x" * 90))

    for notation in Notation:
        text = format_record(record, notation)
        assert " ".join(text.split("\n\n")[1].split()).count("{") == 2
        assert parse_record(text).moves == moves
    assert format_record(record).split("\n\n")[1] == f"1. d6 {{[%clk 1:00:00]}} 1... f4 2. d2\n{{{'x' * 90}}}\n*\n"


@pytest.mark.parametrize("comments", [("a}", ""), ("{a", ""), ("a\nb", ""), ("a",), ("a", "b", "c")])
def test_comments_that_cannot_be_written_are_refused(comments: tuple[str, ...]) -> None:
    record = Record({}, (Move.parse("d6"), Move.parse("f4")), comments=comments)

    with pytest.raises(ValueError, match=r"comment|shorter|longer"):
        format_record(record)


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
        "1. a7 (1. d6 f4 (1... d2 {a (b}) 2. a1 1-0) b2 (1... g1) 2. d7 f2 3. g7 3... xb2 1-0",
        "\ufeff1. a7 b2\n% a line for programs: d6 1-0\n2. d7\u00a0f2 3. g7xb2{ taken }1-0",
        "1. a7 1. ... b2 2. d7 … f2 3. g7 .. xb2 1-0",
        "1. a7 b2\r2. d7 f2\r3. g7xb2 1-0\r",
    ],
    ids=[
        "plain",
        "tight",
        "bare",
        "removal apart",
        "numbers",
        "numbers, removal apart",
        "mixed",
        "annotated",
        "variations",
        "from elsewhere",
        "dots",
        "old line ends",
    ],
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
    assert parse_record('[Result "1/2-1/2"]\n1. d6').result == "1/2-1/2"
    assert parse_record("1. d6").result == "*"


def test_where_a_record_was_read_makes_no_other_one_of_it() -> None:
    record = parse_record("\n\n1. 5 *")

    assert (record, record.line) == (Record({}, (Move.parse("d6"),)), 3)


def test_a_record_may_have_no_moves() -> None:
    assert parse_record('[White "anna"]\n*') == Record({"White": "anna"})


def test_several_games_are_distinguished_by_results_and_by_tags() -> None:
    text = '[White "a"]\n1. d6 d2 1-0\n\n[White "b"]\n1. d7\n\n[White "c"]\n1. a1 *\n1. g1 0-1\n{the end}\n'

    games = [(line, parse_record(game, first_line=line)) for line, game in split_records(text)]

    assert [(line, record.tags.get("White"), str(record.moves[0]), record.result) for line, record in games] == [
        (1, "a", "d6", "1-0"), (4, "b", "d7", "*"), (7, "c", "a1", "*"), (9, None, "g1", "0-1"),
    ]  # fmt: skip


def test_a_game_without_a_result_ends_before_the_tags_of_the_next() -> None:
    first, second = parse_records('1. d7\n\n[White "a"]\n[Black "b"]\n1. a1 *')

    assert first == Record({}, (Move.parse("d7"),))
    assert second == Record({"White": "a", "Black": "b"}, (Move.parse("a1"),))


def test_every_half_move_knows_its_line() -> None:
    record = parse_record('[White "a"]\n1. d6 d2\n2. f2 g4\nxd6 *')

    assert (record.line, record.lines) == (1, (2, 2, 3, 3))


def test_of_several_games_each_is_read_or_what_is_wrong_with_it() -> None:
    read = list(parse_records('[White "a"]\n1. d6 d2 1-0\n\n1. d6 d9 *\n[White "c"]\n1. 5 *'))

    assert [type(found) for found in read] == [Record, MalformedRecord, Record]
    assert str(read[1]) == "line 4, ply 2: 'd9' is no move"
    assert (read[0], read[2]) == (
        Record({"White": "a"}, (Move.parse("d6"), Move.parse("d2")), "1-0"),
        Record({"White": "c"}, (Move.parse("d6"),)),
    )


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
        ("1. d6X", 1, 1, "'d6X' is no move"),
        ("xa4", 1, 1, "'xa4' is no move"),
        ("1. d6 (1. d7\n(1. d5) d2", 1, 2, "'(' is not closed"),
        ("1. d6\n1. d7) d2", 2, 3, "')' is no move"),
        ('[White "a]\n1. d6', 1, 1, "'[' is no move"),
        ("1. d6 {never closed", 1, 2, "'{' is not closed"),
        ('[Result "won"]\n1. d6', 1, None, "'won' is no result"),
        ("1. d6\nd2\x00", 2, None, "U+0000 is a control character"),
        ("1. d6 {\x1b[2J} d2", 1, None, "U+001B is a control character"),
        ("1. d6 \ud800", 1, None, "U+D800 is a control character"),
        ("", 1, None, "there is no game"),
        ("(1. d6 d2)", 1, None, "there is no game"),
        ("{only a comment}", 1, None, "there is no game"),
        ("1. d6 *\n\n1. d7 *", 3, None, "there is more than one game"),
    ],
)
def test_a_malformed_record_names_line_and_ply(text: str, line: int, ply: int | None, problem: str) -> None:
    with pytest.raises(MalformedRecord) as caught:
        parse_record(text)

    assert (caught.value.line, caught.value.ply, caught.value.problem) == (line, ply, problem)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", RecordFault.NO_GAME),
        ("1. d6 *\n1. d7 *", RecordFault.SEVERAL_GAMES),
        ("d9", RecordFault.NO_MOVE),
        ('[Result "won"]', RecordFault.NO_RESULT),
        ("(", RecordFault.NOT_CLOSED),
        ("\x00", RecordFault.CONTROL_CHARACTER),
    ],
)
def test_a_malformed_record_has_a_code_for_what_is_wrong(text: str, fault: RecordFault) -> None:
    with pytest.raises(MalformedRecord) as caught:
        parse_record(text)

    assert caught.value.fault is fault


def test_a_text_without_a_game_has_no_word_that_is_wrong() -> None:
    with pytest.raises(MalformedRecord) as caught:
        parse_record("")

    assert caught.value.word == ""


def test_lines_are_counted_from_the_line_that_is_given() -> None:
    with pytest.raises(MalformedRecord, match=r"^line 41, ply 1: 'd9' is no move$"):
        parse_record("\nd9", first_line=40)


# --- Notations --------------------------------------------------------------------------------------------------------

WRITTEN = {
    Notation.PGN: "1. a7 b2 2. d7 f2 3. g7xb2 1-0",
    Notation.PLAYOK: "1. 1 19 2. 2 21 3. 3x19 1-0",
    Notation.SEPARATE: "1. a7 b2 2. d7 f2 3. g7 xb2 1-0",
}


@pytest.mark.parametrize("notation", Notation)
def test_a_record_is_written_in_each_notation_and_known_by_it(notation: Notation) -> None:
    text = format_record(RECORD, notation)

    assert text.endswith(f"\n\n{WRITTEN[notation]}\n")
    assert parse_record(text) == RECORD
    assert parse_record(text).notation is notation


@pytest.mark.parametrize("notation", Notation)
def test_what_is_said_to_be_in_a_notation_is_read_in_it(notation: Notation) -> None:
    assert parse_record(WRITTEN[notation], notation=notation) == parse_record(WRITTEN[Notation.PGN])


def test_a_removal_may_stand_apart_where_moves_are_numbers() -> None:
    record = parse_record("1. 1 19 2. 2 21 3. 3 x19 1-0", notation=Notation.PLAYOK)

    assert (record.moves, record.notation) == (RECORD.moves, Notation.PLAYOK)


def test_a_removal_that_stands_apart_leaves_the_move_whole() -> None:
    text = format_record(Record({}, (Move.parse("d6-f6xa1"),)), Notation.SEPARATE)

    assert text.endswith("\n\n1. d6-f6 xa1 *\n")


@pytest.mark.parametrize(
    ("notation", "text", "word", "ply"),
    [
        (Notation.PGN, WRITTEN[Notation.PLAYOK], "1", 1),
        (Notation.PGN, WRITTEN[Notation.SEPARATE], "xb2", 5),
        (Notation.PLAYOK, WRITTEN[Notation.PGN], "a7", 1),
        (Notation.PLAYOK, "1. 1 19 2. 2 21 3. 3 xb2", "xb2", 5),
        (Notation.SEPARATE, WRITTEN[Notation.PGN], "g7xb2", 5),
        (Notation.SEPARATE, WRITTEN[Notation.PLAYOK], "1", 1),
    ],
)
def test_what_is_not_in_the_notation_that_was_said_is_refused(
    notation: Notation, text: str, word: str, ply: int
) -> None:
    with pytest.raises(MalformedRecord) as caught:
        parse_record(text, notation=notation)

    assert (caught.value.word, caught.value.ply) == (word, ply)


@pytest.mark.parametrize(
    "text",
    ["(" * 200_000, "{" * 200_000, "[" * 200_000, '[a "' * 50_000, "[a " * 70_000, '[a "\\"' * 40_000, "x" * 200_000],
    ids=["variations", "comments", "brackets", "tags", "names", "escapes", "one word"],
)
def test_a_text_that_means_harm_is_refused_in_time_that_grows_with_its_length_only(text: str) -> None:
    with pytest.raises(MalformedRecord):
        parse_record(text)


# What a text may be made of, with what is nearly a token.
TOKENS = [
    "{", "}", "{}", "(", ")", "()", "[", "]", "[[", '[A "b"]', '[A "', '[A "\\"', '"', "\\", "1.", "1", "d6", "d6 ",
    " xd6", " 5-6x3", "d6!", "d9 ", "*", "* ", "*\n", "1-0 ", "1/2-1/2 ", "...", "…", "\n", "\r\n", "\t", ";", ";\n",
    "%", "\n%", "$1", "$", "\u00a0", "\ufeff", "ä", "\U0001f600", "(1. d6 ", "d6 *\n", '[A "b"]d6 ', "\n[", "-",
]  # fmt: skip
SOUP_LENGTH = 6_000
# For a character. Moves alone take nine; games of one character and one more that is wrong take most.
MOST_CALLS = 24


def calls_of(text: str) -> int:
    """The calls, of C too, that reading all games of the text takes."""
    profile = cProfile.Profile()
    with profile:
        list(parse_records(text))
    return sum(entry.callcount for entry in profile.getstats())


def soup(parts: list[str]) -> str:
    """The parts again and again, after the beginning of a game."""
    text = "".join(parts)
    return f"1. d6 {text * SOUP_LENGTH}"[:SOUP_LENGTH]


@pytest.mark.parametrize("part", TOKENS)
def test_no_token_costs_much_however_often_it_comes(part: str) -> None:
    assert calls_of(soup([part])) <= MOST_CALLS * SOUP_LENGTH


@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=8))
def test_no_mixture_of_tokens_costs_much(parts: list[str]) -> None:
    assert calls_of(soup(parts)) <= MOST_CALLS * SOUP_LENGTH


@pytest.mark.parametrize("part", ["{", "[", "x ", "{a ", "…", "{} ", "1. ", "d6 ", '[A "'])
def test_what_comes_after_the_first_fault_of_a_game_is_passed_over(part: str) -> None:
    assert calls_of("d9 " + part * 10_000) < 300


@pytest.mark.parametrize("depth", [1, 1000, 50_000])
def test_variations_may_lie_in_one_another_however_deep(depth: int) -> None:
    record = parse_record(f"1. d6 {'(1. d7 ' * depth}{')' * depth} d2 *")

    assert [str(move) for move in record.moves] == ["d6", "d2"]
