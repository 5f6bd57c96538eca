"""An account that becomes a bot's."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import TextField
from accounts.models.users import LONGEST_OPERATOR


class BotInput(serializers.Serializer[Any]):
    """`confirm` is the account's own name: nobody does this by mistake."""

    confirm = TextField(max_length=30, help_text="The username of the account, because it cannot be undone.")
    operator = TextField(
        max_length=LONGEST_OPERATOR, help_text="Who runs the bot, in words for people: a name, a page, an address."
    )
