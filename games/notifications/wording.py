"""The sentences of notices: what they are called, who won a game and why, as the reader sees it.

In the language in force; what the ending is called in general stands in Game.Termination.
"""

from datetime import datetime
from urllib.parse import urlsplit

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.challenges.models import Challenge
from games.chat.models import translated_text
from games.core.labels import moment
from games.core.models.events import Event
from games.core.models.games import Game
from games.disputes import labels
from games.disputes.events import DISPUTE_DECIDED, DISPUTE_OPENED
from games.notifications.plan_words import why_stopped
from games.notifications.policy import Notice, leave_ends_at, notice_of
from games.play.events import DRAW_DECLINED, GAME_STARTED
from games.players.queries import has_muted
from muehle.rulesets import Repetition

NOTICE_NAMES = {
    Notice.YOUR_MOVE.value: _("My move"),
    Notice.DEADLINE_NEAR.value: _("Deadline near"),
    Notice.EMERGENCY_DAY.value: _("Emergency day"),
    Notice.LEAVE_ENDS.value: _("Leave ends"),
    Notice.GAME_OVER.value: _("Game over"),
    Notice.CHALLENGE.value: _("Challenge"),
    Notice.DRAW_OFFER.value: _("Draw offer"),
    Notice.MESSAGE.value: _("Message"),
    Notice.NUDGE.value: _("Friendly reminder"),
    Notice.DISPUTE.value: _("Disputes"),
}
NOTICE_HELP = {
    Notice.YOUR_MOVE.value: _("The opponent has played, with whatever he wrote or offered along with it."),
    Notice.DEADLINE_NEAR.value: _("When a quarter of the time for a move is left, and when a day is."),
    Notice.EMERGENCY_DAY.value: _(
        "Your time had run out, and a day of your leave was drawn rather than losing the game."
    ),
    Notice.LEAVE_ENDS.value: _("A day before your clocks run again, with the number of games that wait for you."),
    Notice.GAME_OVER.value: _("With the result and the reason, unless you ended it yourself."),
    Notice.CHALLENGE.value: _("Somebody would like to play you."),
    Notice.DRAW_OFFER.value: _("The opponent offers a draw without playing a move, or declines yours."),
    Notice.MESSAGE.value: _("The opponent has written without playing a move."),
    Notice.NUDGE.value: _("The opponent has waited for long and is looking forward to your move; once for each move."),
    Notice.DISPUTE.value: _(
        "A game of yours is disputed, a dispute is decided, or an arbiter has something to tell you."
    ),
}


def told_in_a_line(event: Event, reader: User) -> dict[str, str]:
    """A notice as a line of a list: its `text`, what else was said (`more`), where it leads (`url`), and its `icon`."""
    notice = notice_of(event)
    if event.game is not None:
        other = event.game.opponent_of(reader.pk).shown_name
        line = _line_of_dispute if notice is Notice.DISPUTE else _line_of_game
        text, more, icon = line(event, event.game, reader, {"opponent": other})
        return {"text": text, "more": more, "url": _page_of(event, event.game), "icon": icon}
    if notice is Notice.CHALLENGE and event.challenge is not None:
        text = gettext("%(challenger)s challenges you to a game of Mühle")
        name = {"challenger": event.challenge.challenger.shown_name}
        url = reverse("challenge", args=[event.challenge.number])
        return {"text": text % name, "more": event.challenge.message, "url": url, "icon": "swords"}
    if notice is Notice.LEAVE_ENDS:
        text = gettext("Your leave ends on %(moment)s") % {"moment": moment(leave_ends_at(event))}
        more = games_waiting(event.data["games_waiting"])
        return {"text": text, "more": more, "url": reverse("home"), "icon": "sun"}
    if notice is Notice.TEST:
        return {"text": gettext("The test that you asked for"), "more": "", "url": reverse("arrival"), "icon": "check"}
    host = {"host": urlsplit(event.data["url"]).hostname}
    url = reverse("webhook", args=[event.data["webhook"]])
    return {"text": gettext("Your webhook to %(host)s is switched off") % host, "more": "", "url": url, "icon": "send"}


def _page_of(event: Event, game: Game) -> str:
    """Where a notice leads; what was imposed on the reader is read, and acknowledged, on the page of the game."""
    if event.type in (DISPUTE_OPENED, DISPUTE_DECIDED):
        return reverse("dispute", args=[event.data["dispute"]])
    return reverse("game", args=[game.number])


def _line_of_game(event: Event, game: Game, reader: User, words: dict[str, str]) -> tuple[str, str, str]:
    notice = notice_of(event)
    if notice is Notice.GAME_OVER:
        return headline(game, reader), reason(game, reader), "flag"
    if notice is Notice.DEADLINE_NEAR:
        return gettext("Your time is running out against %(opponent)s") % words, "", "hourglass"
    if notice is Notice.EMERGENCY_DAY:
        until = {"deadline": moment(datetime.fromisoformat(event.data["deadline_at"]))}
        more = gettext("Your time had run out. You have until %(deadline)s.") % until
        return gettext("A day of leave has saved your game against %(opponent)s") % words, more, "sun"
    if notice is Notice.DRAW_OFFER:
        return _headline_of_offer(event) % words, reason_of_offer(event, reader), "handshake"
    if notice is Notice.MESSAGE:
        return gettext("%(opponent)s has written to you") % words, said_in(event), "message-square"
    if notice is Notice.NUDGE:
        return gettext("%(opponent)s is looking forward to your move") % words, "", "bell"
    if notice is Notice.PLAN_STOPPED:
        text = gettext("Your moves ahead against %(opponent)s have ended")
        return text % words, why_stopped(event.data["reason"]), "list-ordered"
    return _line_of_move(event, words)


def _line_of_move(event: Event, words: dict[str, str]) -> tuple[str, str, str]:
    if event.type == GAME_STARTED:
        return gettext("Your game against %(opponent)s begins") % words, "", "swords"
    return gettext("%(opponent)s has played %(move)s") % {**words, "move": event.data["move"]}, "", "arrow-right"


def _headline_of_offer(event: Event) -> str:
    if event.type == DRAW_DECLINED:
        return gettext("%(opponent)s has declined your draw offer")
    return gettext("%(opponent)s offers you a draw")


def reason_of_offer(event: Event, reader: User) -> str:
    """What was said with an offer or with a no to one; nothing of whom the reader has muted."""
    reason = str(event.data["reason"])
    return "" if reason and has_muted(reader.pk, event.actor_id) else reason


def _line_of_dispute(event: Event, game: Game, reader: User, _words: dict[str, str]) -> tuple[str, str, str]:
    more = labels.reason_of(event) or labels.details(event, game)
    return labels.headline(event, game, reader), more, "flag"


def said_in(event: Event) -> str:
    """The words of a message."""
    return translated_text(event.data["text"], event.data.get("canned", ""))


def headline(game: Game, reader: User) -> str:
    """How the game ended for the reader: "You won against anna"."""
    other = {"opponent": game.opponent_of(reader.pk).shown_name}
    if game.status == Game.Status.ABORTED:
        return gettext("The game against %(opponent)s was aborted") % other
    if game.result == Game.Result.DRAWN:
        return gettext("Draw against %(opponent)s") % other
    if _winner(game) == reader:
        return gettext("You won against %(opponent)s") % other
    return gettext("You lost against %(opponent)s") % other


def reason(game: Game, reader: User) -> str:
    """Why it ended so, as a sentence."""
    won = _winner(game) == reader
    text = _REASONS[Game.Termination(game.termination)](game, won)
    return text % {"opponent": game.opponent_of(reader.pk).shown_name, "limit": game.ruleset.quiet_limit}


def games_waiting(count: int) -> str:
    """How many games wait for the reader's move, as a sentence."""
    if count == 0:
        return gettext("No game waits for your move.")
    return ngettext("%(count)s game waits for your move.", "%(count)s games wait for your move.", count) % {
        "count": count
    }


def seats(challenge: Challenge) -> str:
    """Who would play what, for the one who is challenged."""
    return {
        Challenge.Colour.WHITE: gettext("you play second"),
        Challenge.Colour.BLACK: gettext("you play first"),
        Challenge.Colour.LOT: gettext("drawn by lot"),
    }[Challenge.Colour(challenge.colour)]


def _winner(game: Game) -> User | None:
    if game.result == Game.Result.WHITE_WON:
        return game.white
    return game.black if game.result == Game.Result.BLACK_WON else None


def _stones(_game: Game, won: bool) -> str:
    if won:
        return gettext("%(opponent)s has fewer than three stones left.")
    return gettext("You have fewer than three stones left.")


def _blocked(_game: Game, won: bool) -> str:
    if won:
        return gettext("%(opponent)s has no legal move left.")
    return gettext("You have no legal move left.")


def _repetition(game: Game, _won: bool) -> str:
    if game.ruleset.repetition is Repetition.SEQUENCE:
        return gettext("The same moves were repeated three times.")
    return gettext("The same position came up for the third time.")


def _quiet_limit(_game: Game, _won: bool) -> str:
    return gettext("%(limit)s half-moves were played without a mill.")


def _agreement(_game: Game, _won: bool) -> str:
    return gettext("You agreed on a draw.")


def _resignation(_game: Game, won: bool) -> str:
    return gettext("%(opponent)s has resigned.") if won else gettext("You have resigned.")


def _timeout(_game: Game, won: bool) -> str:
    if won:
        return gettext("%(opponent)s did not move in time.")
    return gettext("You did not move in time.")


def _adjudication(_game: Game, _won: bool) -> str:
    return gettext("An arbiter has decided the game.")


def _abort(_game: Game, _won: bool) -> str:
    return gettext("%(opponent)s ended it before it had got going. It counts for nobody.")


_REASONS = {
    Game.Termination.STONES: _stones,
    Game.Termination.BLOCKED: _blocked,
    Game.Termination.REPETITION: _repetition,
    Game.Termination.QUIET_LIMIT: _quiet_limit,
    Game.Termination.AGREEMENT: _agreement,
    Game.Termination.RESIGNATION: _resignation,
    Game.Termination.TIMEOUT: _timeout,
    Game.Termination.ADJUDICATION: _adjudication,
    Game.Termination.ABORT: _abort,
}
