from django.utils.translation import gettext_lazy as _

from games.core import subjects


class NotificationsConfig(subjects.SubjectConfig):
    name = "games.notifications"
    level = 100
    verbose_name = _("Notifications")
    staff_permissions = {"arbiter": ["view_delivery"], "administrator": ["view_delivery"]}

    def ready(self) -> None:
        """Listen to bounces that mail providers report, and say what was sent."""
        from anymail.signals import tracking

        from games.core.signals import notifications_asked
        from games.notifications import bounces, queries

        tracking.connect(bounces.hear, dispatch_uid="games.notifications.bounces")
        notifications_asked.connect(queries.sent_about, dispatch_uid="games.notifications.sent_about")
