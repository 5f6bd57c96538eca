"""Disputes and what comes of them, as JSON."""

from typing import Any

from rest_framework import serializers

from games.core.models.games import LONGEST_GAME, Game
from games.disputes.models import Dispute
from games.disputes.presenters import SHOWN_ACTIONS
from games.disputes.verdict_kinds import Verdict
from games.players.models import Sanction
from kit.fields import ChoiceField, NumberField, TextField
from muehle.draws import Claim


class FoundSerializer(serializers.Serializer[Any]):
    """A draw that the server has looked for, with its figures."""

    claim = serializers.ChoiceField(choices=[claim.value for claim in Claim])
    count = serializers.IntegerField()
    needed = serializers.IntegerField()
    plies = serializers.ListField(child=serializers.IntegerField())
    holds = serializers.BooleanField()


class MarkedSerializer(serializers.Serializer[Any]):
    """What the server has found about the half-moves that were marked for a draw."""

    plies = serializers.ListField(child=serializers.IntegerField())
    is_same = serializers.BooleanField(help_text="They all led to the same position, with the same side to move.")
    stood_after = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="All half-moves after which the position of the first marked one was on the board.",
    )
    claimable_after = serializers.ListField(
        child=serializers.IntegerField(), help_text="Those of `stood_after` after which a draw could have been claimed."
    )
    quiet_after = serializers.ListField(
        child=serializers.IntegerField(), help_text="The marked half-moves after which the quiet limit was reached."
    )


class ConfirmedSerializer(serializers.Serializer[Any]):
    """A draw that could have been claimed, as the server confirms. An arbiter decides."""

    claim = serializers.ChoiceField(choices=[claim.value for claim in Claim])
    ply = serializers.IntegerField(help_text="The half-move after which it could first be claimed.")


class StandingSerializer(serializers.Serializer[Any]):
    """How a game stood."""

    status = serializers.ChoiceField(choices=Game.Status.choices)
    result = serializers.ChoiceField(choices=Game.Result.choices)
    termination = serializers.ChoiceField(choices=Game.Termination.choices, allow_null=True)


class CaseStepSerializer(serializers.Serializer[Any]):
    """What an arbiter has done with a dispute, from the audit log."""

    action = serializers.ChoiceField(choices=[(action, action) for action in SHOWN_ACTIONS])
    at = serializers.DateTimeField()
    before = StandingSerializer(
        allow_null=True, help_text="The game before the step, if the step has changed it; otherwise null."
    )
    after = StandingSerializer(allow_null=True)


class DisputeSerializer(serializers.Serializer[Any]):
    """A dispute about a game, as one of its players sees it."""

    number = serializers.IntegerField()
    game = serializers.IntegerField(help_text="The number of the game.")
    opened_by = serializers.CharField()
    category = serializers.ChoiceField(choices=Dispute.Category.choices)
    text = serializers.CharField(allow_blank=True)
    plies = serializers.ListField(child=serializers.IntegerField(), help_text="The half-moves that were marked.")
    claims = FoundSerializer(many=True, help_text="The draws that the server has looked for by itself.")
    marked = MarkedSerializer(allow_null=True, help_text="What the server has found about the marked half-moves.")
    confirmed = ConfirmedSerializer(
        allow_null=True, help_text="The draw that the server confirms and leaves to an arbiter."
    )
    appeal_of = serializers.IntegerField(allow_null=True, help_text="The dispute whose decision is appealed.")
    status = serializers.ChoiceField(choices=Dispute.Status.choices)
    opened_at = serializers.DateTimeField()
    frozen_until = serializers.DateTimeField(
        allow_null=True, help_text="When the clocks run again at the latest, if the dispute stops them."
    )
    clocks_run = serializers.ChoiceField(
        choices=Dispute.ClocksRun.choices,
        allow_null=True,
        help_text="Why the dispute did not stop the clocks when it was opened, although it is about the end of an "
        "ongoing game.",
    )
    verdict = serializers.ChoiceField(choices=Verdict.choices, allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="The arbiter’s reason for the decision.")
    decided_at = serializers.DateTimeField(allow_null=True)
    steps = CaseStepSerializer(many=True, help_text="What arbiters have done with the dispute, in order.")


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


class SanctionSerializer(serializers.Serializer[Any]):
    """A sanction that an arbiter has imposed on you."""

    id = serializers.IntegerField()
    game = serializers.IntegerField(
        allow_null=True, help_text="The number of the game that it is about; null if it is about reports."
    )
    kind = serializers.ChoiceField(choices=Sanction.Kind.choices)
    reason = serializers.CharField()
    imposed_at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True, help_text="Null for a warning.")
    acknowledged_at = serializers.DateTimeField(allow_null=True)
    lifted_at = serializers.DateTimeField(allow_null=True, help_text="When the sanction was lifted after an appeal.")
