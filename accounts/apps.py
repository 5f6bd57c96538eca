from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Put what accounts know of a person into the copy that he may take along."""
        from accounts import personal_data as own_parts

        own_parts.add_all()
