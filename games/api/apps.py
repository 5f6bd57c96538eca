from django.utils.module_loading import autodiscover_modules

from games.core import subjects


class ApiConfig(subjects.SubjectConfig):
    name = "games.api"
    level = 10

    def ready(self) -> None:
        """Find the errors of all apps, and what their problems show."""
        autodiscover_modules("errors", "api.problems")
