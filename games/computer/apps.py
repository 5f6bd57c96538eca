from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.utils.translation import gettext_lazy as _

from kit import subjects


class ComputerConfig(subjects.SubjectConfig):
    name = "games.computer"
    level = 85
    verbose_name = _("Computers")

    def ready(self) -> None:
        """Make the accounts of the computers, and hear of games in which one of them is to answer."""
        from django.db.models.signals import post_migrate

        from games.computer import news
        from games.core.event_log import recorded

        post_migrate.connect(_establish, sender=self, dispatch_uid="games.computer.accounts")
        recorded.add(news.hear)


def _establish(apps: Any, **_options: Any) -> None:
    from games.computer import accounts

    try:
        apps.get_model("computer", "ComputerGame")
        apps.get_model("players", "Rating")._meta.get_field("is_fixed")  # noqa: SLF001
    except (LookupError, FieldDoesNotExist):
        # The database was migrated to a state before these tables and columns.
        return
    accounts.establish()
