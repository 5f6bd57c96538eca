"""The switches of board, light, sound and hands that pages carry: any of them, sent by itself."""

from typing import Any

from django import forms
from django.http import QueryDict

from accounts.looks import FLAGS, OFF, ON
from accounts.models import User

SWITCH = [(ON, ON), (OFF, OFF)]


class LookForm(forms.Form):
    """The fields have the names of the account's columns; only those that are sent must be there."""

    board_style = forms.ChoiceField(choices=User.BoardStyle.choices)
    color_scheme = forms.ChoiceField(choices=User.ColorScheme.choices)
    sounds = forms.ChoiceField(choices=SWITCH)
    marks = forms.ChoiceField(choices=SWITCH)
    touch_move = forms.ChoiceField(choices=SWITCH)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.fields = {name: field for name, field in self.fields.items() if name in data}

    @property
    def changes(self) -> dict[str, Any]:
        """What is to be changed, as accounts.preferences.change() wants it."""
        return {name: value == ON if name in FLAGS else value for name, value in self.cleaned_data.items()}
