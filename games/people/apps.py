from django.utils.translation import gettext_lazy as _

from kit import subjects


class PeopleConfig(subjects.SubjectConfig):
    name = "games.people"
    level = 84
    verbose_name = _("Profiles")
    staff_permissions = {"helper": ["view_profile"], "arbiter": ["change_profile"]}

    def ready(self) -> None:
        """Add to the public profile of players in the API, and keep the words of their names."""
        from games.people import search as search
        from games.people.api.profile_part import PROFILE
        from games.players.api import profile_parts

        profile_parts.add(PROFILE)
