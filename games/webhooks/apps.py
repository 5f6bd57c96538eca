from django.utils.translation import gettext_lazy as _

from kit import subjects


class WebhooksConfig(subjects.SubjectConfig):
    name = "games.webhooks"
    level = 100
    verbose_name = _("Webhooks")
    staff_permissions = {"administrator": ["view_webhook", "view_webhookdelivery"]}
