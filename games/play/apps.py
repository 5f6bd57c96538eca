from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    name = "games.play"
    verbose_name = _("Playing")

    def ready(self) -> None:
        """Renew the clocks of players whose leave or days off have changed."""
        from games.core.signals import clocks_changed, game_overdue
        from games.play import clocks, timeouts

        game_overdue.connect(timeouts.settle, dispatch_uid="games.play.timeouts")
        clocks_changed.connect(clocks.renew_clocks, dispatch_uid="games.play.clocks")
