import pytest

from games.streams.framing import NDJSON, SSE, wanted_format
from games.streams.logs import EventLine

MOVE = EventLine(7, "move_played", b'{"seq":7,"type":"move_played"}')
STATE = EventLine(9, "state", b'{"type":"state","seq":9,"game":{"number":3}}')


def test_an_event_goes_out_with_its_number_and_type() -> None:
    assert SSE.frame(MOVE) == b'id: 7\nevent: move_played\ndata: {"seq":7,"type":"move_played"}\n\n'


def test_as_json_an_event_is_one_line() -> None:
    assert NDJSON.frame(MOVE) == b'{"seq":7,"type":"move_played"}\n'


def test_a_game_is_the_same_json_in_both_forms() -> None:
    assert NDJSON.frame(STATE) == STATE.json + b"\n"
    assert SSE.frame(STATE) == b"id: 9\nevent: state\ndata: " + STATE.json + b"\n\n"


def test_silence_is_a_comment_in_one_form_and_an_empty_line_in_the_other() -> None:
    assert (SSE.silence, NDJSON.silence) == (b": \n\n", b"\n")


@pytest.mark.parametrize(
    ("accept", "stream_format"),
    [
        ("text/event-stream", SSE),
        ("Text/Event-Stream; charset=utf-8", SSE),
        ("application/json;q=0.5, application/x-ndjson", NDJSON),
        ("*/*, application/x-ndjson;q=0.5", NDJSON),
        ("text/event-stream;q=0.2, application/x-ndjson;q=0.3", NDJSON),
        ("text/event-stream, application/x-ndjson", SSE),
        ("application/json;q=0, text/event-stream;q=0.001", SSE),
        ("text/event-stream;q=high", SSE),
        ("application/json, application/x-ndjson", None),
        ("application/json, text/event-stream;q=0.1", None),
        ("text/event-stream;q=0", None),
        ("text/event-stream; charset=utf-8; Q=0.000", None),
        ("application/json", None),
        ("*/*", None),
        ("text/event-stream; name*=nothing''x", None),
        ("text/event-stream" + "," * 1_000, None),
        ("", None),
    ],
)
def test_only_who_likes_a_form_best_gets_a_stream(accept: str, stream_format: object) -> None:
    assert wanted_format(accept) is stream_format
