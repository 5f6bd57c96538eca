"""The page of a case, and who may see which part of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.chat.models import Message
from games.core.models.games import Game
from games.core.notifications import SentNotification
from games.core.queries import moves_of
from games.disputes import assignment, evidence, queue, roles, verdicts
from games.disputes.admin import of_kind
from games.disputes.admin.best_moves import BestMoves
from games.disputes.admin.log_words import LogLine, line_of
from games.disputes.admin.players import Group, Known, groups_of, has_changed
from games.disputes.admin.replay import Frame, Replay
from games.disputes.admin.verdict_form import VerdictForm
from games.disputes.behaviour import behaviour_statistics_of
from games.disputes.evidence import ClockHistory, Marked, Offered, Past
from games.disputes.models import AuditEntry, Dispute, DisputeNote
from games.disputes.roles import Action
from games.disputes.verdict_kinds import AGAINST_NOBODY, OF_ARBITERS, TO_A_PLAYER, TO_THE_GAME, Verdict
from games.disputes.verdicts import Decision
from games.play import interventions
from games.players import sanctions
from games.players.verdict_reasons import StandardReason, translated_reason
from games.reviews.queries import find_review_for_case
from muehle.clocks.pauses import Reason

STANDS = {
    Reason.LEAVE: gettext_lazy("leave"),
    Reason.EMERGENCY_DAY: gettext_lazy("an emergency day that was used"),
    Reason.DAY_OFF: gettext_lazy("day off"),
    Reason.HOLIDAY: gettext_lazy("holiday"),
    Reason.DISPUTE: gettext_lazy("dispute"),
    Reason.AGREEMENT: gettext_lazy("pause by agreement"),
}


class Button(NamedTuple):
    """A verdict to be pressed; `kind` is what it does."""

    value: str
    words: str
    kind: str
    icon: str


@dataclass(frozen=True, kw_only=True)
class CasePage:
    """A case for `reader`; `form` is the verdict that they are writing, with its errors; `note`, `urgency` and
    `standstill` are texts that were refused."""

    dispute: Dispute
    reader: User
    now: datetime
    ply: int | None = None
    form: VerdictForm = field(repr=False)
    note: str = ""
    urgency: str = ""
    standstill: str = ""

    @property
    def game(self) -> Game:
        return self.dispute.game

    @property
    def appealed(self) -> Dispute | None:
        """The case whose verdict this one attacks; None where it is no appeal."""
        first: Dispute | None = self.dispute.appeal_of
        if first is not None:
            # Whose names its verdict says.
            first.game = self.game
        return first

    @property
    def held_until(self) -> datetime | None:
        return self.dispute.held_until(now=self.now)

    @property
    def is_overdue(self) -> bool:
        due_at: datetime = self.dispute.due_at  # type: ignore[attr-defined]  # cases_for() has counted it
        return self.dispute.is_pending and due_at <= self.now

    @cached_property
    def own_games(self) -> list[Game]:
        """The reader's ongoing games with one of the players; asked only where there is one."""
        if not self.dispute.is_pending or not self.dispute.meets:  # type: ignore[attr-defined]  # cases_for() has asked
            return []
        return list(queue.games_with(self.reader, *self.game.player_ids).with_players())

    @cached_property
    def next_number(self) -> int | None:
        """The case that comes next for the reader, if they decide cases."""
        may_decide = roles.may(self.reader, Action.TAKE)
        return queue.next_number(self.reader, now=self.now, after=self.dispute.number) if may_decide else None

    @property
    def is_mine(self) -> bool:
        return self.dispute.is_pending and self.dispute.taken_by_id == self.reader.pk

    @property
    def why_not(self) -> str:
        """Why there are no buttons; empty where there are."""
        taken_by = self.dispute.taken_by
        if not self.dispute.is_pending:
            return _("This case is closed.")
        if self.dispute.barred:  # type: ignore[attr-defined]  # cases_for() has asked
            return _("One of your decisions in this game has been appealed, so somebody else has to decide.")
        if not roles.may(self.reader, Action.TAKE):
            return _("You can read the case and add notes. Only arbiters can decide it.")
        if taken_by is not None and taken_by != self.reader and not self.is_left:
            return _("%(arbiter)s is looking at this case.") % {"arbiter": taken_by.name}
        return ""

    @property
    def may_take(self) -> bool:
        return not self.why_not and not self.is_mine

    @cached_property
    def is_left(self) -> bool:
        """Another has it, and may be relieved of it."""
        return assignment.is_left(self.dispute, now=self.now)

    @property
    def may_decide(self) -> bool:
        return not self.why_not and self.is_mine

    @property
    def proposal(self) -> Decision | None:
        """What the server proposes to whoever may decide so."""
        return verdicts.proposed(self.dispute) if self.may_decide and roles.may(self.reader, Action.IMPOSE) else None

    @property
    def proposed_reason(self) -> str:
        return translated_reason(self.proposal.reason) if self.proposal else ""

    @property
    def proposed_warning(self) -> str:
        return translated_reason(self.proposal.warning) if self.proposal else ""

    @property
    def may_hold(self) -> bool:
        """The clocks run, and this dispute has not stopped them yet."""
        return self.may_decide and self.game.is_ongoing and self.dispute.freeze_ends_at is None

    @property
    def may_note(self) -> bool:
        return roles.may(self.reader, Action.NOTE)

    @property
    def may_escalate(self) -> bool:
        waits = self.dispute.status == Dispute.Status.OPEN and not self.dispute.is_escalated
        return waits and roles.may(self.reader, Action.ESCALATE)

    @property
    def why_urgent(self) -> str:
        """The reason of the escalation; empty without one."""
        rows = [line.entry for line in self.actions if line.entry.action == "escalate"]
        return rows[-1].reason if rows and self.dispute.is_escalated else ""

    @property
    def result_stands(self) -> bool:
        """The board has decided the game, which no verdict changes."""
        return not interventions.can_be_changed(self.game)

    @property
    def about_the_game(self) -> list[Button]:
        """The ends that the game can be given, without the one that it has."""
        if self.result_stands:
            return []
        has_now = None if self.game.is_ongoing else self.game.result
        return self._buttons(each for each in OF_ARBITERS if each.row.result not in (None, has_now))

    @property
    def going_on(self) -> list[Button]:
        return [] if self.result_stands else self._buttons(each for each in TO_THE_GAME if each.row.result is None)

    @property
    def about_a_player(self) -> list[Button]:
        return self._buttons(TO_A_PLAYER)

    @property
    def dismissal(self) -> list[Button]:
        attacked = self.dispute.appeal_of_id
        may_lift = attacked is not None and sanctions.sanctions_in_force(attacked).exists()
        return self._buttons(verdict for verdict in AGAINST_NOBODY if may_lift or verdict != Verdict.LIFTED)

    @property
    def ready_reasons(self) -> dict[str, str]:
        """What the script of the page puts into the field."""
        return {each.value: str(each.label) for each in StandardReason}

    @cached_property
    def replay(self) -> Replay:
        ply = self.game.ply if self.ply is None else self.ply
        return Replay(game=self.game, moves=moves_of(self.game), ply=ply, marked=tuple(self.dispute.plies))

    @cached_property
    def marked(self) -> Marked | None:
        return evidence.marked_in(self.game, self.dispute.plies, self.replay.moves)

    @cached_property
    def clock(self) -> ClockHistory:
        return evidence.clock_of(self.game)

    @cached_property
    def best_moves(self) -> BestMoves:
        """Agreement with the best moves of the game, as far as it was evaluated."""
        review = find_review_for_case(self.game)
        return BestMoves(self.game, review, self.replay.moves, self.clock)

    @property
    def may_evaluate(self) -> bool:
        """Whether the reader may have the half-moves evaluated."""
        closed = not self.dispute.is_pending or self.dispute.barred  # type: ignore[attr-defined]
        return not closed and bool(self.game.ply) and roles.may(self.reader, Action.EVALUATE)

    @property
    def is_about_help(self) -> bool:
        """Whether the agreement with the best moves is what the case is about."""
        return self.dispute.category == Dispute.Category.COMPUTER_HELP

    @property
    def first(self) -> str:
        """The part that belongs to the kind of the case: `positions`, `chart` or `messages`; empty for others."""
        return of_kind.FIRST.get(Dispute.Category(self.dispute.category), "")

    @property
    def chart(self) -> of_kind.Chart:
        return of_kind.chart_of(self.clock.moves, self.replay.moves)

    @cached_property
    def positions(self) -> list[Frame]:
        """The boards that are to be compared."""
        plies = of_kind.plies_to_compare(self.dispute.plies, self.dispute.claims)
        return [frame for frame in self.replay.frames if frame.ply in plies]

    @cached_property
    def similar(self) -> list[Dispute]:
        """The last cases of this kind that arbiters have decided; of draws those by the same rules."""
        return queue.similar_to(self.dispute, self.reader, now=self.now)

    @property
    def nothing_of(self) -> list[str]:
        """The parts in which there is nothing."""
        parts = [
            (self.offers, _("draw offers")),
            (self.notifications, _("notifications")),
            (self.messages, _("messages")),
            (self.others, _("other cases of this game")),
            (self.actions, _("actions by staff")),
        ]
        return [words for rows, words in parts if not rows]

    @property
    def standstills(self) -> list[tuple[datetime, datetime, str]]:
        """From when to when the clock of the turn that runs stands, and why."""
        return [
            (each.start, each.end, ", ".join(str(STANDS[reason]) for reason in sorted(each.reasons)))
            for each in self.clock.standstills
        ]

    @cached_property
    def offers(self) -> list[Offered]:
        return evidence.offers_of(self.game)

    @cached_property
    def notifications(self) -> list[SentNotification]:
        return evidence.notifications_of(self.game)

    @cached_property
    def pasts(self) -> list[Past]:
        """Of both players, without cases of the reader's own games."""
        return evidence.pasts_of(self.dispute, self.clock, self.offers, now=self.now, reader=self.reader)

    @property
    def have_sanctions(self) -> bool:
        return any(past.sanctions for past in self.pasts)

    @property
    def have_cases(self) -> bool:
        """Whether there are other cases of either player."""
        return any(past.disputes for past in self.pasts)

    @property
    def zero_for_both(self) -> list[str]:
        """The figures that say nothing of either player, of those that are not folded."""
        rows = (row for group in self.figures if not group.is_folded for row in group.rows)
        return [str(row.label) for row in rows if not row.says_something]

    @cached_property
    def figures(self) -> list[Group]:
        """Both players beside each other: in this game, and in all of theirs."""
        then = {kept["user"]: kept for kept in self._then.get("players", ())}
        return groups_of(
            [
                Known(
                    evidence.kept(past, self.notifications),
                    then.get(past.player.pk),
                    behaviour_statistics_of(past.player.pk, now=self.now),
                )
                for past in self.pasts
            ]
        )

    @property
    def figures_have_changed(self) -> bool:
        """Whether one of them was otherwise when the case was opened."""
        return has_changed(self.figures)

    @property
    def known_at(self) -> datetime | None:
        """When that was; None where the case has kept nothing of then."""
        return parse_datetime(self._then.get("at", ""))

    @cached_property
    def messages(self) -> list[Message]:
        """The messages of the two players in this game."""
        return list(Message.objects.filter(game=self.game).select_related("author"))

    @cached_property
    def notes(self) -> list[DisputeNote]:
        return list(self.dispute.notes.select_related("author"))

    @cached_property
    def actions(self) -> list[LogLine]:
        """The actions of staff on this case."""
        rows = AuditEntry.objects.filter(dispute=self.dispute).select_related("actor", "user")
        return [line_of(row) for row in rows]

    @cached_property
    def others(self) -> list[Dispute]:
        """The other cases of this game."""
        rows = Dispute.objects.filter(game=self.game).exclude(pk=self.dispute.pk)
        return list(rows.select_related("opened_by"))

    @property
    def _then(self) -> dict[str, Any]:
        """The evidence that was stored when the case was opened."""
        return self.dispute.then or {}

    def _buttons(self, verdicts: Iterable[Verdict]) -> list[Button]:
        names = {"white": self.game.white.name, "black": self.game.black.name}
        allowed = ((verdict.value, verdict.row) for verdict in verdicts if roles.may(self.reader, verdict.row.needs))
        return [Button(value, str(row.button) % names, row.look, row.icon) for value, row in allowed]
