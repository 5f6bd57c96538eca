"""Every closed set of the domain has its words: codes for programs, sentences for people, in English and German."""

import re
from functools import cache

import polib
from django.utils.functional import Promise

from accounts.scopes import Scope
from games.challenges.models import Challenge
from games.chat.models import Canned
from games.core.errors import Refusal
from games.core.event_types import event_types
from games.core.labels import WHY_ILLEGAL
from games.core.models.games import Game
from games.core.models.terms import Pool, Rules
from games.notifications.models import Delivery, NoticeSettings, PushSubscription
from games.play.models import DeadlineNotification, DrawOffer, Takeback
from games.players.verdict_reasons import StandardReason
from games.time_off.models import PauseOffer
from muehle import IllegalReason
from tools.launcher.workspace import ROOT

CATALOGUE = ROOT / "muehle_server/locale/de/LC_MESSAGES/django.po"
# The same in both languages: the results of a game in figures.
FIGURES = {"1-0", "0-1", "½-½", "*"}
LABELS = (
    Game.Status,
    Game.Result,
    Game.Termination,
    Canned,
    StandardReason,
    Challenge.Kind,
    Challenge.Status,
    Challenge.Colour,
    DrawOffer.Status,
    Takeback.Status,
    PauseOffer.Status,
    Delivery.Channel,
    Delivery.Status,
    NoticeSettings.Pace,
    NoticeSettings.OffReason,
    PushSubscription.OffReason,
    DeadlineNotification.Kind,
    Rules,
    Pool,
    Scope,
)


@cache
def german() -> dict[str, str]:
    return {entry.msgid: entry.msgstr for entry in polib.pofile(str(CATALOGUE)) if not entry.msgctxt}


def test_a_refusals_code_is_a_plain_word_and_its_text_a_sentence() -> None:
    wrong = {
        refusal.__name__: (refusal.code, str(refusal.text))
        for refusal in Refusal.kinds.values()
        if not re.fullmatch(r"[a-z]+(_[a-z]+)*", refusal.code)
        or "text" not in vars(refusal)
        or not isinstance(refusal.text, Promise)
        or not str(refusal.text).endswith((".", "%(why)s"))
    }

    assert wrong == {}


def test_every_refusal_is_spoken_in_german() -> None:
    assert [refusal.__name__ for refusal in Refusal.kinds.values() if not german().get(str(refusal.text))] == []


def test_every_reason_why_a_move_is_illegal_has_its_words() -> None:
    assert set(WHY_ILLEGAL) == set(IllegalReason)


def test_every_reason_why_a_move_is_illegal_is_spoken_in_german() -> None:
    assert [reason for reason in IllegalReason if not german().get(str(WHY_ILLEGAL[reason]))] == []


def test_every_label_is_there_in_german() -> None:
    missing = [
        f"{labels.__qualname__}: {label}"
        for labels in LABELS
        for label in labels.labels
        if str(label) not in FIGURES and not german().get(str(label))
    ]

    assert missing == []


def test_every_event_type_is_there_in_german() -> None:
    assert [each for each in event_types() if not german().get(str(each.label))] == []
