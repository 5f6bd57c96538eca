from django.utils.translation import gettext_lazy as _

from games.core import subjects


class WebhooksConfig(subjects.SubjectConfig):
    name = "games.webhooks"
    level = 100
    verbose_name = _("Webhooks")
    staff_permissions = {"administrator": ["view_webhook", "view_webhookdelivery"]}

    def ready(self) -> None:
        """Send nothing more for an account that its owner takes back."""
        from accounts.signals import account_secured
        from games.webhooks import actions

        account_secured.connect(
            lambda user, **_signal: actions.switch_all_off(user), weak=False, dispatch_uid="games.webhooks.secured"
        )
