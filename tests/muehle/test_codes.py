"""The codes of the rules library: they are stored and sent, so a change of one breaks stored data and clients."""

from enum import StrEnum

import pytest

from muehle import (
    AllInMills,
    Claim,
    Color,
    DrawMode,
    IllegalReason,
    LineFault,
    Notation,
    RecordFault,
    Repetition,
    SetUpFault,
    Sides,
    Termination,
    ZwickmuehleKind,
)
from muehle.clocks.pauses import Reason
from muehle.programme import Stop

CODES: dict[type[StrEnum], str] = {
    AllInMills: "any protected_unless_three",
    Claim: "repetition quiet_limit",
    Color: "white black",
    DrawMode: "automatic claim none",
    IllegalReason: "game_over placing_first nothing_in_hand empty_source not_your_stone occupied not_adjacent must_take"
    " nothing_to_take no_stone_there own_stone protected all_protected",
    Notation: "pgn playok separate",
    LineFault: "answer_missing two_answers",
    Reason: "leave emergency_day day_off holiday dispute agreement",
    RecordFault: "no_game several_games no_move no_result not_closed control_character",
    Repetition: "position sequence none",
    SetUpFault: "too_many_stones too_few_stones hands_with_white hands_with_black quiet_while_placing",
    Sides: "chosen lot",
    Stop: "stone_lost three_stones broken nothing_to_take threatened",
    Termination: "stones blocked repetition quiet_limit agreement resignation timeout adjudication abort aborted",
    ZwickmuehleKind: "spoke ring",
}


@pytest.mark.parametrize("codes", CODES, ids=lambda codes: codes.__name__)
def test_a_code_never_changes(codes: type[StrEnum]) -> None:
    assert [code.value for code in codes] == CODES[codes].split()
