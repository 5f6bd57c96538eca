from typing import Any

from django.utils.translation import gettext_lazy as _

from kit import subjects


class PuzzlesConfig(subjects.SubjectConfig):
    name = "games.puzzles"
    level = 88
    verbose_name = _("Puzzles")

    def ready(self) -> None:
        """Store the puzzles of the package after each migration, and hear of reviews that are finished."""
        from django.db.models.signals import post_migrate

        from games.core.event_log import recorded
        from games.puzzles import making

        post_migrate.connect(_establish, sender=self, dispatch_uid="games.puzzles.shipped")
        recorded.add(making.hear)


def _establish(apps: Any, **_options: Any) -> None:
    from games.puzzles import shipped

    try:
        apps.get_model("puzzles", "Puzzle")
    except LookupError:
        # The database was migrated to a state before these tables.
        return
    shipped.establish()
