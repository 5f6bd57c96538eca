from django.utils.translation import gettext_lazy as _

from kit import subjects


class ChatAppsConfig(subjects.SubjectConfig):
    name = "games.chat_apps"
    level = 105
    verbose_name = _("Chat apps")
    staff_permissions = {"administrator": ["view_chatconnection"]}
