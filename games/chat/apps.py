from django.utils.translation import gettext_lazy as _

from games.core.subjects import SubjectConfig


class ChatConfig(SubjectConfig):
    name = "games.chat"
    level = 60
    verbose_name = _("Chat")
