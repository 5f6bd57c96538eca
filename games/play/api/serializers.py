"""A game as JSON, its list form, and what comes in when one is played."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.chat.models import Canned, Message
from games.core import rule_sets
from games.core.api.serializers import (
    LONGEST_MOVE,
    ClockTermsSerializer,
    CountsSerializer,
    MoveField,
    PositionSerializer,
    Side,
    SidedZwickmuehleSerializer,
    TermsOfTimeSerializer,
)
from games.core.models.games import LONGEST_GAME, Game
from games.core.models.terms import Pool
from games.play.models import ConditionalMoves, DrawOffer
from kit import texts
from kit.fields import ChoiceField, FlagField, InstantField, NameField, NumberField, TextField
from muehle import POINTS, Claim
from muehle.clocks.pauses import Reason


class LineField(serializers.ListField):
    """Half-moves, the opponent’s first and one of one’s own last."""

    child = TextField(max_length=LONGEST_MOVE)

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_length": 2, "max_length": ConditionalMoves.LONGEST_LINE, **options})


class LinesField(serializers.ListField):
    """Lines of conditional moves."""

    child = LineField()

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": ConditionalMoves.MOST_LINES, **options})


class PlayerSerializer(serializers.Serializer[Any]):
    """A player in a game. The rating is the one before the game, in its rule set and pool."""

    username = serializers.CharField()
    display_name = serializers.CharField(help_text="The name that people read; the username if no other was chosen.")
    bot = serializers.BooleanField()
    guest = serializers.BooleanField()
    rating = serializers.IntegerField(allow_null=True)
    rating_change = serializers.IntegerField(allow_null=True)


class PlayersSerializer(serializers.Serializer[Any]):
    white = PlayerSerializer()
    black = PlayerSerializer()


class RunningClockSerializer(ClockTermsSerializer):
    """The clock now: only the side on move uses its time. `deadline_at` is the last instant for its move."""

    remaining_seconds = CountsSerializer(help_text="What each side has for its next move.")
    total_left_seconds = CountsSerializer(
        allow_null=True, help_text="What each side has left of the total length; null without one."
    )
    leave_used_seconds = CountsSerializer(
        help_text="Leave and emergency days that have paused the clock of each side, up to now."
    )
    leave_left_seconds = CountsSerializer(
        help_text="The leave that `leave_days` still allows each side, counted in the same way."
    )
    deadline_at = serializers.DateTimeField(allow_null=True)
    first_move_deadline_at = serializers.DateTimeField(
        allow_null=True,
        help_text="Equal to `deadline_at` while the side on move has not moved in a rated game, otherwise null. If it "
        "passes, the game is aborted without a result. It is at most seven days after the beginning of the turn, not "
        "counting pauses.",
    )
    paused = serializers.ListField(
        child=serializers.ChoiceField(choices=[reason.value for reason in Reason]),
        help_text="Reasons why the clock is paused; empty while it runs.",
    )
    paused_until = serializers.DateTimeField(allow_null=True, help_text="When it runs again; null while it runs.")
    grace_until = serializers.DateTimeField(
        allow_null=True,
        help_text="Set when time has run out in a game with `timeout` `claim`: until then the player may still move.",
    )


class GameSummaryBase(TermsOfTimeSerializer):
    """What the list form and the whole game have in common."""

    number = serializers.IntegerField()
    players = PlayersSerializer()
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    rated = serializers.BooleanField()
    pool = serializers.ChoiceField(choices=Pool.choices, help_text="The pool in which the game counts if it is rated.")
    colours_by_lot = serializers.BooleanField()
    status = serializers.ChoiceField(choices=Game.Status.choices)
    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices, allow_null=True)
    turn = serializers.ChoiceField(choices=Side.choices, allow_null=True, help_text="Null when the game has ended.")
    ply = serializers.IntegerField(help_text="Half-moves played; the next one is `ply` + 1.")
    position = PositionSerializer()
    quiet_half_moves = serializers.IntegerField(
        help_text="Half-moves since the last placing or the last closing of a mill."
    )
    quiet_limit = serializers.IntegerField(allow_null=True)
    repetitions = serializers.IntegerField(help_text="How often the position has occurred, this time included.")
    clock = RunningClockSerializer()
    server_time = serializers.DateTimeField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class GameSummarySerializer(GameSummaryBase):
    """A game in a list."""

    last_move = serializers.CharField(allow_null=True)


class MoveSerializer(serializers.Serializer[Any]):
    """A half-move, including its removal."""

    ply = serializers.IntegerField()
    move = serializers.CharField()
    at = serializers.DateTimeField()


class MovesPageSerializer(serializers.Serializer[Any]):
    """All moves of a game; there is never a second page."""

    results = MoveSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class DrawOfferSerializer(serializers.Serializer[Any]):
    """A draw offer that waits for an answer."""

    by = serializers.ChoiceField(choices=Side.choices)
    ply = serializers.IntegerField(help_text="Half-moves played when the offer was made.")
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class TakebackSerializer(serializers.Serializer[Any]):
    """A request to take a move back that waits for an answer."""

    by = serializers.ChoiceField(choices=Side.choices)
    ply = serializers.IntegerField(help_text="Half-moves played when it was made.")
    ply_after = serializers.IntegerField(help_text="Half-moves that are left if the opponent agrees.")
    at = serializers.DateTimeField()


class PauseOfferSerializer(serializers.Serializer[Any]):
    """An offer of a pause that waits for an answer."""

    by = serializers.ChoiceField(choices=Side.choices)
    ply = serializers.IntegerField(help_text="Half-moves played when it was made.")
    until = serializers.DateTimeField(help_text="The end of the pause, if the opponent accepts.")
    at = serializers.DateTimeField()


class SequenceSerializer(serializers.Serializer[Any]):
    """The last `length` half-moves have been played `times` times in a row, at least twice."""

    length = serializers.IntegerField()
    times = serializers.IntegerField()


class GameSerializer(GameSummaryBase):
    """A game. Open draw offers, pause offers and requests to take a move back are shown to its players only."""

    legal_moves = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="For the player on move; null for others, unless requested with `?legal_moves=true`.",
    )
    claimable_draws = serializers.ListField(
        child=serializers.ChoiceField(choices=[claim.value for claim in Claim]),
        help_text="Grounds on which the player on move may claim a draw, under rules that require a claim.",
    )
    sequence = SequenceSerializer(
        allow_null=True,
        help_text="The sequence that was just repeated, under rules by which repeated sequences of moves are a draw.",
    )
    draw_offer = DrawOfferSerializer(allow_null=True)
    takeback = TakebackSerializer(allow_null=True)
    pause_offer = PauseOfferSerializer(allow_null=True)
    moves = MoveSerializer(many=True)


# --- Input ------------------------------------------------------------------------------------------------------------


class GameQuery(serializers.Serializer[Any]):
    legal_moves = FlagField(default=False, help_text="Include the legal moves even if you are not the player on move.")


class MoveInput(serializers.Serializer[Any]):
    """`ply` is the number of the half-move being played, so that sending it twice is harmless."""

    move = MoveField(max_length=LONGEST_MOVE, help_text="For example d6, d6-f6 or d6-f6xa1.")
    ply = NumberField(min_value=1, max_value=LONGEST_GAME)
    offer_draw = FlagField(default=False)
    message = TextField(max_length=Message.LONGEST, allow_blank=True, default="")
    canned = ChoiceField(
        choices=Canned.choices,
        required=False,
        help_text="Instead of a message: the key of a ready-made sentence.",
    )
    conditional_moves = LinesField(
        default=list, help_text="Conditional moves after this move, as `lines` of the conditional moves of a game."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One message at most."""
        if attrs["message"].strip() and "canned" in attrs:
            raise serializers.ValidationError({"message": [texts.EITHER_OR]})
        return attrs


class ReasonInput(serializers.Serializer[Any]):
    reason = TextField(max_length=DrawOffer.LONGEST, allow_blank=True, default="")


class PauseInput(serializers.Serializer[Any]):
    until = InstantField(
        help_text="The end of the pause, 1 to 60 days from now; if a pause is already agreed on, at least a day "
        "after its end."
    )


class ClaimInput(serializers.Serializer[Any]):
    claim = ChoiceField(choices=[claim.value for claim in Claim])


class ProofSerializer(serializers.Serializer[Any]):
    """A proved claim: what was counted and, for a repetition, after which half-moves the position was on the board."""

    claim = serializers.ChoiceField(choices=[claim.value for claim in Claim])
    count = serializers.IntegerField()
    needed = serializers.IntegerField()
    plies = serializers.ListField(child=serializers.IntegerField())


class ProvenClaimSerializer(ProofSerializer):
    """The proof, with the game that it has ended."""

    game = GameSerializer()


class GamesQuery(serializers.Serializer[Any]):
    """Filters of the list. Ongoing games come by deadline, most urgent first; ended ones by their end, latest first;
    without a status the newest come first."""

    player = NameField(required=False, help_text="Username: games of this player.")
    opponent = NameField(
        required=False, help_text="Username: games against this player. Requires `player` or `waiting`."
    )
    status = ChoiceField(choices=Game.Status.choices, required=False)
    result = ChoiceField(choices=Game.Result.choices, required=False)
    termination = ChoiceField(choices=Game.Termination.choices, required=False)
    rules = ChoiceField(choices=rule_sets.choices(), required=False)
    rated = FlagField(required=False)
    waiting = FlagField(default=False, help_text="Only games in which it is your turn, most urgent first.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "opponent" in attrs and "player" not in attrs and not attrs["waiting"]:
            raise serializers.ValidationError(
                {"opponent": _("This filter can only be used with “player” or “waiting”.")}
            )
        return attrs


# --- Conditional moves ------------------------------------------------------------------------------------------------


class PointField(ChoiceField):
    """A point of the board, from a7 to g1."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=list(POINTS), **options)


class ProgrammeInput(serializers.Serializer[Any]):
    """One stone moves to and fro between `u` and `v`. `take` has the points of opposing stones, in the order in which
    they are to be removed."""

    u = PointField()
    v = PointField()
    take = serializers.ListField(child=PointField(), min_length=1, max_length=ConditionalMoves.MOST_TO_TAKE)


class ConditionalMovesInput(serializers.Serializer[Any]):
    """`lines` or a `programme`, or neither to store nothing. `ply` is the number of your opponent’s next half-move."""

    ply = NumberField(min_value=1, max_value=LONGEST_GAME)
    lines = LinesField(default=list)
    programme = ProgrammeInput(allow_null=True, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raises ValidationError where both are there."""
        if attrs["lines"] and attrs["programme"]:
            raise serializers.ValidationError({"programme": [gettext("Send either lines or a programme, not both.")]})
        return attrs


class ConditionalMovesSerializer(serializers.Serializer[Any]):
    """Your conditional moves, starting with half-move `ply`, the opponent’s next one. If there are none, `lines` is
    empty and `programme` is null."""

    game = serializers.IntegerField()
    ply = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    programme = ProgrammeInput(allow_null=True)


# --- Zwickmühlen ------------------------------------------------------------------------------------------------------


class ZwickmuehlenQuery(serializers.Serializer[Any]):
    """`ply` is the half-move after which the position is looked at; without it the current one is."""

    ply = serializers.IntegerField(min_value=0, max_value=LONGEST_GAME, required=False)


class GameZwickmuehlenSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    ply = serializers.IntegerField()
    zwickmuehlen = SidedZwickmuehleSerializer(many=True)
