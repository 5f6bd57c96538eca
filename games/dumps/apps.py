from django.utils.translation import gettext_lazy as _

from kit import subjects


class DumpsConfig(subjects.SubjectConfig):
    name = "games.dumps"
    level = 82
    verbose_name = _("Dumps of games")

    def ready(self) -> None:
        """Hear of games whose end counts no more, and of players who get another name or leave."""
        from accounts.signals import renamed
        from games.dumps import changes
        from games.play.interventions import reopened

        reopened.add(changes.hear_of_game)
        renamed.connect(changes.hear_of_player)
