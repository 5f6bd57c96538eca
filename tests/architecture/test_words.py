"""Every closed set of the domain has its words: codes for programs, sentences for people, in English and German."""

import re

import polib
import pytest
from django.utils.functional import Promise

from accounts.scopes import Scope
from games import errors
from games.api import urls  # noqa: F401  (imports the modules that declare refusals)
from games.engine import IllegalReason
from games.models import (
    Canned,
    Challenge,
    Delivery,
    DrawOffer,
    Event,
    Game,
    NoticeSettings,
    PushSubscription,
    ReadyReason,
    Reminder,
)
from games.models.terms import ClockSystem, Pool, Rules
from games.wording import WHY_ILLEGAL
from tests.launcher.instances import ROOT

CATALOGUE = ROOT / "muehle_server/locale/de/LC_MESSAGES/django.po"
# The same in both languages: the results of a game in figures.
FIGURES = {"1-0", "0-1", "½-½", "*"}
LABELS = (
    Game.Status,
    Game.Result,
    Game.Termination,
    Event.Type,
    Canned,
    ReadyReason,
    Challenge.Kind,
    Challenge.Status,
    Challenge.Colour,
    DrawOffer.Status,
    Delivery.Channel,
    Delivery.Status,
    NoticeSettings.Pace,
    NoticeSettings.OffReason,
    PushSubscription.OffReason,
    Reminder.Kind,
    Rules,
    Pool,
    ClockSystem,
    Scope,
)


def german() -> dict[str, str]:
    return {entry.msgid: entry.msgstr for entry in polib.pofile(str(CATALOGUE)) if not entry.msgctxt}


each_refusal = pytest.mark.parametrize("refusal", errors.Refusal.kinds.values(), ids=list(errors.Refusal.kinds))


@each_refusal
def test_a_refusals_code_is_a_plain_word_and_its_text_a_sentence(refusal: type[errors.Refusal]) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", refusal.code)
    assert "text" in vars(refusal)
    assert isinstance(refusal.text, Promise)
    assert str(refusal.text).endswith((".", "%(why)s"))


@each_refusal
def test_every_refusal_is_spoken_in_german(refusal: type[errors.Refusal]) -> None:
    assert german().get(str(refusal.text))


def test_every_reason_why_a_move_is_illegal_has_its_words() -> None:
    assert set(WHY_ILLEGAL) == set(IllegalReason)


@pytest.mark.parametrize("reason", IllegalReason)
def test_every_reason_why_a_move_is_illegal_is_spoken_in_german(reason: IllegalReason) -> None:
    assert german().get(str(WHY_ILLEGAL[reason]))


@pytest.mark.parametrize("labels", LABELS, ids=lambda labels: labels.__qualname__)
def test_every_label_is_there_in_german(labels: type[Game.Status]) -> None:
    spoken = german()
    missing = [label for label in labels.labels if str(label) not in FIGURES and not spoken.get(str(label))]

    assert missing == []
