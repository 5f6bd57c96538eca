"""The analysis board: moves from any position under every rule set, records in every notation, and each refusal."""

from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from muehle import RULESETS, Game, Move
from tests.support.api import Api, refused

EMPTY = "........................ w 9 9 0"
# White a7, d7, g4; Black a1, d1, g1 in a mill and c5.
MILL_NEXT = "WW....B.......W......BBB w 0 0 0"
THREE_LEFT = "WW....B.......W......BB. w 0 0 0"
ALL_IN_MILLS = "WW.BBB........W......BBB w 0 0 0"
EACH_RULES = list(RULESETS)
# Away and back: after four half-moves the same position.
THERE_AND_BACK = ["g4-f4", "c5-c4", "f4-g4", "c4-c5"]
QUIET = "WW.W..B.......W......BBB w 0 0"
FOUR_EACH = f"{QUIET} 0"


def played_out(api: Api, **body: object) -> dict[str, Any]:
    answer = api().send("analysis/", **body)
    assert answer.status_code == 200, answer.content
    data: dict[str, Any] = answer.json()
    return data


# --- Moves ------------------------------------------------------------------------------------------------------------


def test_without_anything_it_is_the_empty_board_under_standard_rules(api: Api) -> None:
    found = played_out(api)

    assert (found["rules"], found["start"], found["moves"]) == ("standard", EMPTY, [])
    assert (found["position"]["text"], found["turn"], found["ply"]) == (EMPTY, "white", 0)
    assert (found["result"], found["termination"], len(found["legal_moves"])) == ("*", None, 24)


def test_every_position_on_the_way_is_listed(api: Api) -> None:
    found = played_out(api, moves=["d6", "f4"])

    assert found["moves"] == [
        {"ply": 1, "move": "d6", "position": "....W................... b 8 9 0"},
        {"ply": 2, "move": "f4", "position": "....W........B.......... w 8 8 0"},
    ]
    assert (found["position"]["text"], found["turn"], found["ply"]) == (found["moves"][1]["position"], "white", 2)


@pytest.mark.parametrize("rules", EACH_RULES)
def test_every_rule_set_plays_as_the_engine_does(api: Api, rules: str) -> None:
    moves = ["a7", "a1", "d7", "d1", "g7xa1"]
    game = Game(RULESETS[rules])
    for move in moves:
        game.play(Move.parse(move))

    found = played_out(api, rules=rules, moves=moves)

    assert found["legal_moves"] == [str(move) for move in game.legal_moves()]
    assert (found["rules"], found["quiet_limit"]) == (rules, RULESETS[rules].quiet_limit)
    assert found["position"]["text"] == game.position.text


def test_a_game_may_begin_with_any_position(api: Api) -> None:
    found = played_out(api, start=MILL_NEXT, moves=["g4-g7xc5"])

    assert found["start"] == MILL_NEXT
    assert found["position"]["points"] == {"white": ["a7", "d7", "g7"], "black": ["a1", "d1", "g1"]}
    assert (found["turn"], found["quiet_half_moves"]) == ("black", 0)


def test_zwickmuehlen_are_named_with_their_side(api: Api) -> None:
    found = played_out(api, start="WWWW.W.....B.B...B...BB. w 0 0 0")

    spoke = {"color": "white", "stone": "d7", "u": "d7", "v": "d6", "kind": "spoke"}
    assert {**spoke, "partners": ["a7", "g7", "b6", "f6"]} in found["zwickmuehlen"]


# --- Ends -------------------------------------------------------------------------------------------------------------


def test_the_repetitions_are_counted_and_the_third_time_ends_the_game(api: Api) -> None:
    counts = [played_out(api, start=FOUR_EACH, moves=THERE_AND_BACK * times)["repetitions"] for times in (0, 1, 2)]
    found = played_out(api, start=FOUR_EACH, moves=THERE_AND_BACK * 2)

    assert counts == [1, 2, 3]
    assert (found["result"], found["termination"]) == ("1/2-1/2", "repetition")
    assert (found["turn"], found["legal_moves"], found["claimable_draws"]) == (None, [], [])


def test_under_applet_rules_the_sequence_that_has_been_repeated_is_counted(api: Api) -> None:
    found = [
        played_out(api, rules=rules, start=FOUR_EACH, moves=moves)["sequence"]
        for rules, moves in (
            ("applet", THERE_AND_BACK),
            ("applet", THERE_AND_BACK * 2),
            ("applet", (*THERE_AND_BACK * 2, THERE_AND_BACK[0])),
            ("standard", (*THERE_AND_BACK, *THERE_AND_BACK[:3])),
        )
    ]

    assert found == [None, {"length": 4, "times": 2}, {"length": 4, "times": 2}, None]


def test_under_applet_rules_the_same_moves_three_times_running_end_the_game(api: Api) -> None:
    twice = played_out(api, rules="applet", start=FOUR_EACH, moves=THERE_AND_BACK * 2)
    thrice = played_out(api, rules="applet", start=FOUR_EACH, moves=THERE_AND_BACK * 3)

    assert (twice["termination"], thrice["termination"]) == (None, "repetition")


def test_where_draws_are_claimed_the_game_goes_on_and_the_claim_is_named(api: Api) -> None:
    found = played_out(api, rules="brettspielnetz", start=FOUR_EACH, moves=THERE_AND_BACK * 2)

    assert (found["result"], found["repetitions"], found["claimable_draws"]) == ("*", 3, ["repetition"])
    assert "g4-f4" in found["legal_moves"]


@pytest.mark.parametrize(
    ("rules", "before", "termination", "claimable"),
    [
        ("standard", 98, None, []),
        ("standard", 99, "quiet_limit", []),
        ("applet", 99, "quiet_limit", []),
        ("brettspielnetz", 98, None, []),
        ("brettspielnetz", 99, None, ["quiet_limit"]),
        ("classic", 99, None, []),
        ("pink-green", 99, None, []),
    ],
)
def test_the_hundredth_quiet_half_move_draws_or_may_be_claimed(
    api: Api, rules: str, before: int, termination: str | None, claimable: list[str]
) -> None:
    found = played_out(api, rules=rules, start=f"{QUIET} {before}", moves=["g4-f4"])

    assert found["quiet_half_moves"] == before + 1
    assert (found["termination"], found["claimable_draws"]) == (termination, claimable)


@pytest.mark.parametrize(
    ("start", "moves", "termination"),
    [
        (THREE_LEFT, ["g4-g7xc5"], "stones"),
        ("BBWWW....BBW......W..W.. b 0 0 0", [], "blocked"),
    ],
)
def test_a_win_is_shown_with_its_reason(api: Api, start: str, moves: list[str], termination: str) -> None:
    found = played_out(api, start=start, moves=moves)

    assert (found["result"], found["termination"], found["turn"]) == ("1-0", termination, None)
    assert found["legal_moves"] == []


def test_after_the_end_nothing_is_played(api: Api) -> None:
    problem = refused(api().send("analysis/", start=THREE_LEFT, moves=["g4-g7xc5", "a1-a4"]), 422, "illegal_move")

    assert (problem["reason"], problem["ply"], problem["move"]) == ("game_over", 2, "a1-a4")


# --- Refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("en", "g4-g7 is not possible here: this closes a mill, so you must take a stone: c5"),
        ("de", "g4-g7 geht hier nicht: damit schließt du eine Mühle und musst einen Stein schlagen: c5"),
    ],
)
def test_an_illegal_move_is_explained_in_the_readers_language(api: Api, language: str, detail: str) -> None:
    body = {"start": MILL_NEXT, "moves": ["g4-g7"]}
    answer = api().post("/api/v1/analysis/", body, format="json", HTTP_ACCEPT_LANGUAGE=language)

    problem = refused(answer, 422, "illegal_move")

    assert problem["detail"] == detail
    assert (problem["reason"], problem["ply"], problem["move"]) == ("must_take", 1, "g4-g7")
    assert "g4-g7xc5" in problem["legal_moves"]
    assert "game" not in problem


def test_the_illegal_half_move_is_named(api: Api) -> None:
    problem = refused(api().send("analysis/", moves=["d6", "f4", "d6"]), 422, "illegal_move")

    assert (problem["ply"], problem["move"], problem["why"]) == (3, "d6", "d6 is occupied")


@pytest.mark.parametrize("rules", EACH_RULES)
def test_only_under_classic_rules_all_in_mills_are_protected(api: Api, rules: str) -> None:
    closing = [move for move in played_out(api, rules=rules, start=ALL_IN_MILLS)["legal_moves"] if "g4-g7" in move]

    takes = ["g4-g7xa1", "g4-g7xb6", "g4-g7xd1", "g4-g7xd6", "g4-g7xf6", "g4-g7xg1"]
    assert closing == (["g4-g7"] if rules == "classic" else takes)


@pytest.mark.parametrize(
    ("start", "reason", "language", "detail"),
    [
        (
            "WWWWWWWWWW...........BBB w 0 0 0",
            "too_many_stones",
            "en",
            "This position is not possible: White has 10 stones on the board and in hand; nine is the most.",
        ),
        (
            "WWW..................... b 0 0 0",
            "too_few_stones",
            "en",
            (
                "This position is not possible: Black has too few stones (0); the game ends as soon as a side has "
                "only two left."
            ),
        ),
        (
            "WWW..................BBB w 3 2 0",
            "hands_with_white",
            "en",
            (
                "This position is not possible: When the side that began is to move, both sides must have the "
                "same number of stones in hand."
            ),
        ),
        (
            "WWW..................BBB b 2 2 0",
            "hands_with_black",
            "en",
            (
                "This position is not possible: When the other side is to move, it must have one stone more in "
                "hand than the side that began, unless neither has any."
            ),
        ),
        (
            "WWW..................BBB w 2 2 5",
            "quiet_while_placing",
            "en",
            (
                "This position is not possible: As long as stones are in hand, the number of half-moves without a "
                "mill must be 0."
            ),
        ),
        (
            "WWWWWWWWWW...........BBB w 0 0 0",
            "too_many_stones",
            "de",
            (
                "Diese Stellung ist nicht möglich: Weiß hat 10 Steine auf dem Brett und in der Hand; höchstens neun "
                "sind möglich."
            ),
        ),
    ],
)
def test_a_set_up_that_no_game_can_reach_is_explained(
    api: Api, start: str, reason: str, language: str, detail: str
) -> None:
    answer = api().post("/api/v1/analysis/", {"start": start}, format="json", HTTP_ACCEPT_LANGUAGE=language)

    problem = refused(answer, 422, "impossible_position")

    assert (problem["reason"], problem["detail"], problem["position"]) == (reason, detail, start)


def test_the_sides_are_called_as_the_rules_call_them(api: Api) -> None:
    problem = refused(
        api().send("analysis/", rules="pink-green", start="WWWWWWWWWW...........BBB w 0 0 0"),
        422,
        "impossible_position",
    )

    assert problem["why"] == "Green has 10 stones on the board and in hand; nine is the most."


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"start": "nonsense"}, "malformed_position"),
        ({"start": EMPTY.replace("w", "x")}, "malformed_position"),
        ({"start": f"{EMPTY[:-1]}-1"}, "malformed_position"),
        ({"moves": ["z9"]}, "malformed_move"),
        ({"moves": ["d6", "D7"]}, "malformed_move"),
        ({"start": "x" * 49}, "invalid"),
        ({"start": ""}, "invalid"),
        ({"start": 5}, "invalid"),
        ({"moves": "d6"}, "invalid"),
        ({"moves": {"1": "d6"}}, "invalid"),
        ({"moves": None}, "invalid"),
        ({"moves": [None]}, "invalid"),
        ({"moves": [""]}, "invalid"),
        ({"moves": [["d6"]]}, "invalid"),
        ({"moves": ["x" * 21]}, "invalid"),
        ({"moves": ["d6\x00"]}, "invalid"),
        ({"moves": ["d6"] * 2001}, "invalid"),
        ({"rules": "chess"}, "invalid"),
        ({"rules": None}, "invalid"),
    ],
)
def test_what_makes_no_sense_is_refused(api: Api, body: dict[str, object], code: str) -> None:
    refused(api().send("analysis/", **body), 400, code)


def test_a_move_that_is_none_is_named_by_its_half_move(api: Api) -> None:
    problem = refused(api().send("analysis/", moves=["d6", "f9"]), 400, "malformed_move")

    assert (problem["ply"], problem["move"]) == (2, "f9")


def test_two_thousand_half_moves_are_played(api: Api) -> None:
    found = played_out(api, rules="classic", start=FOUR_EACH, moves=THERE_AND_BACK * 500)

    assert (found["ply"], found["quiet_half_moves"]) == (2000, 2000)


# --- Records ----------------------------------------------------------------------------------------------------------

RECORD = """[White "anna"]
[Black "bert"]
[Variant "classic"]

1. a7 a1 {a corner} 2. d7 d1 3. g7xa1 *
"""


@pytest.mark.parametrize(
    "record",
    [
        RECORD,
        "a7 a1 d7 d1 g7xa1",
        "1. a7 a1 2. d7 d1 3. g7 xa1 *",
        "1. 1 22 2. 2 23 3. 3x22",
        "\n\n1. a7 a1\n2. d7 d1 ; a comment\n3. g7xa1!",
    ],
)
def test_a_record_is_read_in_every_notation(api: Api, record: str) -> None:
    answer = api().send("analysis/record/", record=record)

    assert answer.status_code == 200, answer.content
    assert [step["move"] for step in answer.json()["moves"]] == ["a7", "a1", "d7", "d1", "g7xa1"]


def test_the_variant_of_a_record_is_its_rule_set_and_its_tags_are_shown(api: Api) -> None:
    found = api().send("analysis/record/", record=RECORD, rules="applet").json()

    assert found["rules"] == "classic"
    assert found["tags"] == {"White": "anna", "Black": "bert", "Variant": "classic", "Result": "*"}


def test_a_record_may_begin_with_a_position(api: Api) -> None:
    found = api().send("analysis/record/", record=f'[Position "{MILL_NEXT}"] 1. g4-g7xc5').json()

    assert (found["start"], found["moves"][0]["move"]) == (MILL_NEXT, "g4-g7xc5")


@pytest.mark.parametrize(
    ("position", "status", "code"),
    [("nonsense", 400, "malformed_position"), ("WWW..................... b 0 0 0", 422, "impossible_position")],
)
def test_a_records_position_is_judged_too(api: Api, position: str, status: int, code: str) -> None:
    refused(api().send("analysis/record/", record=f'[Position "{position}"] d6'), status, code)


@pytest.mark.parametrize(("tag", "rules"), [("", "applet"), ('[Variant "nine"]', "applet")])
def test_a_record_without_a_known_variant_is_played_as_asked(api: Api, tag: str, rules: str) -> None:
    assert api().send("analysis/record/", record=f"{tag} 1. d6", rules=rules).json()["rules"] == rules


@pytest.mark.parametrize(
    ("record", "code", "status", "line", "ply", "detail"),
    [
        ("1. d6 f4\n2. d9", "malformed_record", 400, 2, 3, "“d9” is not a move (half-move 3)."),
        ("\n\n1. d6 f4\n2. d7 d6 *", "illegal_record", 422, 4, 4, "Line 4, half-move 4: d6 is not possible there"),
        ("  \n ", "malformed_record", 400, 1, None, "there is no game in the text."),
        ("1. d6 *\n\n1. d7 *", "malformed_record", 400, 3, None, "another game begins here"),
        ('[Result "won"] 1. d6', "malformed_record", 400, 1, None, "“won” is not a result."),
        ("x" * 49_000, "malformed_record", 400, 1, 1, f"“{'x' * 40}” is not a move"),
    ],
)
def test_what_is_wrong_with_a_record_is_named_by_line_and_half_move(
    api: Api, record: str, code: str, status: int, line: int, ply: int | None, detail: str
) -> None:
    problem = refused(api().send("analysis/record/", record=record), status, code)

    assert (problem["line"], problem.get("ply")) == (line, ply)
    assert detail in problem["detail"]


def test_a_records_fault_is_shown_in_german_too(api: Api) -> None:
    answer = api().post("/api/v1/analysis/record/", {"record": "1. d6 d9"}, format="json", HTTP_ACCEPT_LANGUAGE="de")

    problem = refused(answer, 400, "malformed_record")

    assert problem["detail"] == (
        "Die Notation lässt sich nicht lesen. Zeile\u00a01: „d9“ ist kein Zug (Halbzug\u00a02)."
    )


def test_a_record_that_goes_on_too_long_is_refused(api: Api) -> None:
    problem = refused(api().send("analysis/record/", record="d6 " * 2001), 400, "too_many_moves")

    assert problem["most"] == 2000


@pytest.mark.parametrize("record", ["", None, 5, "x" * 50_001, "a\x00", ["d6"]])
def test_what_is_no_text_is_no_record(api: Api, record: object) -> None:
    refused(api().send("analysis/record/", record=record), 400, "invalid")


# --- What it costs ----------------------------------------------------------------------------------------------------


def test_it_costs_no_query(api: Api, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        api().send("analysis/", moves=["d6", "f4"])
        api().send("analysis/record/", record="1. d6 f4 *")


@pytest.mark.parametrize(
    ("address", "body", "left"), [("analysis/", {}, 119), ("analysis/record/", {"record": "d6"}, 115)]
)
def test_a_record_counts_as_five_calls(api: Api, address: str, body: dict[str, object], left: int) -> None:
    cache.clear()

    answer = api().send(address, **body)

    assert f";r={left};" in answer.headers["RateLimit"]
