"""What a list of the administration takes from its address.

Django takes a lookup on any column of the table and of tables one step away, also on columns that no page shows: with
`?session_key__regex=` staff could find out a session key letter by letter.
"""

from collections.abc import Iterator
from typing import Any

from django.contrib.admin import FieldListFilter
from django.contrib.admin.utils import get_fields_from_path
from django.http import HttpRequest


class FixedLookups:
    """Takes the key, and the parameters that the filters and the dates above the list put into their links."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # PostgreSQL has no texts with a null character; Django would answer 500.
        return "\0" not in str(value) and lookup in self._parameters(request)

    def _parameters(self, request: HttpRequest) -> Iterator[str]:
        rows: Any = self
        for name in ("pk", rows.opts.pk.name):
            yield from (name, f"{name}__exact")
        if rows.date_hierarchy:
            yield from (f"{rows.date_hierarchy}__{part}" for part in ("year", "month", "day"))
        for each in rows.get_list_filter(request):
            if isinstance(each, type):
                yield each.parameter_name  # type: ignore[attr-defined]  # a SimpleListFilter
                continue
            path, make = each if isinstance(each, tuple) else (each, FieldListFilter.create)
            field = get_fields_from_path(rows.model, path)[-1]
            yield from make(field, request, {}, rows.model, rows, field_path=path).expected_parameters()
