"""Strict serializer fields. DRF's own read 5 as text, "5" as a number and "yes" as true, even from JSON."""

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.utils.html import is_html_input

from kit.requests import printable

# The highest value of a bigint.
HIGHEST_NUMBER = 2**63 - 1


def is_form(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    """Whether the input is a form or a query, in which everything is text."""
    serializer: Any = field.root
    return is_html_input(serializer.initial_data) or bool(serializer.context.get("is_query"))


class AsSent:
    """Keeps an empty text of a form as a value, which DRF treats as missing in places.

    Serializers for input must use these fields only; a test checks it.
    """

    field_name: str | None

    def get_value(self, dictionary: Mapping[Any, Any]) -> Any:
        return dictionary.get(self.field_name, empty)


class ChoiceField(AsSent, serializers.ChoiceField):
    """One of several strings. DRF would convert any JSON value to text, and does not name the choices."""

    default_error_messages = {"invalid_choice": _("“{input}” is not one of these: {choices}.")}

    def fail(self, key: str, **kwargs: Any) -> NoReturn:
        super().fail(key, choices=", ".join(str(choice) for choice in self.choices), **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input="…")
        if data and data not in self.choice_strings_to_values:
            self.fail("invalid_choice", input=printable(data))
        return super().to_internal_value(data)


class InstantField(AsSent, serializers.DateTimeField):
    """A time with a time zone."""


class TextField(AsSent, serializers.CharField):
    """A string without surrounding blanks."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        # The length before stripping: the schema's limit includes the blanks.
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().to_internal_value(data)


class NameField(TextField, serializers.SlugField):
    pass


class NumberField(AsSent, serializers.IntegerField):
    """An integer."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, str if is_form(self) else int):
            self.fail("invalid")
        return super().to_internal_value(data)


class FlagField(AsSent, serializers.BooleanField):
    """A boolean; in forms as text. If missing in a form it has its default, while DRF would read it as false."""

    WORDS: Final = {"true": True, "false": False}

    def to_internal_value(self, data: Any) -> bool:
        said = self.WORDS.get(data) if is_form(self) and isinstance(data, str) else data
        if not isinstance(said, bool):
            self.fail("invalid")
        return said
