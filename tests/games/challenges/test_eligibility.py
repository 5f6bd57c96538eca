"""Who may take a seat that asks for reliability or a rating; and lists of seats, which say the same as accepting."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.eligibility import eligible_challenges, require_eligible
from games.challenges.errors import RatingOutOfRange, ReliabilityTooLow
from games.challenges.models import Challenge
from games.challenges.queries import lobby_for
from games.core.models.terms import Agreement
from games.players.bots import become_bot
from games.players.errors import BotsNotWelcome
from games.players.models import Rating
from tests.conftest import NOON
from tests.support.ended import lost_on_time, won
from tests.support.playing import unchanged


@pytest.fixture
def careless(person: Callable[..., User], carla: User) -> User:
    """A player whose reliability is 90%: one of five games lost on time."""
    player = person("careless")
    lost_on_time(player, carla)
    for _game in range(4):
        won(player, carla)
    return player


@pytest.fixture
def robot(person: Callable[..., User]) -> User:
    return become_bot(person("robot"))


def seat_of(challenger: User, **asked: object) -> Challenge:
    return actions.challenge_anyone(challenger, Proposal(agreement=Agreement(), **asked))  # type: ignore[arg-type]


@pytest.mark.parametrize("needed", [None, 1, 90])
def test_a_player_who_is_as_reliable_as_is_asked_accepts_the_open_challenge(
    anna: User, careless: User, needed: int | None
) -> None:
    seat = seat_of(anna, min_reliability=needed)

    assert actions.accept_challenge(seat.number, careless).status == "accepted"


@pytest.mark.parametrize("needed", [91, 100])
def test_a_player_who_is_less_reliable_is_refused_with_both_figures(anna: User, careless: User, needed: int) -> None:
    seat = seat_of(anna, min_reliability=needed)

    with unchanged(), pytest.raises(ReliabilityTooLow) as refusal:
        actions.accept_challenge(seat.number, careless)

    assert refusal.value.details == {"reliability": 90, "needed": needed}
    words = f"Your reliability of 90% is below the {needed}% that this challenge asks for."
    assert refusal.value.message == words


def test_an_invitation_asks_for_it_as_well(anna: User, careless: User) -> None:
    _challenge, secret = actions.invite_by_link(anna, Proposal(agreement=Agreement(), min_reliability=95))

    with unchanged(), pytest.raises(ReliabilityTooLow):
        actions.accept_link(secret, careless)


def test_a_player_who_has_no_figure_yet_is_let_in(anna: User, bert: User) -> None:
    for _game in range(4):
        lost_on_time(bert, anna)
    seat = seat_of(anna, min_reliability=100)

    assert actions.accept_challenge(seat.number, bert).status == "accepted"


def test_only_what_is_asked_for_is_looked_up(
    anna: User, bert: User, careless: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    free, asking = seat_of(anna), seat_of(anna, min_reliability=50)

    with django_assert_num_queries(0):
        require_eligible(free, careless)
    with django_assert_num_queries(1):
        require_eligible(asking, careless)


@pytest.mark.parametrize("percent", [0, 101])
def test_the_table_keeps_to_percents(anna: User, percent: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        seat_of(anna, min_reliability=percent)


# --- Lists ------------------------------------------------------------------------------------------------------------


def test_a_list_has_the_open_challenges_that_can_be_accepted_and_no_others(
    anna: User, bert: User, carla: User, careless: User, robot: User
) -> None:
    other_bot = become_bot(User.objects.create_user("other", "other@example.org", "a good password"))
    Rating.objects.create(user=careless, rules="standard", value=1700.4)
    Rating.objects.create(user=robot, rules="standard", pool="bots", value=1900)
    asked: list[dict[str, object]] = [
        {},
        {"min_reliability": 90},
        {"min_reliability": 91},
        {"min_rating": 1700},
        {"min_rating": 1701},
        {"max_rating": 1699},
        {"min_rating": 1500, "max_rating": 1500},
        {"min_rating": 1600, "min_reliability": 95},
        {"bots_welcome": True},
        {"bots_welcome": True, "min_rating": 1800},
        {"bots_welcome": True, "max_rating": 1600},
    ]
    for number, columns in enumerate(asked):
        seat_of(anna, **columns)
        if number < 3:
            seat_of(other_bot, **columns)

    for player in (bert, careless, robot):
        rows = lobby_for(player.pk, now=NOON).filter(expires_at__gt=NOON)
        fit = set(eligible_challenges(rows, player).values_list("number", flat=True))
        assert fit == {row.number for row in rows if _is_accepted(row, player)}
        assert 0 < len(fit) < len(rows)


def test_a_guest_sees_the_open_challenges_for_newcomers(anna: User) -> None:
    open_for_all, _strong, strict = seat_of(anna), seat_of(anna, min_rating=1501), seat_of(anna, min_reliability=100)

    found = eligible_challenges(lobby_for(None, now=NOON), None)

    assert {row.number for row in found} == {open_for_all.number, strict.number}


def _is_accepted(row: Challenge, player: User) -> bool:
    """Whether accepting it works; it is undone. A person consents to rated games with bots."""
    try:
        with transaction.atomic():
            actions.accept_challenge(row.number, player, rated_against_bot=True)
            transaction.set_rollback(True)
    except (RatingOutOfRange, ReliabilityTooLow, BotsNotWelcome):
        return False
    return True
