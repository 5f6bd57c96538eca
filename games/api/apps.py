from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ApiConfig(AppConfig):
    name = "games.api"

    def ready(self) -> None:
        """Find the errors of all apps, and what their problems show."""
        autodiscover_modules("errors", "api.problems")
