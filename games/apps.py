from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Listen to dead tokens, ended sessions, and to what mail providers report; put games into copies of data."""
        from anymail.signals import tracking
        from django.contrib.sessions.models import Session
        from django.db.models.signals import post_delete

        from accounts.signals import tokens_revoked
        from games.belongings import leaving, parts
        from games.notifications import bounces
        from games.pubsub import announce_ended_session, announce_revoked

        leaving.add()
        parts.add_all()
        tokens_revoked.connect(announce_revoked)
        post_delete.connect(announce_ended_session, sender=Session)
        tracking.connect(bounces.hear, dispatch_uid="games.notifications.bounces")
