from games.core import subjects


class WebConfig(subjects.SubjectConfig):
    name = "games.web"
    level = 30

    def ready(self) -> None:
        """Register the check that translations are compiled."""
        from django.core import checks

        from games.web.checks import check_catalogues

        checks.register(check_catalogues, checks.Tags.translation)
