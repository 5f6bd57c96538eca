from django.utils.translation import gettext_lazy as _

from kit import subjects


class AnalysisConfig(subjects.SubjectConfig):
    name = "games.analysis"
    level = 80
    verbose_name = _("Imported games")
