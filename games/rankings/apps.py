from django.utils.translation import gettext_lazy as _

from kit import subjects


class RankingsConfig(subjects.SubjectConfig):
    name = "games.rankings"
    level = 86
    verbose_name = _("Rankings")
