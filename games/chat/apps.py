from django.utils.translation import gettext_lazy as _

from kit import subjects


class ChatConfig(subjects.SubjectConfig):
    name = "games.chat"
    level = 60
    verbose_name = _("Chat")
    # Messages between players are shown with a case; arbiters may read them in any game.
    staff_permissions = {"helper": ["view_spectatormessage"], "arbiter": ["view_message"]}
