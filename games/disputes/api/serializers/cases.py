"""Cases of staff as JSON, and what comes in when one is settled."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import ChoiceField, FlagField, NumberField, TextField
from games.chat.api.serializers import MessageSerializer
from games.core.notifications import DeliveryStatus
from games.disputes.api.serializers.disputes import DisputeSerializer, MeasureSerializer
from games.disputes.models import Dispute, DisputeNote
from games.disputes.verdicts import LONGEST_DAYS, MOST_SECONDS, VERDICT_CHOICES
from games.players.verdict_reasons import StandardReason


class CasePlayersSerializer(serializers.Serializer[Any]):
    white = serializers.CharField()
    black = serializers.CharField()


class CaseSummarySerializer(DisputeSerializer):
    """A case as staff see it in the queue."""

    players = CasePlayersSerializer()
    severity = serializers.IntegerField(
        help_text="How urgent the case is: -1 if staff have marked it as urgent, 0 if it stops a clock, otherwise a "
        "positive number, where lower means more urgent. Closed cases have the highest number."
    )
    due_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When the case should be decided; null if it is closed. Overdue cases come right after urgent ones.",
    )
    overdue = serializers.BooleanField()
    you_play_one = serializers.BooleanField(help_text="Whether you have an ongoing game with one of the players.")
    escalated_by = serializers.CharField(
        allow_null=True, help_text="Who has marked the case as urgent, until it is taken."
    )
    escalated_at = serializers.DateTimeField(allow_null=True)
    taken_by = serializers.CharField(allow_null=True)
    taken_at = serializers.DateTimeField(allow_null=True)
    decided_by = serializers.CharField(
        allow_null=True, help_text="The arbiter who decided; null if the server or the players did."
    )


class CaseMoveSerializer(serializers.Serializer[Any]):
    ply = serializers.IntegerField()
    move = serializers.CharField()
    at = serializers.DateTimeField()
    deadline_at = serializers.DateTimeField()
    spent_seconds = serializers.IntegerField()
    stood_seconds = serializers.IntegerField(help_text="How long the clock was paused since the previous half-move.")
    near_the_deadline = serializers.BooleanField()


class CaseFreezeSerializer(serializers.Serializer[Any]):
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class CaseOfferSerializer(serializers.Serializer[Any]):
    ply = serializers.IntegerField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)
    status = serializers.CharField(help_text="`open`, `accepted`, `declined` or `lapsed`.")
    answered_at = serializers.DateTimeField(allow_null=True)
    answer = serializers.CharField(allow_blank=True)


class CaseNotificationSerializer(serializers.Serializer[Any]):
    to = serializers.CharField()
    about = serializers.CharField(help_text="In the language of `Accept-Language`, like `channel`.")
    channel = serializers.CharField()
    status = serializers.ChoiceField(choices=DeliveryStatus.choices)
    sent_at = serializers.DateTimeField(allow_null=True)
    error = serializers.CharField(allow_blank=True)


class CaseShareSerializer(serializers.Serializer[Any]):
    """A number out of a total."""

    count = serializers.IntegerField()
    total = serializers.IntegerField()


class CaseFairPlaySerializer(serializers.Serializer[Any]):
    """Behaviour statistics over ongoing games and those that have ended within a year. Games are listed by number,
    latest first."""

    games = serializers.IntegerField()
    late_when_behind = CaseShareSerializer(
        help_text="Answers in the last tenth of their time, with fewer stones than the opponent."
    )
    late_otherwise = CaseShareSerializer()
    draw_offers = serializers.IntegerField()
    insistent_games = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Games in which more than three of the player’s draw offers were declined.",
    )
    lost_on_time = serializers.ListField(child=serializers.IntegerField())
    lost_on_time_in_a_row = serializers.IntegerField()
    aborted = serializers.ListField(child=serializers.IntegerField(), help_text="Games that the player has aborted.")
    reported = serializers.ListField(
        child=serializers.IntegerField(), help_text="Games in which an opponent has reported the player’s messages."
    )


RELIABILITY = "In percent; null with fewer than five games."


class CaseKeptSerializer(serializers.Serializer[Any]):
    """What was known about a player when the case was opened. Fields of the same name mean the same as in `players`."""

    median_answer_seconds = serializers.IntegerField(allow_null=True)
    elsewhere_median_answer_seconds = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    lost_on_time = serializers.IntegerField()
    reliability = serializers.IntegerField(allow_null=True, help_text=RELIABILITY)
    aborted = serializers.IntegerField()
    offers = serializers.IntegerField()
    near_the_deadline = serializers.IntegerField()
    measures = serializers.ListField(child=serializers.IntegerField(), help_text="The `id` of each sanction.")
    notices = serializers.DictField(
        child=serializers.IntegerField(), help_text="The number of notifications about this game, by `status`."
    )


class CaseKeptBothSerializer(serializers.Serializer[Any]):
    white = CaseKeptSerializer()
    black = CaseKeptSerializer()


class CaseThenSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    players = CaseKeptBothSerializer()


class CasePastSerializer(serializers.Serializer[Any]):
    """What is known about a player: in this game, and in their last 100 games that have ended."""

    username = serializers.CharField()
    median_answer_seconds = serializers.IntegerField(allow_null=True, help_text="In this game.")
    elsewhere_median_answer_seconds = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    lost_on_time = serializers.IntegerField()
    reliability = serializers.IntegerField(allow_null=True, help_text=RELIABILITY)
    aborted = serializers.IntegerField()
    offers = serializers.IntegerField(help_text="Draw offers in this game.")
    near_the_deadline = serializers.IntegerField(help_text="Answers in this game in the last tenth of their time.")
    measures = MeasureSerializer(many=True)
    disputes = serializers.ListField(
        child=serializers.IntegerField(), help_text="Other cases about games of this player."
    )
    fair_play = CaseFairPlaySerializer()


class CasePastsSerializer(serializers.Serializer[Any]):
    white = CasePastSerializer()
    black = CasePastSerializer()


class CaseEvidenceSerializer(serializers.Serializer[Any]):
    moves = CaseMoveSerializer(many=True)
    freezes = CaseFreezeSerializer(many=True)
    offers = CaseOfferSerializer(many=True)
    notices = CaseNotificationSerializer(many=True)
    messages = MessageSerializer(many=True)
    players = CasePastsSerializer()
    then = CaseThenSerializer(allow_null=True, help_text="What was known when the case was opened.")


class CaseNoteSerializer(serializers.Serializer[Any]):
    """A note by staff, for staff only."""

    author = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class CaseActionSerializer(serializers.Serializer[Any]):
    """A row of the audit log."""

    actor = serializers.CharField()
    action = serializers.CharField()
    at = serializers.DateTimeField()
    against = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    before = serializers.DictField()
    after = serializers.DictField()


class CaseProposalSerializer(serializers.Serializer[Any]):
    """A decision that the server proposes: the draw, and a warning for the opponent of the player who has claimed
    it."""

    verdict = serializers.ChoiceField(choices=VERDICT_CHOICES)
    against = serializers.CharField()
    ready = serializers.ChoiceField(choices=StandardReason.choices)
    ready_warning = serializers.ChoiceField(choices=StandardReason.choices)


class CaseSerializer(CaseSummarySerializer):
    """A case with everything that the server has gathered about it."""

    proposal = CaseProposalSerializer(
        allow_null=True,
        help_text="A decision that can be sent as it is, if the server has confirmed a draw; otherwise null.",
    )
    evidence = CaseEvidenceSerializer()
    next_case = serializers.IntegerField(
        allow_null=True,
        help_text="The number of the next case in the queue that you may decide, or else of the first one; null if "
        "there is no other.",
    )
    notes = CaseNoteSerializer(many=True)
    deeds = CaseActionSerializer(many=True)


class CasesQuery(serializers.Serializer[Any]):
    status = ChoiceField(
        choices=Dispute.Status.choices, required=False, help_text="By default, undecided cases are listed."
    )
    mine = FlagField(default=False, help_text="Only cases that you have taken or decided.")
    escalated = FlagField(default=False, help_text="Only cases that staff have marked as urgent.")
    overdue = FlagField(default=False, help_text="Only cases whose due date has passed.")


class CaseNoteInput(serializers.Serializer[Any]):
    text = TextField(max_length=DisputeNote.LONGEST)


class CaseEscalationInput(serializers.Serializer[Any]):
    reason = TextField(max_length=DisputeNote.LONGEST, help_text="Why the case cannot wait; for staff only.")


class CaseHoldInput(serializers.Serializer[Any]):
    reason = TextField(max_length=Dispute.LONGEST, help_text="Why the clocks must be stopped; for the audit log.")


class CaseVerdictInput(serializers.Serializer[Any]):
    """A decision. Its reason is either a `reason` in your own words, or `ready`: the key of a ready-made reason, which
    readers see in their own language."""

    verdict = ChoiceField(choices=VERDICT_CHOICES)
    reason = TextField(max_length=Dispute.LONGEST, allow_blank=True, default="")
    ready = ChoiceField(choices=StandardReason.choices, required=False)
    seconds = NumberField(
        min_value=0,
        max_value=MOST_SECONDS,
        default=0,
        help_text="With `resumed`: time that is given back to the side on move.",
    )
    against = TextField(max_length=150, required=False, help_text="The player who is sanctioned.")
    days = NumberField(
        min_value=1,
        max_value=LONGEST_DAYS,
        required=False,
        help_text="With `muted` and `suspended`: the length of the sanction.",
    )
    warning = TextField(
        max_length=Dispute.LONGEST,
        allow_blank=True,
        default="",
        help_text="A text that only the sanctioned player reads; if it is empty, they read the reason.",
    )
    ready_warning = ChoiceField(
        choices=StandardReason.choices, required=False, help_text="Instead of `warning`: the key of a ready-made text."
    )
