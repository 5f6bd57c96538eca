"""Form fields that pages share."""

from django import forms


class MultilineField(forms.CharField):
    """A text whose length counts as in browsers: a line break is one character, though two are sent."""

    def to_python(self, value: object) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")
