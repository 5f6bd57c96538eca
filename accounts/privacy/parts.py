"""The parts of a data export. Apps add theirs in their module `personal_data`, imported when Django starts."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q
from django.utils.functional import Promise

from accounts.models import User
from kit.json_lines import json_line

ROWS_A_READ = 1000
Row = Mapping[str, Any]
_parts: dict[str, "Part"] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A file of the export: its name, its description, and its content in pieces of bounded size.

    `covers` lists the columns that refer to a person (`chat.Note.author`) and whose rows are in it.
    """

    file: str
    about: Promise
    content: Callable[[User], Iterator[bytes]]
    covers: tuple[str, ...] = ()


def add(*parts: Part) -> None:
    """Register parts for all exports; a part with the same file name replaces the former one."""
    for part in parts:
        _parts[part.file] = part


def all_parts() -> list[Part]:
    return sorted(_parts.values(), key=lambda part: part.file)


def _whole(row: Row, _user: User) -> Row:
    return row


def table(
    file: str,
    about: Promise,
    *,
    of: str | tuple[str, ...],
    columns: str,
    or_by: tuple[str, ...] = (),
    shown: Callable[[Row, User], Row] = _whole,
) -> Part:
    """The rows of a table that refer to the person by one of the columns `of`.

    `columns` are names; `author=author__username` renames a related column. By the columns `or_by`, maybe of other
    tables, a row is about the person too. `shown` reduces a row to what the person may read.
    """
    covers = (of,) if isinstance(of, str) else of
    label = covers[0].rpartition(".")[0]
    paths = {name: path or name for name, _equals, path in (word.partition("=") for word in columns.split())}

    def rows(user: User) -> Iterator[Row]:
        found = apps.get_model(label)._default_manager.filter(_about(user, covers, or_by)).order_by("pk")  # noqa: SLF001
        for row in found.values(*paths.values()).iterator(ROWS_A_READ):
            yield shown({name: row[path] for name, path in paths.items()}, user)

    write = as_lines if file.endswith(".ndjson") else as_array
    return Part(file=file, about=about, content=lambda user: write(rows(user)), covers=covers)


def _about(user: User, covers: tuple[str, ...], or_by: tuple[str, ...]) -> Q:
    condition = Q()
    for column in (*(cover.rpartition(".")[2] for cover in covers), *or_by):
        condition |= Q(**{column: user})
    return condition


def as_lines(rows: Iterator[Row]) -> Iterator[bytes]:
    """Each row as a line of JSON."""
    for row in rows:
        yield _json(row).encode() + b"\n"


def as_array(rows: Iterator[Row]) -> Iterator[bytes]:
    """A JSON array with a row on each line."""
    yield b"["
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n").encode() + _json(row).encode()
    yield b"\n]\n"


def as_object(row: Row) -> Iterator[bytes]:
    """A JSON object, indented for people."""
    yield json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2).encode() + b"\n"


def _json(row: Row) -> str:
    return json_line(row, cls=DjangoJSONEncoder)
