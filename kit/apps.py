from kit import subjects


class KitConfig(subjects.SubjectConfig):
    name = "kit"
    level = -2

    def ready(self) -> None:
        """Find scopes and errors of all apps and what their problems show, and check that translations are compiled."""
        from django.core import checks
        from django.utils.module_loading import autodiscover_modules

        from kit.catalogues import check_catalogues

        checks.register(check_catalogues, checks.Tags.translation)
        autodiscover_modules("scopes", "errors", "api.problems")
