from django.utils.translation import gettext_lazy as _

from kit import subjects


class ExplorerConfig(subjects.SubjectConfig):
    name = "games.explorer"
    level = 82
    verbose_name = _("Opening explorer")

    def ready(self) -> None:
        """Hear of games that are resumed by a decision: they are counted no more."""
        from games.core.event_log import recorded
        from games.explorer import counting

        recorded.add(counting.hear)
