from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from accounts.signals import tokens_revoked
        from games.pubsub import announce_revoked

        tokens_revoked.connect(announce_revoked)
