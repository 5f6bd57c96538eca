"""Looking at positions, without a game and without an account."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.support.api import Api, refused

START = "........................ w 9 9 0"
# Black has two stones left.
WON = "WW..W.................BB w 0 0 0"


def test_the_start_has_24_moves_and_no_outcome(api: Api) -> None:
    found = api().send("positions/", position=START).json()

    assert (found["rules"], found["turn"], found["outcome"], found["move"]) == ("standard", "white", None, None)
    assert len(found["legal_moves"]) == 24
    assert (found["mills"], found["zwickmuehlen"]) == (
        {"white": [], "black": []},
        {"white": [], "black": []},
    )


def test_a_legal_move_answers_with_the_position_after_it(api: Api) -> None:
    found = api().send("positions/", position=START, move="d6").json()["move"]

    assert (found["legal"], found["reason"], found["why"], found["closes_mill"]) == (True, None, None, False)
    assert found["position"]["text"] == "....W................... b 8 9 0"


@pytest.mark.parametrize(
    ("position", "move", "reason", "why"),
    [
        ("....W................... b 8 9 0", "d6", "occupied", "d6 is occupied"),
        (START, "a7-d7", "placing_first", "you still have stones in hand; place those first"),
        (START, "d6xa1", "nothing_to_take", "this does not close a mill, so you cannot take a stone"),
        (
            "WW.W......BB............ w 6 7 0",
            "g7",
            "must_take",
            "this closes a mill, so you must take a stone: b4 or c4",
        ),
        ("WWWW.....BBB............ w 0 0 0", "b6-c5", "not_adjacent", "c5 is not adjacent to b6"),
    ],
)
def test_an_illegal_move_is_answered_with_the_reason_in_a_word_and_in_words(
    api: Api, position: str, move: str, reason: str, why: str
) -> None:
    answer = api().send("positions/", position=position, move=move)

    assert answer.status_code == 200
    found = answer.json()["move"]
    assert (found["legal"], found["reason"], found["why"]) == (False, reason, why)
    assert (found["position"], found["outcome"], found["closes_mill"]) == (None, None, False)


def test_a_mill_that_wins_shows_the_outcome(api: Api) -> None:
    found = api().send("positions/", position="WW..W...........B.B...B. w 0 0 0", move="d6-g7xd3").json()["move"]

    assert (found["legal"], found["closes_mill"]) == (True, True)
    assert found["outcome"] == {"result": "1-0", "termination": "stones"}


def test_a_lost_position_has_no_moves(api: Api) -> None:
    found = api().send("positions/", position=WON).json()

    assert (found["outcome"], found["legal_moves"]) == ({"result": "1-0", "termination": "stones"}, [])


def test_the_quiet_limit_of_the_rule_set_counts(api: Api) -> None:
    position = "WWWW.....BBB.........BBB w 0 0 100"

    standard = api().send("positions/", position=position).json()
    classic = api().send("positions/", position=position, rules="classic").json()

    assert standard["outcome"] == {"result": "1/2-1/2", "termination": "quiet_limit"}
    assert classic["outcome"] is None


def test_mills_and_zwickmuehlen_are_named(api: Api) -> None:
    found = api().send("positions/", position="WWWW.W........B..BB..... w 0 0 0").json()

    assert found["mills"]["white"] == [["a7", "d7", "g7"]]
    assert {"stone": "d7", "u": "d7", "v": "d6", "kind": "spoke", "partners": ["a7", "g7", "b6", "f6"]} in found[
        "zwickmuehlen"
    ]["white"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"position": "nonsense"}, "malformed_position"),
        ({"position": "WWWWWWWWWW.............. w 0 0 0"}, "malformed_position"),
        ({"position": START.replace("w", "x")}, "malformed_position"),
        ({"position": "........................ w 9 9 -1"}, "malformed_position"),
        ({"position": START, "move": "z9"}, "malformed_move"),
        ({"position": START, "move": "d6-d6-d6"}, "malformed_move"),
        ({"position": START, "move": "x" * 21}, "invalid"),
        ({"position": START, "rules": "chess"}, "invalid"),
        ({"position": "x" * 49}, "invalid"),
        ({"position": ""}, "invalid"),
        ({"position": None}, "invalid"),
        ({"position": [START]}, "invalid"),
        ({"position": "a\x00"}, "invalid"),
        ({}, "invalid"),
    ],
)
def test_what_is_no_position_or_no_move_is_refused(api: Api, body: dict[str, object], code: str) -> None:
    refused(api().send("positions/", **body), 400, code)


def test_looking_at_a_position_costs_no_query(api: Api, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        api().send("positions/", position=START, move="d6")
