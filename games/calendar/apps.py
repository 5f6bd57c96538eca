from django.utils.translation import gettext_lazy as _

from kit import subjects


class CalendarConfig(subjects.SubjectConfig):
    name = "games.calendar"
    level = 100
    verbose_name = _("Calendar subscriptions")
