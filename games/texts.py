"""Words that people send each other: trimmed, not too long, and such that the database can keep them."""

import re

from games import errors

# PostgreSQL keeps neither the zero character nor half a surrogate pair, both of which JSON can bring.
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")


def cleaned(text: str, *, longest: int) -> str:
    """The text without the white space around it; raises TextTooLong, TextMalformed."""
    text = text.strip()
    if len(text) > longest:
        raise errors.TextTooLong(longest=longest)
    if _UNSTORABLE.search(text):
        raise errors.TextMalformed
    return text
