from django.utils.translation import gettext_lazy as _

from games.core.subjects import SubjectConfig


class ChallengesConfig(SubjectConfig):
    name = "games.challenges"
    level = 80
    verbose_name = _("Challenges")
