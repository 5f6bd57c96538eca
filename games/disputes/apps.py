from typing import Any

from django.utils.translation import gettext_lazy as _

from kit import subjects


class DisputesConfig(subjects.SubjectConfig):
    name = "games.disputes"
    level = 90
    verbose_name = _("Disputes")
    staff_permissions = {
        "helper": ["view_dispute", "note"],
        "arbiter": ["decide_games", "impose", "view_auditentry"],
        "administrator": ["view_auditentry"],
    }

    def ready(self) -> None:
        """Record what staff does in the audit log, and keep the staff roles up to date."""
        from django.db.models.signals import post_migrate

        from accounts.signals import staff_acted, staff_looked
        from games.core.partitions import records_in_use
        from games.disputes import audit_log, verdicts
        from games.play.endings import games_ended

        games_ended.add(verdicts.settle_pending)
        records_in_use.add(verdicts.pending)
        staff_acted.connect(audit_log.hear, dispatch_uid="games.disputes.audit_log")
        staff_looked.connect(audit_log.hear_look, dispatch_uid="games.disputes.audit_log_of_looks")
        post_migrate.connect(_establish_roles, sender=self, dispatch_uid="games.disputes.roles")


def _establish_roles(apps: Any, verbosity: int, using: str, **_options: Any) -> None:
    """Create the permissions that the roles need, also those of apps that come later, then the roles."""
    from django.apps import apps as installed
    from django.contrib.auth.management import create_permissions

    from games.disputes import roles

    try:
        apps.get_model("auth", "Group")
        apps.get_model("disputes", "Dispute")
    except LookupError:
        # The database was migrated to a state before these tables.
        return
    for config in installed.get_app_configs():
        create_permissions(config, verbosity=verbosity, using=using)
    roles.establish()
