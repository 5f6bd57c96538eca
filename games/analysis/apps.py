from django.utils.translation import gettext_lazy as _

from games.core import subjects


class AnalysisConfig(subjects.SubjectConfig):
    name = "games.analysis"
    level = 80
    verbose_name = _("Imported games")
