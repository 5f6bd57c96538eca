from django.utils.translation import gettext_lazy as _

from kit import subjects


class AuditConfig(subjects.SubjectConfig):
    name = "games.audit"
    level = 95
    verbose_name = _("Audit")
