"""The form of a new challenge: what comes of it, and what it says beside its fields."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from time_machine import Traveller

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import MOST_OPEN, Proposal
from games.challenges.models import Challenge
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.verdict_kinds import Verdict
from games.players import relations
from muehle.clocks import DAY, KINDS
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime
from tests.support.pages import Reader
from tests.support.playing import play, unchanged
from tests.support.reading import markup_of, messages_in, mistakes, text_of
from tests.support.ruling import decided

Begin = Callable[..., Game]
OPEN = {
    "kind": "open",
    "rules": "standard",
    "clock_system": "days_per_move",
    "days_per_move": "3",
    "colour": "lot",
    "rated": "on",
}
BANK = {"clock_system": "fischer", "initial_days": "2", "increment_hours": "12", "cap_days": "6"}
TOTAL = {"clock_system": "total_time", "total_days": "21"}
ADDRESS = "/challenges/new/"


@pytest.fixture
def browser(reader: Reader, anna: User) -> Client:
    """Anna's browser."""
    return reader(anna)


def test_a_player_who_may_write_to_nobody_sends_no_words_along(
    browser: Client, begin: Begin, anna: User, bert: User
) -> None:
    dispute = filing.open_dispute(begin().number, bert, category="abuse", text="She insults me.")
    iris = User.objects.create_user("iris")
    decided(dispute, iris, Verdict.MUTED, against=anna, days=7)

    with unchanged():
        refused = browser.post(ADDRESS, OPEN | {"message": "So what?"})
    sent = browser.post(ADDRESS, OPEN)

    assert "An arbiter has decided that you may not write messages for a while." in text_of(refused)
    assert (refused.status_code, sent.status_code) == (422, 302)


def test_an_open_challenge_is_posted_in_the_lobby(browser: Client, anna: User) -> None:
    fields = OPEN | {
        "rules": "classic",
        "colour": "white",
        "min_rating": "1400",
        "max_rating": "1800",
        "min_reliability": "90",
        "message": " Hi! ",
    }

    answer = browser.post(ADDRESS, fields)

    row = Challenge.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/challenges/{row.number}/")
    assert (row.kind, row.challenger, row.opponent, row.rules, row.colour) == ("open", anna, None, "classic", "white")
    assert (row.rated, row.min_rating, row.max_rating, row.message) == (True, 1400, 1800, "Hi!")
    assert row.min_reliability == 90
    assert row.clock == DaysPerMove(3)
    assert messages_in(answer) == ["Your challenge is in the lobby."]


def test_what_is_refused_is_not_said_to_be_on_its_way(browser: Client, anna: User, bert: User) -> None:
    relations.change(bert, anna, blocked=True)

    page = browser.post(ADDRESS, OPEN | {"kind": "direct", "opponent": "bert"})

    assert (page.status_code, list(mistakes(page))) == (422, [""])
    assert "has been sent" not in text_of(page)
    assert not Challenge.objects.exists()


def test_one_player_is_challenged_whatever_the_case_of_the_name(browser: Client, bert: User) -> None:
    answer = browser.post(ADDRESS, OPEN | BANK | {"kind": "direct", "opponent": "BERT", "rated": ""})

    row = Challenge.objects.get()
    assert (row.kind, row.opponent, row.rated) == ("direct", bert, False)
    assert row.clock == FischerBank(initial_seconds=172_800, increment_seconds=43_200, cap_seconds=518_400)
    assert messages_in(answer) == ["Your challenge to bert has been sent."]


def test_a_fixed_time_for_the_whole_game_can_be_chosen(browser: Client) -> None:
    answer = browser.post(ADDRESS, OPEN | TOTAL)

    row = Challenge.objects.get()
    assert row.clock == TotalTime(21 * DAY)
    assert "Time control 21 days for the whole game" in text_of(browser.get(answer["Location"]))


@pytest.mark.parametrize(
    ("language", "term", "whole", "left"),
    [
        ("en", "total length", "365 days: 182 days 12 hours for each side", "182 days 11 hours"),
        ("de", "Gesamtdauer", "365 Tage: 182 Tage 12 Stunden für jede Seite", "182 Tage 11 Stunden"),
    ],
)
def test_a_total_length_is_chosen_and_shown_wherever_the_time_control_is(
    reader: Reader, anna: User, bert: User, clock: Traveller, language: str, term: str, whole: str, left: str
) -> None:
    User.objects.update(language=language)
    hers, theirs = reader(User.objects.get(pk=anna.pk)), reader(User.objects.get(pk=bert.pk))

    form = hers.get(ADDRESS)
    hers.post(ADDRESS, OPEN | {"total_length": "365"})

    challenge = Challenge.objects.get()
    assert (challenge.total_days, term in text_of(form).replace("Total", "total")) == (365, True)
    short, page = f"{term} {whole.partition(':')[0]}", f"/challenges/{challenge.number}/"
    for browser, address in ((hers, "/lobby/"), (theirs, "/lobby/"), (hers, "/"), (theirs, page)):
        assert short in text_of(browser.get(address)), address
    assert whole in text_of(theirs.get(page))
    game = actions.accept_challenge(challenge.number, bert).game
    assert game is not None
    clock.shift(timedelta(hours=1))
    play(game, "d6")
    for address in (f"/games/{game.number}/", f"/games/{game.number}/print/"):
        assert short in text_of(theirs.get(address)), address
    assert left in text_of(theirs.get(f"/games/{game.number}/"))


def test_without_a_choice_there_is_no_total_length(browser: Client) -> None:
    answer = browser.post(ADDRESS, OPEN)

    assert Challenge.objects.get().total_days is None
    assert "total length" not in text_of(browser.get(answer["Location"])).lower()


@pytest.mark.parametrize(("pace", "days"), [("easy", 7), ("normal", 3), ("quick", 1)])
def test_a_pace_is_a_number_of_days_whatever_the_hidden_fields_say(browser: Client, pace: str, days: int) -> None:
    hidden = {"clock_system": "fischer", "initial_days": "?", "days_per_move": "15", "cap_days": ""}

    answer = browser.post(ADDRESS, OPEN | hidden | {"pace": pace})

    assert answer.status_code == 302
    assert Challenge.objects.get().clock == DaysPerMove(days)


def test_another_time_control_has_figures_of_its_own(browser: Client) -> None:
    browser.post(ADDRESS, OPEN | BANK | {"pace": "other"})

    assert Challenge.objects.get().clock.system == "fischer"


def test_the_form_opens_with_three_paces_and_the_usual_one_chosen(browser: Client) -> None:
    page = browser.get(ADDRESS)

    assert "Relaxed 7 days per move Normal 3 days per move Quick 1 day per move Another time control" in text_of(page)
    assert page.context["form"]["pace"].value() == "normal"
    assert '<details class="more-terms"><summary>' in markup_of(page)


def test_the_folded_terms_are_open_if_one_of_them_is_wrong(browser: Client) -> None:
    page = browser.post(ADDRESS, OPEN | {"min_rating": "1800", "max_rating": "1700"})

    assert '<details class="more-terms" open><summary>' in markup_of(page)


def test_figures_of_a_clock_that_was_not_chosen_do_not_count(browser: Client) -> None:
    answer = browser.post(ADDRESS, OPEN | TOTAL | {"cap_days": "31", "initial_days": "?", "days_per_move": "15"})

    assert answer.status_code == 302
    assert Challenge.objects.get().clock == TotalTime(21 * DAY)


@pytest.mark.parametrize(
    ("language", "label", "figure"),
    [
        ("en", "A fixed time for the whole game", "Days for the whole game"),
        ("de", "Eine feste Zeit für die ganze Partie", "Tage für die ganze Partie"),
    ],
)
def test_the_form_has_every_clock_with_its_figures(
    reader: Reader, anna: User, language: str, label: str, figure: str
) -> None:
    anna.language = language
    anna.save()

    page = reader(anna).get(ADDRESS)

    form, text = page.context["form"], text_of(page)
    shown = [[field.name for field in figures] for _option, figures in form.clocks()]
    for figures in (["days_per_move"], ["initial_days", "increment_hours", "cap_days"], ["total_days"]):
        assert figures in shown
    assert len(shown) == len(KINDS)
    assert [form[name].value() for name in ("days_per_move", "initial_days", "increment_hours", "cap_days")] == [
        *(3, 3, 24, 7)
    ]
    assert form["total_days"].value() == 30
    assert f"{label} {figure}" in text


def test_ratings_do_not_bound_a_challenge_to_one_player(browser: Client, bert: User) -> None:
    browser.post(ADDRESS, OPEN | {"kind": "direct", "opponent": "bert", "min_rating": "1900", "min_reliability": "90"})

    row = Challenge.objects.get()
    assert (row.min_rating, row.min_reliability) == (None, None)


def test_a_link_is_shown_once_and_never_again(browser: Client) -> None:
    answer = browser.post(ADDRESS, OPEN | {"kind": "link"})

    first, second = browser.get(answer["Location"]), browser.get(answer["Location"])
    assert first.context["link"].startswith("http://localhost:8000/invitations/")
    assert f'value="{first.context["link"]}"' in first.content.decode()
    assert second.context["link"] == ""


def test_the_link_that_is_shown_leads_to_the_invitation(browser: Client, client: Client) -> None:
    answer = browser.post(ADDRESS, OPEN | {"kind": "link"})
    link = browser.get(answer["Location"]).context["link"]

    page = client.get(link)

    assert page.status_code == 200
    assert "anna invites you to a game of Mühle" in text_of(page)


def test_the_form_can_be_reached_filled_in(browser: Client) -> None:
    page = browser.get(ADDRESS + "?to=bert&rules=applet")

    initial = page.context["form"].initial
    assert (initial["kind"], initial["opponent"], initial["rules"]) == ("direct", "bert", "applet")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"kind": "direct", "opponent": ""}, {"opponent": ["Who do you want to challenge?"]}),
        (
            {"kind": "direct", "opponent": "nobody"},
            {"opponent": ["There is no player with this name. Check the spelling."]},
        ),
        ({"kind": "direct", "opponent": "anna"}, {"opponent": ["You cannot play against yourself."]}),
        (
            {"min_rating": "1800", "max_rating": "1700"},
            {"max_rating": ["The highest rating is lower than the lowest."]},
        ),
        ({"days_per_move": ""}, {"days_per_move": ["How many days?"]}),
        (BANK | {"initial_days": ""}, {"initial_days": ["Please fill this in for the time bank."]}),
        (
            BANK | {"initial_days": "7"},
            {"cap_days": ["The maximum is less than the time at the start."]},
        ),
        (BANK | {"cap_days": "31"}, {"cap_days": ["Ensure this value is less than or equal to 30."]}),
        (TOTAL | {"total_days": ""}, {"total_days": ["How many days?"]}),
        (TOTAL | {"total_days": "0"}, {"total_days": ["Ensure this value is greater than or equal to 1."]}),
        (TOTAL | {"total_days": "61"}, {"total_days": ["Ensure this value is less than or equal to 60."]}),
    ],
)
def test_a_mistake_is_shown_beside_its_field(
    browser: Client, changes: dict[str, Any], expected: dict[str, Any]
) -> None:
    with unchanged():
        page = browser.post(ADDRESS, OPEN | changes)

    assert page.status_code == 422
    assert mistakes(page) == expected
    [[messages_there]] = expected.values()
    assert messages_there in text_of(page)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rules", "chess"),
        ("kind", "x"),
        ("colour", "green"),
        ("days_per_move", "15"),
        ("pace", "x"),
        ("clock_system", ""),
        ("min_rating", "a"),
        ("total_length", "45"),
        ("total_length", "long"),
        ("min_reliability", "50"),
        ("min_reliability", "most"),
    ],
)
def test_what_the_form_never_offered_is_refused(browser: Client, field: str, value: str) -> None:
    with unchanged():
        page = browser.post(ADDRESS, OPEN | {field: value})

    assert page.status_code == 422
    assert list(mistakes(page)) == [field]


def test_too_many_challenges_are_refused_above_the_form(browser: Client, anna: User) -> None:
    for _one in range(MOST_OPEN):
        actions.challenge_anyone(anna, Proposal(agreement=Agreement()))

    with unchanged():
        page = browser.post(ADDRESS, OPEN)

    assert mistakes(page) == {"": ["You already have 50 open challenges; withdraw one first."]}


def test_a_text_that_cannot_be_stored_is_refused(browser: Client) -> None:
    with unchanged():
        page = browser.post(ADDRESS, OPEN | {"message": "nul\x00"})

    assert page.status_code == 422
    assert mistakes(page) == {"message": ["Null characters are not allowed."]}
