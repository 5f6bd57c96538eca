"""Rankings and histories of ratings as JSON."""

from typing import Any

from rest_framework import serializers

from games.core import rule_sets
from games.core.api.serializers import Side
from games.core.models.games import Game
from games.core.models.terms import Pool
from games.people import countries
from games.players.api.serializers import NamedPlayerSerializer
from kit.fields import ChoiceField, FlagField
from muehle import STANDARD


class PoolQuery(serializers.Serializer[Any]):
    pool = ChoiceField(choices=Pool.choices, default=Pool.PEOPLE.value)


class RankingQuery(PoolQuery):
    """Which ranking."""

    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name)
    provisional = FlagField(default=False, help_text="The players with a provisional rating instead of a settled one.")
    country = ChoiceField(
        choices=[(code, code) for code in countries.codes()],
        default="",
        help_text="A code of ISO 3166-1, such as `DE`: the players who say that they are there.",
    )


class RankedPlayerSerializer(NamedPlayerSerializer):
    """A player in a ranking."""

    place = serializers.IntegerField(help_text="Players with the same rating share it.")
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Rated games.")
    rated_at = serializers.DateTimeField(allow_null=True, help_text="When the last rated game ended.")


class ScoreSerializer(serializers.Serializer[Any]):
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class ColourScoreSerializer(ScoreSerializer):
    color = serializers.ChoiceField(choices=Side.choices)


class EndingScoreSerializer(ScoreSerializer):
    termination = serializers.ChoiceField(choices=Game.Termination.choices)


class MonthSerializer(ScoreSerializer):
    month = serializers.CharField(help_text="In UTC, as `2026-11`.")
    rating = serializers.IntegerField(help_text="After the last game of the month.")


class OpponentScoreSerializer(ScoreSerializer):
    player = NamedPlayerSerializer()


class OpeningScoreSerializer(ScoreSerializer):
    position = serializers.CharField(help_text="After four half-moves, as one of the games had it.")


class BestWinSerializer(serializers.Serializer[Any]):
    """The win against the opponent with the highest rating before the game."""

    game = serializers.IntegerField()
    opponent = NamedPlayerSerializer()
    rating = serializers.IntegerField(help_text="The opponent’s.")


class PlayerRatingSerializer(serializers.Serializer[Any]):
    """A rating, and what it was made of. All figures count rated games under these rules in this pool."""

    rules = serializers.ChoiceField(choices=rule_sets.choices())
    pool = serializers.ChoiceField(choices=Pool.choices)
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    provisional = serializers.BooleanField()
    place = serializers.IntegerField(
        allow_null=True,
        help_text="In the ranking; null for provisional ratings and for players without a recent rated game.",
    )
    players = serializers.IntegerField(help_text="How many are in the ranking.")
    highest = serializers.IntegerField(allow_null=True)
    score = ScoreSerializer()
    by_color = ColourScoreSerializer(many=True)
    by_termination = EndingScoreSerializer(many=True)
    by_month = MonthSerializer(many=True)
    opponents = OpponentScoreSerializer(many=True, help_text="The most frequent ones.")
    average_opponent = serializers.IntegerField(allow_null=True, help_text="The mean rating of the opponents.")
    best_win = BestWinSerializer(allow_null=True)
    openings = OpeningScoreSerializer(
        many=True, help_text="The most frequent ones of the latest 500 games, up to the symmetries of the board."
    )


class RatingChangeSerializer(serializers.Serializer[Any]):
    """What a rated game did to a rating."""

    game = serializers.IntegerField()
    finished_at = serializers.DateTimeField()
    opponent = NamedPlayerSerializer()
    score = serializers.FloatField(help_text="1 for a win, 0.5 for a draw, 0 for a loss.")
    rating_before = serializers.IntegerField()
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()


class EncounterSerializer(RatingChangeSerializer):
    """A rated game of the player against the other one."""

    rules = serializers.ChoiceField(choices=rule_sets.choices())
    pool = serializers.ChoiceField(choices=Pool.choices)
