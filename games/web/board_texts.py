"""Translated texts that the scripts of the board put together."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.labels import SIDES
from games.web.board import STONES
from muehle import Color
from muehle.rulesets import RuleSet

TEXTS: dict[str, Promise] = {
    "free": _("free"),
    "in_mill": _("%(stone)s, in a mill"),
    "label": _("%(point)s, %(place)s: %(content)s"),
    "selected": _("chosen"),
    "possible": _("possible"),
    "place": _("Place a stone on a free point."),
    "move": _("Choose a stone to move."),
    "target": _("Where does %(point)s go?"),
    "take": _("Mill closed: choose a stone to take."),
    "waiting": _("The next move will appear here."),
    "frozen": _("Nobody can move until the dispute is decided."),
    "ready": _("%(move)s: send it?"),
    "send": _("Send move"),
    "send_this": _("Send %(move)s"),
    # Translators: a move that has been written into the field and not been read yet.
    "typed": _("Typed: %(text)s"),
    "sending": _("Sending %(move)s …"),
    "retrying": _("No connection. Trying again …"),
    "unsent": _("The server cannot be reached. Please try again. Your move will not be played twice."),
    "refused": _("The server has refused this."),
    "sent": _("%(move)s is played."),
    "sent_elsewhere": _("%(move)s is played: you have sent it from another page, or planned it."),
    "undone": _("Taken back."),
    "not_possible": _("%(point)s: not possible now."),
    "choose_first": _("First choose a move on the board, or type one."),
    "touched": _("You touched %(point)s, so you must move it."),
    "touched_goes": _("%(point)s has been touched: where does it go?"),
    "played": _("%(player)s has played %(move)s."),
    "played_mill": _("%(player)s has played %(move)s and closed a mill."),
    "played_taking": _("%(player)s has played %(move)s, closed a mill and taken the stone on %(removed)s."),
    "unreachable": _("The server cannot be reached."),
    "zwickmuehle": _("Zwickmühle of %(side)s: the stone on %(u)s goes to %(v)s and back, between %(partners)s."),
    "in_zwickmuehle": _("Zwickmühle with %(point)s"),
    "no_zwickmuehle": _("No Zwickmühle here."),
    "time_low": _("Your clock: %(left)s."),
    "past": _("Half-move %(ply)s of %(last)s."),
    "copied_moves": _("The moves are copied."),
    "not_copied": _("The browser does not let this be copied."),
    # Translators: what stands between asterisks is printed in bold.
    "quiet_of": _("*%(quiet)s of %(limit)s* without a mill"),
    "quiet_one": _("*%(quiet)s* half-move without a mill"),
    "quiet_many": _("*%(quiet)s* half-moves without a mill"),
    "seen_first": _("Position on the board for the *1st* time"),
    "seen_times": _("Position on the board *%(times)s times*"),
    "sequence_new": _("No sequence of moves has just been repeated."),
    "sequence_times": _("The last *%(length)s* half-moves have been played *%(times)s times* running."),
    "copied": _("The link is copied."),
    "turned": _("The board is turned."),
    "mirrored": _("The board is mirrored."),
    "tray": _("%(hand)s in hand, %(lost)s lost"),
    # Translators: words, separated by spaces, that people put between two points when they type or dictate a move.
    "words_to": _("to then goes"),
    # Translators: words, separated by spaces, that say before a point that the stone on it is taken.
    "words_takes": _("takes take removes and"),
    # Translators: the numbers from one to seven as they are dictated.
    "words_numbers": _("one two three four five six seven"),
    "time_is_up": _("time is up"),
    "short_day": _("1 day"),
    "short_days": _("%(count)s days"),
    "short_hours": _("%(count)s h"),
    "short_minutes": _("%(count)s min"),
    "went_back": _("Moves were taken back. Load the page again to go on."),
    "stays": _("You are still writing something, so this game stays open."),
    "soon": _("less than a minute left"),
    "left": _("%(duration)s left"),
}


def texts_for(rules: RuleSet) -> dict[str, str]:
    """All texts in the active language, with stones named as under the rule set."""
    return {key: str(text) for key, text in TEXTS.items()} | stone_texts(rules.colours)


def stone_texts(colours: tuple[str, str]) -> dict[str, str]:
    """The names of stones and sides with these colours."""
    texts = {}
    for color, shown in zip(Color, colours, strict=True):
        texts[f"stone_{color}"] = str(STONES[shown])
        texts[f"side_{color}"] = str(SIDES[shown])
    return texts
