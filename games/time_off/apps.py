from django.utils.translation import gettext_lazy as _

from kit import subjects


class TimeOffConfig(subjects.SubjectConfig):
    name = "games.time_off"
    level = 40
    verbose_name = _("Time off")
    staff_permissions = {"helper": ["view_freeze", "view_pauseoffer"]}
