from django.utils.translation import gettext_lazy as _

from kit import subjects


class ReportsConfig(subjects.SubjectConfig):
    name = "games.reports"
    level = 95
    verbose_name = _("Reports")
    staff_permissions = {"helper": ["view_personcase"]}

    def ready(self) -> None:
        """Let disputes know which cases about people a member of staff has brought."""
        from games.disputes import parties
        from games.reports.cases import brought_by

        parties.person_cases.add(brought_by)
