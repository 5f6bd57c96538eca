"""Translated texts for the scripts of the analysis page; those of the board are in board_texts."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.labels import COLOURS_OF_STYLE
from games.play.ending_words import DRAWN, REASONS, SEQUENCE_REPEATED, WON
from games.play.errors import ZwickmuehlenWithheld
from games.web.board_texts import TEXTS as BOARD_TEXTS
from games.web.board_texts import stone_texts
from muehle import RULESETS, DrawMode, Repetition, RuleSet

# What a position is worth.
WINS = _("%(side)s wins")
DRAW = _("draw")
SHARE = _("%(side)s %(share)s%%")

TEXTS: dict[str, Promise] = {
    "to_move": _("%(side)s to move."),
    "asking": _("Waiting for the server …"),
    "place_side": _("%(side)s: place a stone on a free point."),
    "move_side": _("%(side)s: choose a stone to move."),
    "past_two": _("This is an earlier position. Go to the end to play on."),
    "offline": _("The server cannot be reached. Your moves are safe."),
    "busy": _("Too many requests at once. Please wait a moment."),
    "unreadable": _("This link cannot be read."),
    "setting_up": _("Set up: choose a stone, then a point."),
    "set_up_done": _("Position set up."),
    "put": _("%(point)s: %(content)s."),
    "not_text": _("This is not a valid position yet."),
    "variations": _("Alternative"),
    "deleted": _("The moves are deleted."),
    "restored": _("The moves are back."),
    "promoted": _("This is now the main line."),
    "record_copied": _("Game record copied."),
    "read": _("Game record loaded, %(count)s half-moves."),
    "file_too_large": _("This file is too large."),
    "quiet_of": _("%(quiet)s of %(limit)s half-moves"),
    "quiet": _("half-moves: %(quiet)s"),
    "seen_once": _("once"),
    "seen": _("%(times)s times"),
    "again_none": _("no"),
    "again": _("%(length)s half-moves, %(times)s times in a row"),
    "claim_repetition": _("%(side)s may claim a draw: the position has occurred three times."),
    "claim_quiet_limit": _("%(side)s may claim a draw: too many half-moves without a mill."),
    "zwickmuehle": _("%(side)s: %(u)s–%(v)s, with %(partners)s"),
    "no_zwickmuehle": _("None in this position."),
    "zwickmuehlen_withheld": ZwickmuehlenWithheld.text,
    "won": WON,
    "drawn": DRAWN,
    "named_side": _("%(name)s (%(side)s)"),
    "evaluating": _("Evaluating …"),
    "value_wins": WINS,
    "value_drawn": DRAW,
    "proved": _("proved"),
    "estimated": _("estimated"),
    "searched": _("Half-moves looked ahead: %(depth)s."),
    "next_capture": _("The next capture or block comes in %(count)s half-moves at the latest."),
    "all_moves": _("Show all %(count)s moves"),
    "fewer_moves": _("Show the best moves only"),
}


def texts() -> dict[str, str]:
    """All texts in the active language, with the reasons of endings."""
    endings = {f"ending_{ending.value}": words.about for ending, words in REASONS.items()}
    # Scripts fill in names alone.
    share = str(SHARE).replace("%%", "%")
    every = {**BOARD_TEXTS, **TEXTS, **endings, "ending_sequence": SEQUENCE_REPEATED.about, "value_share": share}
    return {key: str(text) for key, text in every.items()}


def stones() -> dict[str, dict[str, str]]:
    """The names of stones and sides by colours: `white-black`, `green-pink`."""
    looks = {rules.colours for rules in RULESETS.values()} | set(COLOURS_OF_STYLE.values())
    return {"-".join(colours): stone_texts(colours) for colours in sorted(looks)}


def colours_of_style() -> dict[str, str]:
    """The stone colours of board styles that have their own."""
    return {style: "-".join(colours) for style, colours in COLOURS_OF_STYLE.items()}


def rule_set_texts(rules: RuleSet) -> dict[str, Any]:
    """Texts that depend on the rule set: the colours of stones, and the counters."""
    return {
        "colours": "-".join(rules.colours),
        "quiet_limit": rules.quiet_limit,
        "repetition": rules.repetition.value if rules.repetition is not Repetition.NONE else None,
        "has_claims": rules.draw_mode is DrawMode.CLAIM,
    }
