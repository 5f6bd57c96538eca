from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Listen to dead tokens, ended sessions, staff, mail providers and migrations; put games into copies."""
        from anymail.signals import tracking
        from django.contrib.sessions.models import Session
        from django.db.models.signals import post_delete, post_migrate

        from accounts.signals import staff_did, tokens_revoked
        from games import audit, leaves
        from games.belongings import leaving, parts
        from games.disputes.settling import settle_pending
        from games.notifications import bounces
        from games.pubsub import announce_ended_session, announce_revoked
        from games.signals import clocks_changed, games_ended

        games_ended.connect(settle_pending, dispatch_uid="games.disputes.settling")
        clocks_changed.connect(leaves.renew_clocks, dispatch_uid="games.clocks")
        checks.register(check_catalogues, checks.Tags.translation)
        leaving.add()
        parts.add_all()
        tokens_revoked.connect(announce_revoked)
        staff_did.connect(audit.hear, dispatch_uid="games.audit")
        post_delete.connect(announce_ended_session, sender=Session)
        tracking.connect(bounces.hear, dispatch_uid="games.notifications.bounces")
        post_migrate.connect(_establish_roles, sender=self, dispatch_uid="games.disputes.roles")


def check_catalogues(**_options: Any) -> list[checks.CheckMessage]:
    """Warn of translations that are not compiled or have changed since: pages would be in English, or out of date."""
    sources = [source for folder in settings.LOCALE_PATHS for source in Path(folder).glob("*/LC_MESSAGES/*.po")]
    compiled = [(source, source.with_suffix(".mo")) for source in sources]
    stale = [source for source, mo in compiled if not mo.exists() or mo.stat().st_mtime_ns < source.stat().st_mtime_ns]
    hint = "Run manage.py compilemessages."
    return [checks.Warning(f"{source} is not compiled.", hint=hint, id="games.W001") for source in stale]


def _establish_roles(apps: Any, verbosity: int, using: str, **_options: Any) -> None:
    """The roles of staff need the permissions of apps that come later in the list; those are made here, too."""
    from django.apps import apps as installed
    from django.contrib.auth.management import create_permissions

    from games.disputes import roles

    try:
        apps.get_model("auth", "Group")
        apps.get_model("games", "Dispute")
    except LookupError:
        # Somebody has migrated to a time before them.
        return
    for label in roles.APPS:
        create_permissions(installed.get_app_config(label), verbosity=verbosity, using=using)
    roles.establish()
