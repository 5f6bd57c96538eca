from django.utils.translation import gettext_lazy as _

from kit import subjects

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
        """Let sanctions have their effect on locked games, on new accounts and on display names."""
        from accounts import names
        from accounts.signals import address_confirmed
        from games.core.locking import load_with_lock
        from games.players import sanctioned_addresses, sanctions

        address_confirmed.connect(sanctioned_addresses.follow, dispatch_uid="games.players.sanctioned_addresses")
        load_with_lock("has_warned", WARNED)
        names.sanctions.add(sanctions.silenced_until)
