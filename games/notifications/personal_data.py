"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "notification-settings.json",
        _("your notification settings"),
        of="notifications.NotificationSettings.user",
        columns="choices pace email_while_open push_texts daily_hour quiet_from quiet_until email_off_address "
        "email_off_reason email_off_at bell_seen_seq",
    ),
    table(
        "notifications.ndjson",
        _("notifications that were sent to you"),
        of="notifications.Delivery.user",
        columns="type=event__type game=event__game_id channel status attempts next_attempt_at sent_at error",
    ),
    table(
        "push.json",
        _("browsers with push notifications, without their addresses and keys"),
        of="notifications.PushSubscription.user",
        columns="host device created_at last_accepted_at failing_since rests_until disabled_at disabled_reason "
        "token=token__description",
    ),
)


erasure.add(
    gone=(
        "notifications.Delivery.user",
        "notifications.NotificationSettings.user",
        "notifications.PushSubscription.user",
    )
)
