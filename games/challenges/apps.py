from django.utils.translation import gettext_lazy as _

from kit import subjects


class ChallengesConfig(subjects.SubjectConfig):
    name = "games.challenges"
    level = 80
    verbose_name = _("Challenges")
    staff_permissions = {"arbiter": ["view_challenge"]}
