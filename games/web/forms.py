"""Form fields that pages share."""

from django import forms


class Words(forms.CharField):
    """A text as the browser counts it, where a line ends with one character and not with the two that are sent."""

    def to_python(self, value: object) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")
