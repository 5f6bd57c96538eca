from django.utils.translation import gettext_lazy as _

from games.core import subjects


class ReportsConfig(subjects.SubjectConfig):
    name = "games.reports"
    level = 95
    verbose_name = _("Reports")
    staff_permissions = {"helper": ["view_personcase"]}
