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
    "target": _("Where should the stone on %(point)s go?"),
    "take": _("Mill closed: choose a stone to take."),
    "frozen": _("Nobody can move until the dispute is decided."),
    "ready": _("Send %(move)s?"),
    "send": _("Send move"),
    "send_this": _("Send %(move)s"),
    # Translators: a move that has been written into the field and not been read yet.
    "typed": _("Typed: %(text)s"),
    "sending": _("Sending %(move)s …"),
    "retrying": _("No connection. Trying again …"),
    "unsent": _("The server cannot be reached. Please try again. Your move will not be played twice."),
    "refused": _("The server did not accept this. Reload the page and try again."),
    "sent": _("%(move)s played."),
    "sent_elsewhere": _(
        "%(move)s has already been played: you sent it from another page, or it was a conditional move."
    ),
    "undone": _("Undone."),
    "not_possible": _("%(point)s is not possible here."),
    "choose_first": _("First choose a move on the board, or type one."),
    "touched": _("You touched %(point)s, so you must move it."),
    "touched_goes": _("You touched %(point)s. Where should it go?"),
    "played": _("%(player)s played %(move)s."),
    "played_mill": _("%(player)s played %(move)s and closed a mill."),
    "played_taking": _("%(player)s played %(move)s, closed a mill and took the stone on %(removed)s."),
    "unreachable": _("The server cannot be reached."),
    "zwickmuehle": _("Zwickmühle for %(side)s: the stone on %(u)s moves to %(v)s and back, between %(partners)s."),
    "in_zwickmuehle": _("Zwickmühle with %(point)s"),
    "no_zwickmuehle": _("No Zwickmühle here."),
    "time_low": _("Your clock: %(left)s."),
    "past": _("After half-move %(ply)s of %(last)s."),
    "copied_moves": _("Moves copied."),
    "not_copied": _("Your browser does not allow copying here."),
    # Translators: what stands between asterisks is printed in bold.
    "quiet_of": _("*%(quiet)s of %(limit)s* without a mill"),
    "quiet_one": _("*%(quiet)s* half-move without a mill"),
    "quiet_many": _("*%(quiet)s* half-moves without a mill"),
    "seen_times": _("Position on the board *%(times)s times*"),
    "sequence_times": _("The last *%(length)s* half-moves were played *%(times)s times* in a row."),
    "copied": _("Link copied."),
    "turned": _("Board rotated."),
    "mirrored": _("Board flipped."),
    "tray": _("%(hand)s in hand, %(lost)s lost"),
    # Translators: words, separated by spaces, that people put between two points when they type or dictate a move.
    "words_to": _("to then goes"),
    # Translators: words, separated by spaces, that say before a point that the stone on it is taken.
    "words_takes": _("takes take removes and captures"),
    # Translators: the numbers from one to seven as they are dictated.
    "words_numbers": _("one two three four five six seven"),
    "time_is_up": _("time’s up"),
    "short_day": _("1 day"),
    "short_days": _("%(count)s days"),
    "short_hours": _("%(count)s h"),
    "short_minutes": _("%(count)s min"),
    "went_back": _("Moves were taken back. Reload the page to continue."),
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
