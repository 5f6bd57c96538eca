from django.utils.translation import gettext_lazy as _

from kit import subjects


class CoreConfig(subjects.SubjectConfig):
    name = "games.core"
    level = 0
    verbose_name = _("Games")
    staff_permissions = {"helper": ["view_game", "view_move", "view_event"]}

    def ready(self) -> None:
        """Announce revoked tokens and ended sessions to open streams."""
        from django.contrib.sessions.models import Session
        from django.db.models.signals import post_delete
        from django.utils.module_loading import autodiscover_modules

        from accounts.signals import tokens_revoked
        from games.core.pubsub import announce_ended_session, announce_revoked

        autodiscover_modules("events")
        autodiscover_modules("notifications")
        autodiscover_modules("metrics")
        autodiscover_modules("outgoing")
        tokens_revoked.connect(announce_revoked)
        post_delete.connect(announce_ended_session, sender=Session)
