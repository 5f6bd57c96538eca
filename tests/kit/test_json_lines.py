import json

import pytest

from kit.json_lines import compact_line, json_line

# Every character at which Python ends a line.
LINE_ENDS = [chr(code) for code in range(0x3000) if len(f"a{chr(code)}b".splitlines()) > 1]


@pytest.mark.parametrize("end", LINE_ENDS, ids=ascii)
def test_a_text_with_a_line_end_is_one_line_and_comes_back_as_it_was(end: str) -> None:
    value = {"te\u2028xt": f"ä{end}b", "list": [f"{end}{end}"]}

    for line in (json_line(value), compact_line(value)):
        assert len(line.splitlines()) == 1
        assert json.loads(line) == value


def test_all_other_characters_stay_as_they_are() -> None:
    assert compact_line({"a": "Mühle ♙ \u00a0 \\u2028"}) == '{"a":"Mühle ♙ \u00a0 \\\\u2028"}'
