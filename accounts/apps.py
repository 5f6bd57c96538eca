from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Find the personal data of all apps, for export and erasure."""
        autodiscover_modules("personal_data")
        import_module("accounts.security.receivers")
        import_module("accounts.names")
        import_module("accounts.security.login_log")
