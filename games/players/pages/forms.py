"""Forms for bot accounts: becoming one, and naming its operator."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.models.users import LONGEST_OPERATOR
from accounts.validators import validate_public_name
from games.players.bots import become_bot


class OperatorForm(forms.Form):
    """The operator of the bot."""

    operator = forms.CharField(
        label=_("Operator"),
        help_text=_("Shown on the bot’s page: a name, and perhaps the address of a page about its program."),
        max_length=LONGEST_OPERATOR,
        required=False,
        validators=[validate_public_name],
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data, initial={"operator": user.operator})
        self.user = user

    def do(self) -> User:
        """Raises what become_bot() raises."""
        return become_bot(self.user, operator=self.cleaned_data["operator"].strip())


class BecomeBotForm(OperatorForm):
    """The same for an account that is not a bot yet. The username must be typed, because this cannot be undone."""

    confirm = forms.CharField(
        label=_("The name of this account"),
        help_text=_("Type it to confirm that you mean this account."),
        max_length=30,
    )

    def clean_confirm(self) -> str:
        name: str = self.cleaned_data["confirm"].strip()
        if name != self.user.username:
            raise forms.ValidationError(_("Type the name of this account: %(name)s") % {"name": self.user.username})
        return name
