from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TimeOffConfig(AppConfig):
    name = "games.time_off"
    verbose_name = _("Time off")
