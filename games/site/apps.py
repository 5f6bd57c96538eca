from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "games.site"

    def ready(self) -> None:
        """Register what games keep of a person, for export and erasure."""
        from games.site import erasure, personal_data

        erasure.add()
        personal_data.add_all()
