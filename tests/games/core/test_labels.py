"""Words for players: why a move is illegal, and times."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation

from games.core.labels import one_of, why_illegal
from kit.times import moment_with_zone
from muehle import IllegalMove, IllegalReason, Move, Position
from muehle.rulesets import CLASSIC, STANDARD
from tests.support.playing import drawn

FREE = "........................ w 9 9 0"
PLACING = drawn(white="d6", black="f4", hands=(8, 8))
MOVING = drawn(white="a7 b4 e5 f2", black="g1 c3 f6 d6")
CLOSING = drawn(white="a7 d7 g4 b2", black="a1 a4 c3 e5")
PROTECTED = drawn(white="a7 d7 g4 b2", black="c3 d3 e3 a1 f4")
IN_MILLS = drawn(white="a7 d7 g4 b2", black="c3 d3 e3 c5 d5 e5")
LOST = drawn(white="a7 d7 g4 b2", black="a1 c3")

CASES = [
    (IllegalReason.GAME_OVER, LOST, "b2-d2", "the game is over"),
    (IllegalReason.PLACING_FIRST, PLACING, "d6-f6", "you still have stones in hand; place those first"),
    (IllegalReason.NOTHING_IN_HAND, MOVING, "d2", "all your stones are placed; move one of them"),
    (IllegalReason.EMPTY_SOURCE, MOVING, "d2-d1", "there is no stone on d2"),
    (IllegalReason.NOT_YOUR_STONE, MOVING, "g1-d1", "the stone on g1 is not yours"),
    (IllegalReason.OCCUPIED, PLACING, "f4", "f4 is occupied"),
    (IllegalReason.NOT_ADJACENT, MOVING, "a7-g7", "g7 is not adjacent to a7"),
    (IllegalReason.MUST_TAKE, CLOSING, "g4-g7", "this closes a mill, so you must take a stone: e5, a4, c3 or a1"),
    (IllegalReason.NOTHING_TO_TAKE, FREE, "d6xa1", "this does not close a mill, so you cannot take a stone"),
    (
        IllegalReason.NO_STONE_THERE,
        CLOSING,
        "g4-g7xd1",
        "there is no stone to take on d1; choose e5, a4, c3 or a1",
    ),
    (IllegalReason.OWN_STONE, CLOSING, "g4-g7xb2", "b2 is your own stone; take e5, a4, c3 or a1"),
    (IllegalReason.PROTECTED, PROTECTED, "g4-g7xd3", "d3 is in a mill; take f4 or a1"),
    (
        IllegalReason.ALL_PROTECTED,
        IN_MILLS,
        "g4-g7xd3",
        "every opposing stone is in a mill and protected; you take nothing",
    ),
]


def refused(position: str, move: str, *, reason: IllegalReason) -> IllegalMove:
    rules = CLASSIC if reason is IllegalReason.ALL_PROTECTED else STANDARD
    with pytest.raises(IllegalMove) as error:
        Position.parse(position).play(Move.parse(move), rules)
    return error.value


@pytest.mark.parametrize(("reason", "position", "move", "words"), CASES, ids=[case[0].value for case in CASES])
def test_every_reason_has_its_sentence(reason: IllegalReason, position: str, move: str, words: str) -> None:
    error = refused(position, move, reason=reason)

    with translation.override("en"):
        assert (error.reason, why_illegal(error)) == (reason, words)


@pytest.mark.parametrize(("reason", "position", "move", "words"), CASES, ids=[case[0].value for case in CASES])
def test_every_reason_has_its_sentence_in_german(reason: IllegalReason, position: str, move: str, words: str) -> None:
    error = refused(position, move, reason=reason)

    with translation.override("de"):
        spoken = why_illegal(error)

    assert spoken not in ("", words)
    assert not {"%", "("} & set(spoken)


def test_every_reason_is_among_them() -> None:
    assert [case[0] for case in CASES] == list(IllegalReason)


@pytest.mark.parametrize(
    ("points", "words"),
    [((), ""), (("b4",), "b4"), (("b4", "d2"), "b4 or d2"), (("b4", "d2", "f4"), "b4, d2 or f4")],
)
def test_points_are_listed_as_a_choice(points: tuple[str, ...], words: str) -> None:
    assert one_of(points) == words


@pytest.mark.parametrize(
    ("language", "month", "words"),
    [
        ("en", 3, "Thursday 5 March 2026, 13:00 (CET)"),
        ("de", 3, "Donnerstag, 5. März 2026, 13:00 Uhr (MEZ)"),
        ("de", 6, "Freitag, 5. Juni 2026, 14:00 Uhr (MESZ)"),
    ],
)
def test_a_time_has_its_zone_in_the_readers_language(language: str, month: int, words: str) -> None:
    with translation.override(language), timezone.override("Europe/Berlin"):
        assert moment_with_zone(datetime(2026, month, 5, 12, tzinfo=UTC)) == words
