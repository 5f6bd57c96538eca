"""Fields that take what they say: DRF reads 5 as text, "5" as a number and "yes" as true, also from JSON."""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.utils.html import is_html_input


def is_form(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    """Whether the input is a form or a query, in which everything is text."""
    serializer: Any = field.root
    return is_html_input(serializer.initial_data) or bool(serializer.context.get("is_query"))


class TextField(serializers.CharField):
    """A string."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class NameField(TextField, serializers.SlugField):
    """A username."""


class NumberField(serializers.IntegerField):
    """A whole number."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool | float) or (isinstance(data, str) and not is_form(self)):
            self.fail("invalid")
        return super().to_internal_value(data)


class FlagField(serializers.BooleanField):
    """True or false; left out of a form it has its default, where DRF takes it for false."""

    default_empty_html = empty

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool) and not is_form(self):
            self.fail("invalid", input=data)
        return bool(super().to_internal_value(data))
