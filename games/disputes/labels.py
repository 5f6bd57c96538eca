"""Sentences about disputes: who has opened one, the verdict and its reason, sanctions of the reader."""

from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game
from games.disputes.events import DISPUTE_DECIDED, WARNED
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.players.models import Sanction
from games.players.verdict_reasons import translated_reason
from kit import database_time
from kit.times import moment_with_zone
from muehle import Claim

_SANCTIONS = {
    Sanction.Kind.WARNING: _("An arbiter has warned you"),
    Sanction.Kind.MUTE: _("You may not write to anyone until %(until)s"),
    Sanction.Kind.SUSPENSION: _("You may not begin new games until %(until)s"),
}


_HELD = _(
    "Subject: %(category)s. Both clocks are stopped and nobody can move until an arbiter decides, at "
    "the latest until %(at)s."
)

# What was counted, without a full stop; and what there is to say where the rules count nothing of the kind.
_FIGURES = {
    Claim.REPETITION: _("The position on the board has occurred %(count)s times (%(needed)s needed)"),
    Claim.QUIET_LIMIT: _("%(count)s half-moves have been played without a mill (%(needed)s needed)"),
}
_NOT_COUNTED = {
    Claim.REPETITION: _("The rules of this game have no draw by repetition"),
    Claim.QUIET_LIMIT: _("The rules of this game have no draw for moves without a mill"),
}


def verdict_words(verdict: str, game: Game) -> str:
    """A verdict as a sentence, with the players’ names."""
    names = {"white": game.white.shown_name, "black": game.black.shown_name}
    return str(Verdict(verdict).row.sentence) % names


def outcome(dispute: Dispute) -> str:
    """The verdict as a sentence; for a dismissed appeal with the verdict that it was against."""
    if dispute.is_appeal and dispute.verdict == Verdict.DISMISSED:
        return gettext("The first decision stands.")
    return verdict_words(dispute.verdict, dispute.game)


def headline(event: Event, game: Game, reader: User) -> str:
    """The event as a sentence without a full stop."""
    words = {"opponent": game.opponent_of(reader.pk).shown_name}
    if event.type == WARNED:
        return str(_SANCTIONS[Sanction.Kind(event.data["kind"])]) % {"until": _day(event.data["until"])}
    if event.type == DISPUTE_DECIDED:
        return gettext("The dispute about your game against %(opponent)s has been decided") % words
    if event.data["appeal_of"]:
        return gettext("%(opponent)s has appealed against the decision about your game") % words
    return gettext("%(opponent)s has opened a dispute about your game") % words


def figures(claim: dict[str, Any]) -> str:
    """The figures of a draw claim, as a sentence without a full stop."""
    words = _FIGURES if claim["needed"] else _NOT_COUNTED
    return str(words[Claim(claim["claim"])]) % claim


def of_marked(dispute: Dispute) -> str:
    """What the half-moves that were marked show, in sentences; empty where there is nothing, or all is proven."""
    marked = dispute.marked
    if marked is None or dispute.verdict == Verdict.PROVEN:
        return ""
    listed = {"plies": _listed(marked["plies"]), "stood": _listed(marked["stood_after"])}
    quiet = marked.get("quiet_after", [])
    if len(marked["plies"]) == 1:
        sentences = [gettext("The marked position was on the board after: %(stood)s.") % listed]
    elif not marked["is_same"]:
        sentences = [gettext("The marked half-moves (%(plies)s) did not lead to one and the same position.") % listed]
    else:
        sentences = [gettext("The marked half-moves (%(plies)s) led to one and the same position.") % listed]
        sentences.append(gettext("It was on the board after: %(stood)s.") % listed)
    if marked["claimable_after"] and (marked["is_same"] or len(marked["plies"]) == 1):
        sentences.append(
            gettext("After half-move %(ply)s a draw could be claimed, but only while this position was on the board.")
            % {"ply": marked["claimable_after"][0]}
        )
    if quiet:
        sentences.append(gettext("The limit of half-moves without a mill was reached after: %s.") % _listed(quiet))
    if dispute.confirmed:
        sentences.append(gettext("Confirmed by the server. An arbiter decides."))
    return " ".join(sentences)


def _listed(plies: list[int]) -> str:
    return ", ".join(str(ply) for ply in plies)


def opening(dispute: Dispute) -> str:
    """Who opened the dispute and about what, for a reader who does not know it."""
    words = {"name": dispute.opened_by.shown_name, "category": dispute.get_category_display()}
    if dispute.is_appeal:
        return gettext("%(name)s had appealed: %(category)s.") % words
    return gettext("%(name)s had opened the dispute: %(category)s.") % words


def details(event: Event, game: Game) -> str:
    """What it says beyond that: the verdict, or what the dispute is about."""
    if event.type == DISPUTE_DECIDED:
        return verdict_words(event.data["verdict"], game)
    if event.type == WARNED:
        if event.data["kind"] != Sanction.Kind.WARNING:
            return gettext("Games in progress can be finished.")
        return gettext("Please read the reason. You have to acknowledge a warning before your next move.")
    category = Dispute.Category(event.data["category"])
    until = game.frozen_until
    if category in Dispute.ABOUT_THE_END and until and game.is_frozen(now=database_time.now()):
        return str(_HELD) % {"category": category.label, "at": moment_with_zone(until)}
    return gettext("Subject: %(category)s. An arbiter will look at it.") % {"category": category.label}


def reason_of(event: Event) -> str:
    """The arbiter's reason; empty if the server decided, or without a verdict."""
    return translated_reason(str(event.data.get("reason", "")))


def _day(text: str | None) -> str:
    return date_format(localtime(datetime.fromisoformat(text)), pgettext("date format", "j F Y")) if text else ""
