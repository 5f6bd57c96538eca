from django.utils.translation import gettext_lazy as _

from kit import subjects


class ClubsConfig(subjects.SubjectConfig):
    name = "games.clubs"
    # Above the rankings, which a club has of its own, and below reports, which may be about a post.
    level = 89
    verbose_name = _("Clubs")
    staff_permissions = {"helper": ["view_club", "view_post"], "arbiter": ["change_club", "change_post"]}

    def ready(self) -> None:
        """Add the clubs of a player to their public profile in the API."""
        from games.clubs.api.profile_part import PROFILE
        from games.players.api import profile_parts

        profile_parts.add(PROFILE)
