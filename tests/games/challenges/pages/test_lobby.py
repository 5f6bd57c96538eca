"""The lobby: what can be taken, by whom, and what cannot be."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.challenges.pages.lobby import MOST_OTHERS, PAGE
from games.core.models.terms import Agreement
from games.core.time_controls import PRESENTERS
from games.players.models import Rating
from muehle.clocks import DAY, KINDS, TimeControl
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime
from tests.support.ended import lost_on_time, won
from tests.support.pages import Reader, next_page
from tests.support.reading import markup_of, messages_in, text_of


def test_an_open_challenge_is_accepted_with_one_button(reader: Reader, bert: User, posted: Challenge) -> None:
    answer = reader(bert).post(f"/challenges/{posted.number}/accept/")

    posted.refresh_from_db()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{posted.game_id}/")
    assert (posted.status, posted.opponent) == ("accepted", bert)
    assert messages_in(answer) == ["The game against anna has begun."]


def test_an_empty_lobby_says_what_to_do(client: Client, db: None) -> None:
    page = client.get("/lobby/")

    assert "No open challenges" in text_of(page)
    assert "Post one, and the next visitor will find it here." in text_of(page)


def buttons(page: Any) -> list[int]:
    """The numbers of the challenges with a button to accept them, in the order of the page."""
    return [int(number) for number in re.findall(r'action="/challenges/(\d+)/accept/"', page.content.decode())]


def rows(page: Any) -> list[int]:
    """The numbers of all challenges of the page, in its order."""
    return [int(number) for number in re.findall(r'<tr id="challenge-(\d+)"', page.content.decode())]


def posted(player: User, agreement: Agreement | None = None, **terms: Any) -> int:
    return actions.challenge_anyone(player, Proposal(agreement=agreement or Agreement(), **terms)).number


def test_a_visitor_sees_rated_challenges_below_and_no_button_to_accept_them(client: Client, posted: Challenge) -> None:
    page = client.get("/lobby/")

    assert (rows(page), buttons(page)) == ([posted.number], [])
    assert "For players with an account (1)" in text_of(page)


def test_a_visitor_sees_first_what_guests_may_accept(client: Client, anna: User) -> None:
    casual, rated = posted(anna, Agreement(rated=False)), posted(anna)

    page = client.get("/lobby/")

    assert (rows(page), buttons(page)) == ([casual, rated], [casual])


def test_a_challenge_that_does_not_fit_is_below_and_says_why(reader: Reader, anna: User, bert: User) -> None:
    unfit = posted(anna, min_rating=1700, message="for the strong")
    fit = posted(anna)

    page = reader(bert).get("/lobby/")

    assert (rows(page), buttons(page)) == ([fit, unfit], [fit])
    assert "For other players (1)" in text_of(page)
    assert "Your rating (1500) is outside the range." in text_of(page)


def test_a_challenge_for_reliable_players_says_so_and_why_it_is_not_to_be_had(
    reader: Reader, anna: User, bert: User, carla: User
) -> None:
    lost_on_time(bert, anna)
    for _game in range(4):
        won(bert, anna)
    number = posted(anna, min_reliability=95)

    of_bert, of_carla = reader(bert).get("/lobby/"), reader(carla).get("/lobby/")

    assert "reliability 95% or more" in text_of(of_bert)
    assert "Your reliability (90%) is too low." in text_of(of_bert)
    assert (buttons(of_bert), buttons(of_carla)) == ([], [number])


def test_all_challenges_that_do_not_fit_have_pages_of_their_own(reader: Reader, anna: User, bert: User) -> None:
    unfit = [posted(anna, min_rating=1700) for _number in range(MOST_OTHERS + 1)]
    browser = reader(bert)

    first, others = browser.get("/lobby/"), browser.get("/lobby/?fits=no")

    assert rows(first) == unfit[:0:-1]
    assert 'href="/lobby/?fits=no"' in first.content.decode()
    assert "No challenge fits you right now" in text_of(first)
    assert (rows(others), buttons(others)) == (unfit[::-1], [])


def test_one_choice_keeps_the_others(reader: Reader, bert: User, anna: User) -> None:
    posted(anna, Agreement(rules="classic"))

    page = reader(bert).get("/lobby/?rules=classic&sort=-rating&cursor=3&x=1").content.decode()

    assert '<option value="classic" selected>' in page
    assert '<input type="hidden" name="sort" value="-rating">' in page
    assert 'href="/lobby/?rules=classic&amp;sort=name"' in page
    assert not [link for link in re.findall(r'href="(/lobby/[^"]*)"', page) if "x=1" in link]


def test_what_the_page_never_offered_counts_as_no_choice(client: Client, anna: User) -> None:
    number = posted(anna, Agreement(rated=False))

    for query in ("rules=chess", "pace=1", "by=me", "sort=number", "sort=--age", "fits=maybe", "sort=&rules=&by="):
        page = client.get(f"/lobby/?{query}")
        assert (page.status_code, rows(page)) == (200, [number]), query


def test_a_heading_sorts_and_a_second_click_reverses(reader: Reader, anna: User, bert: User, carla: User) -> None:
    dora = User.objects.create_user("dora")
    Rating.objects.create(user=dora, rules="standard", value=1600.4)
    Rating.objects.create(user=carla, rules="standard", value=1400)
    fast, slow = Agreement(clock=DaysPerMove(1)), Agreement(clock=DaysPerMove(14))
    of = {"dora": posted(dora, slow), "carla": posted(carla), "anna": posted(anna, fast)}
    browser = reader(bert)

    def order(sort: str) -> list[str]:
        numbers = rows(browser.get(f"/lobby/?sort={sort}"))
        return [name for number in numbers for name in of if of[name] == number]

    assert order("name") == ["anna", "carla", "dora"]
    assert order("-name") == ["dora", "carla", "anna"]
    assert order("-rating") == ["dora", "anna", "carla"]
    assert order("rating") == ["carla", "anna", "dora"]
    assert order("pace") == ["anna", "carla", "dora"]
    assert order("-pace") == ["dora", "carla", "anna"]
    assert order("age") == order("") == ["anna", "carla", "dora"]
    assert order("-age") == ["dora", "carla", "anna"]


def test_players_without_a_figure_are_last_by_reliability_either_way(
    reader: Reader, anna: User, bert: User, carla: User
) -> None:
    dora, emil = (User.objects.create_user(name) for name in ("dora", "emil"))
    for player, losses in ((anna, 1), (carla, 0), (dora, 2)):
        for number in range(5):
            (lost_on_time if number < losses else won)(player, bert)
    won(emil, bert)
    of = {player: posted(player) for player in (emil, anna, carla, dora)}
    browser = reader(bert)

    pages = [browser.get(f"/lobby/?sort={sort}") for sort in ("-reliability", "reliability")]

    assert rows(pages[0]) == [of[player] for player in (carla, anna, dora, emil)]
    assert rows(pages[1]) == [of[player] for player in (dora, anna, carla, emil)]
    assert re.findall(r"<td[^>]*>(\d+&nbsp;%|–)</td>", pages[0].content.decode())[-1] == "–"
    assert re.findall(r"(\d+)&nbsp;%", pages[0].content.decode()) == ["100", "90", "80"]


def test_the_heading_of_the_reliability_sorts_by_the_best_first(client: Client, anna: User) -> None:
    posted(anna, Agreement(rated=False))

    plain, sorted_by_it = (markup_of(client.get(address)) for address in ("/lobby/", "/lobby/?sort=-reliability"))

    assert 'href="/lobby/?sort=-reliability">Reliability</a>' in plain
    assert re.findall(r'aria-sort="(\w+)"><a href="/lobby/\?sort=([-\w]+)"', sorted_by_it) == [
        ("descending", "reliability")
    ]


def test_the_heading_by_which_the_table_is_sorted_says_so(client: Client, anna: User) -> None:
    posted(anna, Agreement(rated=False))

    plain, by_rating = (markup_of(client.get(address)) for address in ("/lobby/", "/lobby/?sort=-rating"))

    assert re.findall(r'aria-sort="(\w+)"><a href="/lobby/\?sort=([-\w]+)"', plain) == [("ascending", "-age")]
    assert re.findall(r'aria-sort="(\w+)"><a href="/lobby/\?sort=([-\w]+)"', by_rating) == [("descending", "rating")]


SORTS = [f"{sign}{name}" for name in ("age", "name", "rating", "reliability", "pace") for sign in ("", "-")]


def test_a_sorted_table_has_each_challenge_on_one_page(client: Client, anna: User, bert: User) -> None:
    clocks = [DaysPerMove(2), TotalTime(30 * DAY), FischerBank(), DaysPerMove(1)]
    casual = (Agreement(rated=False, clock=clock) for _number in range(11) for clock in clocks)
    numbers = [posted(anna if number % 2 else bert, terms) for number, terms in enumerate(casual)]

    for sort in SORTS:
        first = client.get(f"/lobby/?sort={sort}")
        second = client.get(f"/lobby/{next_page(first)}")

        assert (len(rows(first)), len(rows(second))) == (PAGE, len(numbers) - PAGE), sort
        assert sorted([*rows(first), *rows(second)]) == numbers, sort
        assert "Previous page" in text_of(second)


@pytest.mark.parametrize(
    ("rules", "colour", "offered", "stone"),
    [
        ("standard", "white", "you play Black", "black"),
        ("standard", "black", "you play White", "white"),
        ("pink-green", "white", "you play Pink", "pink"),
        ("pink-green", "black", "you play Green", "green"),
    ],
)
def test_the_stone_beside_a_challenge_is_that_of_whoever_accepts(
    client: Client, anna: User, rules: str, colour: str, offered: str, stone: str
) -> None:
    posted(anna, Agreement(rules=rules, rated=False), colour=colour)

    page = client.get("/lobby/").content.decode()

    assert f'<span class="stone stone--{stone}" title="{offered}"' in page


@pytest.mark.parametrize(
    ("clock", "pace"),
    [
        (DaysPerMove(1), "fast"),
        (DaysPerMove(2), "fast"),
        (DaysPerMove(3), "medium"),
        (DaysPerMove(5), "medium"),
        (DaysPerMove(6), "slow"),
        (FischerBank(), "fast"),
        (TotalTime(30 * DAY), "fast"),
    ],
)
def test_the_table_can_be_narrowed_to_a_pace(client: Client, anna: User, clock: TimeControl, pace: str) -> None:
    number = posted(anna, Agreement(rated=False, clock=clock))

    shown = [each for each in ("fast", "medium", "slow") if number in rows(client.get(f"/lobby/?pace={each}"))]

    assert shown == [pace]


@pytest.mark.parametrize(("days", "pace"), [(None, "slow"), (30, "fast"), (180, "medium"), (730, "slow")])
def test_a_total_length_limits_the_pace(client: Client, anna: User, days: int | None, pace: str) -> None:
    number = posted(anna, Agreement(rated=False, clock=DaysPerMove(14), total_days=days))

    shown = [each for each in ("fast", "medium", "slow") if number in rows(client.get(f"/lobby/?pace={each}"))]

    assert shown == [pace]


def test_every_kind_of_clock_has_a_pace() -> None:
    for system, kind in KINDS.items():
        assert PRESENTERS[system].pace(kind().parameters.__getitem__) > 0, system


def test_ones_own_open_challenges_can_be_withdrawn_here(reader: Reader, anna: User, posted: Challenge) -> None:
    page = reader(anna).get("/lobby/")

    assert "Your own challenges Standard · 3 days per move" in text_of(page)
    assert f'action="/challenges/{posted.number}/cancel/"' in page.content.decode()
    assert f'action="/challenges/{posted.number}/accept/"' not in page.content.decode()


def test_the_table_can_be_narrowed_to_one_rule_set(client: Client, anna: User) -> None:
    posted(anna, Agreement(rules="standard", rated=False))
    classic = posted(anna, Agreement(rules="classic", rated=False))

    assert rows(client.get("/lobby/?rules=classic")) == [classic]


def test_what_a_challenger_writes_is_text_and_never_markup(client: Client, anna: User) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(), message="<b>bold</b>"))

    page = client.get("/lobby/")

    assert "&lt;b&gt;bold&lt;/b&gt;" in page.content.decode()


def test_an_open_challenge_says_that_its_time_is_for_the_whole_game(client: Client, anna: User) -> None:
    actions.challenge_anyone(anna, Proposal(agreement=Agreement(clock=TotalTime())))

    assert "30 days for the whole game" in text_of(client.get("/lobby/"))


def test_a_page_with_the_version_of_the_lobby_is_told_that_nothing_is_new(
    client: Client, anna: User, bert: User
) -> None:
    def status(version: str) -> int:
        return client.head("/lobby/", headers={"If-None-Match": version}).status_code

    posted = actions.challenge_anyone(anna, Proposal(agreement=Agreement()))
    version = client.get("/lobby/").context["version"]
    assert status(version) == 304
    assert status("*") == 200

    newer = actions.challenge_anyone(bert, Proposal(agreement=Agreement()))
    assert status(version) == 200
    actions.cancel_challenge(newer.number, bert)
    assert status(version) == 304
    actions.accept_challenge(posted.number, bert)
    assert status(version) == 200
