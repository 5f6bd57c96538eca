from django.utils.translation import gettext_lazy as _

from kit import subjects


class PeopleConfig(subjects.SubjectConfig):
    name = "games.people"
    level = 84
    verbose_name = _("Profiles")
    staff_permissions = {"helper": ["view_profile"], "arbiter": ["change_profile"]}

    def ready(self) -> None:
        """Add to the public profile of players in the API, keep the words of their names, end follows with a block,
        and tell followers of open challenges."""
        from games.challenges import actions
        from games.people import follows
        from games.people import search as search
        from games.people.api.profile_part import PROFILE
        from games.players import relations
        from games.players.api import profile_parts

        profile_parts.add(PROFILE)
        relations.has_blocked.add(follows.end_by_block)
        actions.posted.add(follows.tell_followers)
