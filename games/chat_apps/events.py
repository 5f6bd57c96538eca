"""Events of chat apps."""

from django.utils.translation import gettext_lazy as _

from games.chat_apps.api.event_data import ChatAppDisabledData
from games.chat_apps.models import ChatConnection
from games.core.event_log import Entry
from games.core.event_types import Audience, event_type

CHAT_APP_DISABLED = event_type(
    "chat_app_disabled", _("chat app switched off"), data=ChatAppDisabledData, audience=Audience.RECIPIENTS
)


def chat_app_disabled(connection: ChatConnection) -> Entry:
    """Sent only to its owner; `reason` is `failing` or `gone`."""
    data = {"connection": connection.pk, "service": connection.service, "description": connection.description}
    data |= {"reason": str(connection.disabled_reason)}
    return Entry(type=CHAT_APP_DISABLED, recipients=(connection.user_id,), data=data)
