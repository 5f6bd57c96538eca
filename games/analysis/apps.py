from django.utils.translation import gettext_lazy as _

from games.core.subjects import SubjectConfig


class AnalysisConfig(SubjectConfig):
    name = "games.analysis"
    level = 80
    verbose_name = _("Imported games")
