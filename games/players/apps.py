from django.utils.translation import gettext_lazy as _

from games.core import subjects

WARNED = """
    EXISTS (
        SELECT FROM players_sanction WHERE user_id IN (game.white_id, game.black_id)
            AND kind = 'warning' AND acknowledged_at IS NULL
    )
"""


class PlayersConfig(subjects.SubjectConfig):
    name = "games.players"
    level = 50
    verbose_name = _("Players")
    staff_permissions = {"helper": ["view_sanction"], "arbiter": ["view_rating"], "administrator": ["view_sanction"]}

    def ready(self) -> None:
        """Let locked games know of warnings that a player has not acknowledged yet, and sanctions of new accounts."""
        from accounts.signals import address_confirmed
        from games.core.locking import load_with_lock
        from games.players import sanctioned_addresses

        address_confirmed.connect(sanctioned_addresses.follow, dispatch_uid="games.players.sanctioned_addresses")
        load_with_lock("has_warned", WARNED)
