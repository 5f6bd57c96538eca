"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "chat-apps.json",
        _("chat apps to which your notifications are sent, without their addresses and tokens"),
        of="chat_apps.ChatConnection.user",
        columns="service host description created_at test_asked_at last_accepted_at last_tried_at error failing_since "
        "rests_until disabled_at disabled_reason token=token__description",
    ),
)


erasure.add(gone=("chat_apps.ChatConnection.user",))
