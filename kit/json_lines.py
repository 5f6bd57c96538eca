"""JSON that is one line for every reader: in streams, downloads and files."""

import json
import re
from typing import Any

# JSON leaves these as they are, and many readers end a line at them: Python's splitlines() for one.
_LINE_ENDS = re.compile("[\x85\u2028\u2029]")


def json_line(value: Any, **options: Any) -> str:
    """The value as JSON without a line end in it; `options` are those of json.dumps."""
    return _LINE_ENDS.sub(_escaped, json.dumps(value, **{"ensure_ascii": False, **options}))


def compact_line(value: Any) -> str:
    """The same without white space."""
    return json_line(value, separators=(",", ":"))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
