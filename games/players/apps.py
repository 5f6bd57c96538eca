from django.utils.translation import gettext_lazy as _

from games.core.subjects import SubjectConfig


class PlayersConfig(SubjectConfig):
    name = "games.players"
    level = 50
    verbose_name = _("Players")
