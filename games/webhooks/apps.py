from django.utils.translation import gettext_lazy as _

from games.core.subjects import SubjectConfig


class WebhooksConfig(SubjectConfig):
    name = "games.webhooks"
    level = 100
    verbose_name = _("Webhooks")
