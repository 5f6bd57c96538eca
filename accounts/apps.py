from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Find the personal data of all apps, for export and erasure, and look after the server's role."""
        from django.core import checks
        from django.db.models.signals import post_migrate

        from kit import database_role

        checks.register(database_role.check_role, checks.Tags.database, deploy=True)
        post_migrate.connect(database_role.give_rights, sender=self, dispatch_uid="kit.database_role")
        autodiscover_modules("personal_data")
        import_module("accounts.idempotency")
        import_module("accounts.security.receivers")
        import_module("accounts.names")
        import_module("accounts.security.login_log")
