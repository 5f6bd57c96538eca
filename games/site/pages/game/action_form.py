"""What the forms of a game's page have in common."""

from typing import ClassVar

from django import forms

from accounts.models import User


class ActionForm(forms.Form):
    """A form for an action in a game; `do` raises the errors of the action.

    `tab` is the tab of the page that has the form; empty for those of the bar.
    """

    name: ClassVar[str]
    tab: ClassVar[str] = ""

    @property
    def done(self) -> str:
        """What is said when it has been done; nothing, where the page shows it."""
        return ""

    def do(self, number: int, player: User) -> None:
        raise NotImplementedError
