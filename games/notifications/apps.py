from django.utils.translation import gettext_lazy as _

from kit import subjects


class NotificationsConfig(subjects.SubjectConfig):
    name = "games.notifications"
    level = 100
    verbose_name = _("Notifications")
    staff_permissions = {"arbiter": ["view_delivery"], "administrator": ["view_delivery"]}

    def ready(self) -> None:
        """Listen to bounces that mail providers report, to logouts and to secured accounts, and say what was sent."""
        from anymail.signals import tracking
        from django.contrib.sessions.models import Session
        from django.db.models.signals import post_delete

        from accounts.signals import account_secured
        from games.core.notifications import notifications_asked
        from games.notifications import bounces, queries, unsubscribing
        from games.notifications.push.subscriptions import end_with_session

        tracking.connect(bounces.hear, dispatch_uid="games.notifications.bounces")
        post_delete.connect(end_with_session, sender=Session, dispatch_uid="games.notifications.session")
        account_secured.connect(unsubscribing.revoke, dispatch_uid="games.notifications.secured")
        notifications_asked.add(queries.sent_about)
