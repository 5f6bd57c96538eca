from django.utils.translation import gettext_lazy as _

from games.core import subjects


class ChatAppsConfig(subjects.SubjectConfig):
    name = "games.chat_apps"
    level = 105
    verbose_name = _("Chat apps")
    staff_permissions = {"administrator": ["view_chatconnection"]}

    def ready(self) -> None:
        """Send nothing more for an account that its owner takes back."""
        from accounts.signals import account_secured
        from games.chat_apps import actions

        account_secured.connect(
            lambda user, **_signal: actions.switch_all_off(user), weak=False, dispatch_uid="games.chat_apps.secured"
        )
