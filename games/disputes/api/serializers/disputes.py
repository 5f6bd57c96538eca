"""Disputes and what comes of them, as JSON."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import ChoiceField, NumberField, TextField
from games.core.models.games import Game
from games.disputes.models import Dispute
from games.disputes.presenters import SHOWN_ACTIONS
from games.play.api.serializers.games import LONGEST_GAME
from games.players.models import Sanction
from muehle.draws import Claim


class FoundSerializer(serializers.Serializer[Any]):
    """A draw that the server has looked for, with its figures."""

    claim = serializers.ChoiceField(choices=[claim.value for claim in Claim])
    count = serializers.IntegerField()
    needed = serializers.IntegerField()
    plies = serializers.ListField(child=serializers.IntegerField())
    holds = serializers.BooleanField()


class MarkedSerializer(serializers.Serializer[Any]):
    """What the server has found of the half-moves that were marked for a draw."""

    plies = serializers.ListField(child=serializers.IntegerField())
    is_same = serializers.BooleanField(help_text="They led to one position, with the same side to move.")
    stood_after = serializers.ListField(
        child=serializers.IntegerField(), help_text="All half-moves after which the first one’s position stood."
    )
    claimable_after = serializers.ListField(
        child=serializers.IntegerField(), help_text="After these a draw could have been claimed."
    )
    quiet_after = serializers.ListField(
        child=serializers.IntegerField(), help_text="The marked half-moves after which the quiet limit was reached."
    )


class ConfirmedSerializer(serializers.Serializer[Any]):
    """A draw that could have been claimed, as the server confirms; an arbiter decides."""

    claim = serializers.ChoiceField(choices=[claim.value for claim in Claim])
    ply = serializers.IntegerField(help_text="The half-move after which it could be claimed first.")


class StandingSerializer(serializers.Serializer[Any]):
    """How a game stood."""

    status = serializers.ChoiceField(choices=Game.Status.choices)
    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices, allow_null=True)


class CaseStepSerializer(serializers.Serializer[Any]):
    """What an arbiter has done with a dispute, from the audit log."""

    action = serializers.ChoiceField(choices=[(action, action) for action in SHOWN_ACTIONS])
    at = serializers.DateTimeField()
    before = StandingSerializer(allow_null=True, help_text="The game before, where the step has changed it; else null.")
    after = StandingSerializer(allow_null=True)


class DisputeSerializer(serializers.Serializer[Any]):
    """A dispute about a game, as one of its players sees it."""

    number = serializers.IntegerField()
    game = serializers.IntegerField(help_text="The number of the game.")
    opened_by = serializers.CharField()
    category = serializers.ChoiceField(choices=Dispute.Category.choices)
    text = serializers.CharField(allow_blank=True)
    plies = serializers.ListField(child=serializers.IntegerField(), help_text="The half-moves that were marked.")
    claims = FoundSerializer(many=True, help_text="What the server has found by itself.")
    marked = MarkedSerializer(allow_null=True, help_text="What it has found of the half-moves that were marked.")
    confirmed = ConfirmedSerializer(allow_null=True, help_text="What it confirms and leaves to an arbiter.")
    appeal_of = serializers.IntegerField(allow_null=True, help_text="The dispute whose verdict is appealed.")
    status = serializers.ChoiceField(choices=Dispute.Status.choices)
    opened_at = serializers.DateTimeField()
    frozen_until = serializers.DateTimeField(allow_null=True, help_text="So long it holds the clocks at most.")
    clocks_run = serializers.ChoiceField(
        choices=Dispute.ClocksRun.choices,
        allow_null=True,
        help_text="Why it stopped no clock when it was opened, though it is about how a game ends that goes on.",
    )
    verdict = serializers.ChoiceField(choices=Dispute.Verdict.choices, allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why an arbiter has decided so.")
    decided_at = serializers.DateTimeField(allow_null=True)
    steps = CaseStepSerializer(many=True, help_text="What arbiters have done with it, in order.")


class DisputeInput(serializers.Serializer[Any]):
    category = ChoiceField(choices=Dispute.Category.choices)
    text = TextField(max_length=Dispute.LONGEST, allow_blank=True, default="")
    plies = serializers.ListField(
        child=NumberField(min_value=1, max_value=LONGEST_GAME),
        max_length=Dispute.MOST_PLIES,
        default=list,
        help_text="Half-moves that show what you mean.",
    )


class DisputeAppealInput(serializers.Serializer[Any]):
    text = TextField(max_length=Dispute.LONGEST)


class MeasureSerializer(serializers.Serializer[Any]):
    """What an arbiter has imposed on you."""

    id = serializers.IntegerField()
    game = serializers.IntegerField(
        allow_null=True, help_text="The number of the game that it is about; null where it is about reports."
    )
    kind = serializers.ChoiceField(choices=Sanction.Kind.choices)
    reason = serializers.CharField()
    imposed_at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True, help_text="Null for a warning.")
    acknowledged_at = serializers.DateTimeField(allow_null=True)
    lifted_at = serializers.DateTimeField(allow_null=True, help_text="When an appeal has taken it away.")
