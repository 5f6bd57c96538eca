"""The content of the page about one rating of a player."""

from dataclasses import dataclass

from accounts.models import User
from games.core.labels import shown_colour, stones_in_words
from games.core.models.terms import Pool
from games.players.models import Rating
from games.rankings.histories import Opening, Score
from games.rankings.pages.chart import MOST_POINTS, Chart
from games.rankings.summaries import RatingSummary
from games.web.templatetags.diagrams import Diagram
from muehle import RULESETS, Color


@dataclass(frozen=True, kw_only=True)
class PlayerPage:
    player: User
    summary: RatingSummary

    @property
    def rating(self) -> Rating:
        return self.summary.rating

    @property
    def chart(self) -> Chart | None:
        """None with fewer than two games, and for a computer, whose rating does not change."""
        points = self.summary.history.points
        if self.rating.is_fixed or len(points) < 2:
            return None
        return Chart(self.summary.history.sampled(MOST_POINTS))

    @property
    def is_of_bots(self) -> bool:
        return self.rating.pool == Pool.BOTS

    @property
    def colours(self) -> list[tuple[Color, Score]]:
        return list(zip(Color, self.summary.history.colours, strict=True))

    @property
    def openings(self) -> list[tuple[Diagram, Opening]]:
        return [(self._picture(opening), opening) for opening in self.summary.openings]

    def _picture(self, opening: Opening) -> Diagram:
        rules, position = RULESETS[self.rating.rules], opening.position
        colours = shown_colour(rules, Color.WHITE), shown_colour(rules, Color.BLACK)
        return Diagram(position=position, says=stones_in_words(position, rules), colours=colours, size="small")
