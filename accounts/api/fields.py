"""Fields that take what they say: DRF reads 5 as text, "5" as a number and "yes" as true, also from JSON."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.utils.html import is_html_input

from accounts.api.requests import shown

# Of what the database can count.
HIGHEST_NUMBER = 2**63 - 1


def is_form(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    """Whether the input is a form or a query, in which everything is text."""
    serializer: Any = field.root
    return is_html_input(serializer.initial_data) or bool(serializer.context.get("is_query"))


class AsSent:
    """Reads an empty field of a form as what was sent: an empty text is a value, which DRF takes for left out here and
    there. So what comes in has no other fields than these; a test looks."""

    field_name: str | None

    def get_value(self, dictionary: Mapping[Any, Any]) -> Any:
        return dictionary.get(self.field_name, empty)


class ChoiceField(AsSent, serializers.ChoiceField):
    """One of several words. DRF would write out whatever came, however deep it is."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input="…")
        if data and data not in self.choice_strings_to_values:
            self.fail("invalid_choice", input=shown(data))
        return super().to_internal_value(data)


class InstantField(AsSent, serializers.DateTimeField):
    """A time, with its zone."""


class TextField(AsSent, serializers.CharField):
    """A string, without the blanks around it."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        # As it was sent: the schema counts the blanks around it too.
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().to_internal_value(data)


class NameField(TextField, serializers.SlugField):
    """A username."""


class NumberField(AsSent, serializers.IntegerField):
    """A whole number."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, str if is_form(self) else int):
            self.fail("invalid")
        return super().to_internal_value(data)


class FlagField(AsSent, serializers.BooleanField):
    """True or false, in a form as words; left out of one it has its default, where DRF takes it for false."""

    WORDS: Final = {"true": True, "false": False}

    def to_internal_value(self, data: Any) -> bool:
        said = self.WORDS.get(data) if is_form(self) and isinstance(data, str) else data
        if not isinstance(said, bool):
            self.fail("invalid")
        return said
