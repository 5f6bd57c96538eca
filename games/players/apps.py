from django.utils.translation import gettext_lazy as _

from games.core import subjects


class PlayersConfig(subjects.SubjectConfig):
    name = "games.players"
    level = 50
    verbose_name = _("Players")
