"""Parsers of uploaded records."""

from kit.requests import TextParser


class RecordParser(TextParser):
    """Records as in a file, in UTF-8. Options are in the query."""

    media_type = "application/x-muehle-pgn"


class PlainTextParser(TextParser):
    """The same as text/plain, for programs that do not know the media type."""

    media_type = "text/plain"


class JsonLinesParser(TextParser):
    """Records in lines of JSON, as downloads have them."""

    media_type = "application/x-ndjson"
