from django.utils.translation import gettext_lazy as _

from kit import subjects


class TrophiesConfig(subjects.SubjectConfig):
    name = "games.trophies"
    level = 88
    verbose_name = _("Trophies")

    def ready(self) -> None:
        """Hear of games whose end counts no more, and add to the public profile of players in the API."""
        from games.play.interventions import reopened
        from games.players.api import profile_parts
        from games.trophies import awarding
        from games.trophies.api.profile_part import TROPHIES

        reopened.add(awarding.hear)
        profile_parts.add(TROPHIES)
