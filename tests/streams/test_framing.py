import pytest

from games.streams.framing import NDJSON, SSE, wanted_form
from games.streams.logs import Line

MOVE = Line(7, "move_played", b'{"seq":7,"type":"move_played"}')
STATE = Line(9, "state", b'{"number":3}')


def test_an_event_goes_out_with_its_number_and_type() -> None:
    assert SSE.frame(MOVE) == b'id: 7\nevent: move_played\ndata: {"seq":7,"type":"move_played"}\n\n'


def test_as_json_an_event_is_one_line() -> None:
    assert NDJSON.frame(MOVE) == b'{"seq":7,"type":"move_played"}\n'


def test_as_json_a_game_says_what_it_is_and_how_far_it_goes() -> None:
    assert NDJSON.frame(STATE) == b'{"type":"state","seq":9,"game":{"number":3}}\n'


def test_silence_is_a_comment_in_one_form_and_an_empty_line_in_the_other() -> None:
    assert (SSE.silence, NDJSON.silence) == (b": \n\n", b"\n")


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("text/event-stream", SSE),
        ("Text/Event-Stream; charset=utf-8", SSE),
        ("application/json, application/x-ndjson", NDJSON),
        ("application/json", None),
        ("*/*", None),
        ("", None),
    ],
)
def test_only_who_names_a_form_gets_a_stream(accept: str, form: object) -> None:
    assert wanted_form(accept) is form
