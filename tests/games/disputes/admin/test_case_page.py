"""What the page of a case shows first, beside each other and folded, and what it leaves out."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.chat.messages import send_message
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.admin import of_kind
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from tests.support.pages import Reader
from tests.support.playing import SHUFFLE, SHUFFLING, play, stand_at
from tests.support.reading import markup_of, text_of
from tests.support.ruling import Staff, decided

Begin = Callable[..., Game]
QUEUE = "/admin/disputes/dispute/"
HEADINGS = {
    "positions": "The positions side by side",
    "chart": "Time used for each half-move",
    "messages": "Messages of the game",
}


@pytest.fixture
def iris(staff: Staff) -> User:
    return staff("iris", "arbiter")


@pytest.fixture
def game(begin: Begin, bert: User) -> Game:
    """Moves have come, a position has come again, and Bert has written."""
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    send_message(game.number, bert, "Play on.")
    return game


def opened(game: Game, player: User, category: str) -> Dispute:
    """As it waiting for an arbiter, also if the server would have decided it."""
    marked = [game.ply - 4, game.ply]
    return Dispute.objects.create(game=game, opened_by=player, category=category, text="Look.", plies=marked)


@pytest.mark.parametrize("category", Dispute.Category.values)
def test_what_belongs_to_the_kind_of_the_case_comes_first(
    reader: Reader, iris: User, game: Game, anna: User, category: str
) -> None:
    dispute = opened(game, anna, category)

    page = reader(iris).get(f"{QUEUE}{dispute.number}/change/").content.decode()

    wanted = of_kind.FIRST.get(Dispute.Category(category), "")
    headings = re.findall(r"<h2 id=[^>]*>([^<]*)</h2>", page)
    assert {kind: words in headings for kind, words in HEADINGS.items()} == {kind: kind == wanted for kind in HEADINGS}
    assert not wanted or headings.index(HEADINGS[wanted]) < headings.index("The game")
    assert page.count("Play on.") == 1


def test_positions_that_are_said_to_be_the_same_stand_beside_each_other(
    reader: Reader, iris: User, game: Game, anna: User
) -> None:
    dispute = opened(game, anna, "repetition")

    page = reader(iris).get(f"{QUEUE}{dispute.number}/change/")

    assert [frame.ply for frame in page.context["page"].positions] == dispute.plies
    assert page.content.decode().count('<use href="#ground"/>') == 2


@pytest.mark.parametrize(
    ("marked", "claims", "shown"),
    [
        ([36, 40, 44], [{"plies": [1]}], [36, 40, 44]),
        ([1, 2, 3, 4], [], [2, 3, 4]),
        ([], [{"plies": []}, {"plies": [5, 9]}], [5, 9]),
        ([], [{"claim": "quiet_limit"}], []),
    ],
)
def test_the_positions_are_those_marked_or_else_those_counted(
    marked: list[int], claims: list[dict[str, list[int]]], shown: list[int]
) -> None:
    assert of_kind.plies_to_compare(marked, claims) == shown


def test_the_chart_shows_the_share_of_the_time_and_who_was_behind(
    reader: Reader, iris: User, clock: time_machine.Traveller, begin: Begin, anna: User
) -> None:
    game = begin()
    # White closes a mill and takes a stone; Black answers just before the deadline.
    for move in ("d6", "d5", "f6", "d3", "b6xd3"):
        play(game, move)
    clock.shift(timedelta(days=2, hours=23))
    play(game, "a1")
    dispute = opened(game, anna, "stalling")

    page = reader(iris).get(f"{QUEUE}{dispute.number}/change/")

    bars = page.context["page"].chart.bars
    assert [bar.is_behind for bar in bars] == [False] * 5 + [True]
    assert [bar.is_near for bar in bars] == [False] * 5 + [True]
    assert [(bar.y, bar.height) for bar in bars[-2:]] == [(49, 1), (50, 49)]
    assert page.content.decode().count("chart__bar--near") == 1


def test_what_is_empty_is_one_line(reader: Reader, iris: User, begin: Begin, anna: User) -> None:
    dispute = opened(play(begin(), "d6", "d2"), anna, "other")

    text = text_of(reader(iris).get(f"{QUEUE}{dispute.number}/change/"))

    nothing = "draw offers, notifications, messages, other cases of this game, actions by staff"
    assert f"Not present: {nothing}." in text
    assert "None or unknown for both: Moves near the deadline, Draw offers, Notifications," in text


def test_cases_of_the_same_kind_that_were_decided_stand_beside_the_verdict(
    reader: Reader, iris: User, staff: Staff, begin: Begin, anna: User, bert: User
) -> None:
    jonas = staff("jonas", "arbiter")

    def waiting(category: str, **terms: User) -> Dispute:
        return filing.open_dispute(begin(**terms).number, anna, category=category, text="Look.")

    same = [decided(waiting("other"), jonas, Verdict.DISMISSED).number for _case in range(6)]
    decided(waiting("abuse"), jonas, Verdict.DISMISSED)
    decided(waiting("other", white=anna, black=iris), jonas, Verdict.DISMISSED)
    dispute = waiting("other")

    page = reader(iris).get(f"{QUEUE}{dispute.number}/change/")

    assert {case.number for case in page.context["page"].similar} == set(same[1:])
    assert f'<a href="{QUEUE}{same[-1]}/change/">№ {same[-1]}</a>dismissed' in markup_of(page)


def test_of_draws_only_those_by_the_same_rules_are_similar(
    reader: Reader, iris: User, game: Game, begin: Begin, anna: User
) -> None:
    by_other_rules = opened(play(begin(Agreement(rules="classic")), "d6", "d2"), anna, "draw")
    by_same = opened(play(begin(Agreement(rules="brettspielnetz")), "d6", "d2"), anna, "draw")
    for case in (by_other_rules, by_same):
        decided(case, iris, Verdict.DISMISSED)

    page = reader(iris).get(f"{QUEUE}{opened(game, anna, 'draw').number}/change/")

    assert [case.number for case in page.context["page"].similar] == [by_same.number]
