from django.utils.translation import gettext_lazy as _

from kit import subjects


class ReviewsConfig(subjects.SubjectConfig):
    name = "games.reviews"
    level = 87
    verbose_name = _("Game reviews")

    def ready(self) -> None:
        """Hear of games that end, which are reviewed at once with REVIEW_RATED_GAMES; comment on records."""
        from games.analysis.exports.texts import evaluations
        from games.core.event_log import recorded
        from games.reviews import comments, requests

        recorded.add(requests.hear)
        evaluations.add(comments.comments_on)
