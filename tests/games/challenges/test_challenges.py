"""Challenges: sent, taken once, declined, cancelled, run out; and the games that they begin."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.challenges.actions import (
    LIFETIME,
    MOST_A_DAY_TO_ONE,
    MOST_OPEN,
    MOST_OPEN_TO_ONE,
    Proposal,
    accept_challenge,
    accept_link,
    ask_rematch,
    cancel_challenge,
    challenge_anyone,
    challenge_player,
    decline_challenge,
    expire_challenges,
    invite_by_link,
)
from games.challenges.errors import (
    ChallengeClosed,
    ChallengeNotForYou,
    GameNotOver,
    OwnChallenge,
    RatingOutOfRange,
    RatingRangeInvalid,
    RematchAsked,
    TermsInvalid,
    TooManyChallenges,
    TooManyChallengesToPlayer,
)
from games.challenges.models import Challenge
from games.core.errors import NotAPlayer
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import abort, resign
from games.players.models import Rating
from kit.errors import NotFound
from muehle.clocks import DAY, TimeControl
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime
from tests.conftest import NOON
from tests.support.api import Api
from tests.support.playing import fresh, play, unchanged

PLAIN = Proposal(agreement=Agreement())
OTHER = Agreement(rules="classic", rated=False, clock=FischerBank(2 * DAY, DAY // 2, 5 * DAY))
Begin = Callable[..., Game]


def event_of(challenge: Challenge, event_type: str) -> Event:
    return Event.objects.get(subject_type="challenge", subject_id=challenge.pk, type=event_type)


def recipients(event: Event) -> set[int]:
    """Whose streams the event is in."""
    return set(UserEvent.objects.filter(event=event).values_list("user_id", flat=True))


# --- Direct -----------------------------------------------------------------------------------------------------------


def test_a_challenge_to_one_player_is_stored_with_all_it_asks_for(
    clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    proposal = Proposal(agreement=OTHER, colour="black", message=" Fancy a game? ", lifetime=timedelta(days=3))

    sent = challenge_player(anna, bert, proposal)

    challenge = Challenge.objects.get()
    assert challenge == sent
    assert (challenge.kind, challenge.status) == ("direct", "open")
    assert (challenge.challenger, challenge.opponent, challenge.colour) == (anna, bert, "black")
    assert (challenge.agreement, challenge.message) == (OTHER, "Fancy a game?")
    assert (challenge.created_at, challenge.expires_at) == (NOON, NOON + timedelta(days=3))
    assert (challenge.game, challenge.link_digest, challenge.answered_at) == (None, None, None)


def test_a_challenge_is_made_known_to_both(anna: User, bert: User) -> None:
    challenge = challenge_player(anna, bert, Proposal(agreement=OTHER, message="Hello", colour="black"))

    event = event_of(challenge, "challenge_received")
    assert event.actor == anna
    assert recipients(event) == {anna.pk, bert.pk}
    terms = {"challenger": "anna", "kind": "direct", "message": "Hello", "colour": "black", "rematch_of": None}
    assert event.data.items() >= terms.items()


def test_who_is_challenged_is_told_all_terms(api: Api, anna: User, bert: User) -> None:
    Rating.objects.create(user=anna, rules="classic", value=1612.4)
    challenge = challenge_player(anna, bert, Proposal(agreement=OTHER, colour="black"))

    [event] = api(bert).read("events/")["results"]
    whole = api(bert).read(f"challenges/{challenge.number}/")

    told = event["data"]
    said = {"challenger", "challenger_bot", "challenger_rating"}
    assert {name: told[name] for name in told.keys() - said} == {name: whole[name] for name in told.keys() - said}
    who = whole["challenger"]
    assert (told["challenger"], told["challenger_bot"]) == (who["username"], who["bot"]) == ("anna", False)
    assert told["challenger_rating"] == who["rating"] == 1612


def test_a_challenge_from_before_these_terms_were_told_can_be_read(api: Api, anna: User, bert: User) -> None:
    challenge_player(anna, bert, Proposal(agreement=Agreement()))
    data = {"challenger": "anna", "kind": "direct", "message": "", "rules": "standard"}
    Event.objects.update(data=data)

    assert api(bert).read("events/")["results"][0]["data"] == data


def test_accepting_begins_the_game(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    sent = challenge_player(anna, bert, Proposal(agreement=OTHER, colour="black"))
    clock.shift(timedelta(hours=1))

    accepted = accept_challenge(sent.number, bert)

    game = Game.objects.get()
    assert (accepted.status, accepted.game, accepted.answered_at) == ("accepted", game, NOON + timedelta(hours=1))
    assert (game.white, game.black, game.agreement) == (bert, anna, OTHER)
    assert (game.status, game.ply, game.on_move) == ("ongoing", 0, bert)
    assert (game.started_at, game.deadline_at) == (NOON + timedelta(hours=1), NOON + timedelta(days=2, hours=1))


def test_accepting_is_logged_before_the_game_that_it_begins(anna: User, bert: User) -> None:
    challenge = accept_challenge(challenge_player(anna, bert, PLAIN).number, bert)

    assert list(Event.objects.order_by("id").values_list("type", flat=True)) == [
        "challenge_received",
        "challenge_accepted",
        "game_started",
    ]
    event = event_of(challenge, "challenge_accepted")
    assert (event.actor, event.data) == (bert, {"challenger": "anna", "kind": "direct", "game": challenge.game_id})
    assert recipients(event) == {anna.pk, bert.pk}


def test_declining_closes_a_challenge_with_its_reason(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    sent = challenge_player(anna, bert, PLAIN)

    decline_challenge(sent.number, bert, reason=" No time this week. ")

    challenge = Challenge.objects.get()
    assert (challenge.status, challenge.decline_reason) == ("declined", "No time this week.")
    assert (challenge.answered_at, challenge.game) == (NOON, None)
    event = event_of(challenge, "challenge_declined")
    assert (event.actor, event.data["reason"], recipients(event)) == (bert, "No time this week.", {anna.pk, bert.pk})


def test_cancelling_withdraws_a_challenge(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    sent = challenge_player(anna, bert, PLAIN)

    cancel_challenge(sent.number, anna)

    challenge = Challenge.objects.get()
    assert (challenge.status, challenge.answered_at) == ("cancelled", NOON)
    assert recipients(event_of(challenge, "challenge_cancelled")) == {anna.pk, bert.pk}


@pytest.mark.parametrize("action", [accept_challenge, decline_challenge, cancel_challenge])
def test_a_challenge_between_others_is_not_found(
    anna: User, bert: User, carla: User, action: Callable[[int, User], Challenge]
) -> None:
    sent = challenge_player(anna, bert, PLAIN)

    with unchanged(), pytest.raises(NotFound):
        action(sent.number, carla)


@pytest.mark.parametrize("action", [accept_challenge, decline_challenge, cancel_challenge])
@pytest.mark.parametrize("number", [4711, 0, -1, 10**30])
def test_a_challenge_that_does_not_exist_is_not_found(
    anna: User, action: Callable[[int, User], Challenge], number: int
) -> None:
    with pytest.raises(NotFound):
        action(number, anna)


def test_nobody_challenges_themselves(anna: User) -> None:
    with unchanged(), pytest.raises(OwnChallenge):
        challenge_player(anna, anna, PLAIN)


def test_nobody_accepts_their_own_challenge(anna: User, bert: User) -> None:
    direct, lobby = challenge_player(anna, bert, PLAIN), challenge_anyone(anna, PLAIN)

    for sent in (direct, lobby):
        with unchanged(), pytest.raises(OwnChallenge):
            accept_challenge(sent.number, anna)


def test_only_the_one_who_is_asked_declines_and_only_the_one_who_asked_cancels(anna: User, bert: User) -> None:
    sent = challenge_player(anna, bert, PLAIN)

    with unchanged(), pytest.raises(ChallengeNotForYou):
        decline_challenge(sent.number, anna)
    with unchanged(), pytest.raises(ChallengeNotForYou):
        cancel_challenge(sent.number, bert)


# --- Colours ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("colour", "white"), [("white", "anna"), ("black", "bert")])
def test_a_chosen_colour_is_the_challengers(anna: User, bert: User, colour: str, white: str) -> None:
    challenge = challenge_player(anna, bert, Proposal(agreement=Agreement(), colour=colour))

    game = accept_challenge(challenge.number, bert).game

    assert game is not None
    assert (game.white.username, game.colours_by_lot) == (white, False)
    started = Event.objects.get(type="game_started")
    assert (started.data["lot"], started.data["challenger"]) == (None, "anna")


def test_a_lot_is_recorded_as_it_fell(anna: User, bert: User) -> None:
    fallen = set()
    for _each in range(40):
        game = accept_challenge(challenge_player(anna, bert, PLAIN).number, bert).game
        assert game is not None

        started = Event.objects.get(game=game, type="game_started")

        assert game.colours_by_lot
        assert started.data["lot"] == ("white" if game.white == anna else "black")
        assert (started.data["white"], started.data["black"]) == (game.white.username, game.black.username)
        fallen.add(started.data["lot"])
    assert fallen == {"white", "black"}


def test_a_game_keeps_the_ratings_that_its_players_began_it_with(anna: User, bert: User) -> None:
    Rating.objects.create(user=anna, rules="standard", value=1612.5)
    Rating.objects.create(user=bert, rules="classic", value=1900)

    game = accept_challenge(
        challenge_player(anna, bert, Proposal(agreement=Agreement(), colour="white")).number, bert
    ).game

    assert game is not None
    assert (game.white_rating, game.black_rating) == (1612, 1500)
    assert (game.white_rating_change, game.black_rating_change) == (None, None)


def test_the_log_says_what_game_has_begun(clock: time_machine.Traveller, game: Game, anna: User, bert: User) -> None:
    started = Event.objects.get(game=game, type="game_started")

    assert started.data == {
        "white": "anna",
        "black": "bert",
        "rules": "standard",
        "rated": True,
        "lot": None,
        "challenger": "anna",
        "deadline_at": "2026-03-05T12:00:00Z",
    }
    assert (started.actor, recipients(started)) == (None, {anna.pk, bert.pk})


# --- Open to all ------------------------------------------------------------------------------------------------------


def test_an_open_challenge_is_anyones_and_nobody_is_notified(anna: User) -> None:
    challenge = challenge_anyone(anna, PLAIN)

    assert (challenge.kind, challenge.opponent, challenge.status) == ("open", None, "open")
    assert not Event.objects.exists()


def test_an_open_challenge_is_taken_by_whoever_comes_first(anna: User, bert: User, carla: User) -> None:
    sent = challenge_anyone(anna, PLAIN)
    taken = accept_challenge(sent.number, bert)

    with unchanged(), pytest.raises(ChallengeClosed):
        accept_challenge(sent.number, carla)

    assert (taken.opponent, Game.objects.count()) == (bert, 1)


def test_an_open_challenge_can_not_be_declined(anna: User, bert: User) -> None:
    sent = challenge_anyone(anna, PLAIN)

    with unchanged(), pytest.raises(ChallengeNotForYou):
        decline_challenge(sent.number, bert)


def test_an_open_challenge_is_cancelled_by_its_sender_alone(anna: User, bert: User) -> None:
    sent = challenge_anyone(anna, PLAIN)

    with unchanged(), pytest.raises(ChallengeNotForYou):
        cancel_challenge(sent.number, bert)

    assert cancel_challenge(sent.number, anna).status == "cancelled"


@pytest.mark.parametrize(
    ("lowest", "highest", "rating", "fits"),
    [
        (1400, 1600, 1399.4, False),
        (1400, 1600, 1399.6, True),
        (1400, 1600, 1400, True),
        (1400, 1600, 1600, True),
        (1400, 1600, 1600.4, True),
        (1400, 1600, 1601, False),
        (1600, None, 1599, False),
        (1600, None, 1600, True),
        (None, 1600, 1601, False),
        (None, 1600, 1600, True),
        (0, 0, 1, False),
        (None, None, 1, True),
    ],
)
def test_an_open_challenge_is_for_ratings_within_its_range(
    anna: User, bert: User, lowest: int | None, highest: int | None, rating: float, fits: bool
) -> None:
    Rating.objects.create(user=bert, rules="standard", value=rating)
    sent = challenge_anyone(anna, Proposal(agreement=Agreement(), min_rating=lowest, max_rating=highest))

    if fits:
        assert accept_challenge(sent.number, bert).status == "accepted"
        return
    with unchanged(), pytest.raises(RatingOutOfRange) as refusal:
        accept_challenge(sent.number, bert)

    assert refusal.value.details == {"rating": round(rating)}


@pytest.mark.parametrize(("lowest", "fits"), [(1500, True), (1501, False)])
def test_a_newcomer_counts_as_1500_and_another_rule_set_counts_not(
    anna: User, bert: User, lowest: int, fits: bool
) -> None:
    Rating.objects.create(user=bert, rules="classic", value=2000)
    sent = challenge_anyone(anna, Proposal(agreement=Agreement(), min_rating=lowest))

    if fits:
        assert accept_challenge(sent.number, bert).status == "accepted"
        return
    with unchanged(), pytest.raises(RatingOutOfRange):
        accept_challenge(sent.number, bert)


@pytest.mark.parametrize(("lowest", "highest"), [(1600, 1599), (-1, None), (None, -1), (None, 5_001), (10**9, None)])
def test_a_range_that_nobody_can_fit_is_refused(anna: User, lowest: int | None, highest: int | None) -> None:
    with unchanged(), pytest.raises(RatingRangeInvalid):
        challenge_anyone(anna, Proposal(agreement=Agreement(), min_rating=lowest, max_rating=highest))


# --- By link ----------------------------------------------------------------------------------------------------------


def test_the_secret_of_a_link_is_not_stored(anna: User) -> None:
    challenge, secret = invite_by_link(anna, PLAIN)

    columns = Challenge.objects.values().get(number=challenge.number)
    assert len(secret) >= 32
    assert secret not in str(columns)
    assert columns["link_digest"] == hashlib.sha256(secret.encode()).hexdigest()


def test_two_links_have_two_secrets(anna: User) -> None:
    assert invite_by_link(anna, PLAIN)[1] != invite_by_link(anna, PLAIN)[1]


def test_a_link_begins_a_game_once(anna: User, bert: User, carla: User) -> None:
    _challenge, secret = invite_by_link(anna, PLAIN)
    taken = accept_link(secret, bert)

    with unchanged(), pytest.raises(ChallengeClosed):
        accept_link(secret, carla)

    assert (taken.opponent, taken.status, Game.objects.count()) == (bert, "accepted", 1)


@pytest.mark.parametrize("secret", ["", "wrong", "\x00", "\ud800"])
def test_a_wrong_secret_is_not_found(anna: User, bert: User, secret: str) -> None:
    invite_by_link(anna, PLAIN)

    with unchanged(), pytest.raises(NotFound):
        accept_link(secret, bert)


@pytest.mark.parametrize("action", [accept_challenge, decline_challenge, cancel_challenge])
def test_a_link_can_not_be_had_by_its_number(anna: User, bert: User, action: Callable[[int, User], Challenge]) -> None:
    challenge, _secret = invite_by_link(anna, PLAIN)

    with unchanged(), pytest.raises(NotFound):
        action(challenge.number, bert)


def test_nobody_takes_up_their_own_link(anna: User) -> None:
    challenge, secret = invite_by_link(anna, PLAIN)

    with unchanged(), pytest.raises(OwnChallenge):
        accept_link(secret, anna)
    with unchanged(), pytest.raises(OwnChallenge):
        accept_challenge(challenge.number, anna)


def test_a_link_is_withdrawn_by_its_number(anna: User, bert: User) -> None:
    challenge, secret = invite_by_link(anna, PLAIN)
    cancel_challenge(challenge.number, anna)

    with unchanged(), pytest.raises(ChallengeClosed):
        accept_link(secret, bert)


# --- Closed and run out -----------------------------------------------------------------------------------------------


def decline(challenge: Challenge, anna: User, bert: User) -> None:
    decline_challenge(challenge.number, bert)


def cancel(challenge: Challenge, anna: User, bert: User) -> None:
    cancel_challenge(challenge.number, anna)


def accept(challenge: Challenge, anna: User, bert: User) -> None:
    accept_challenge(challenge.number, bert)


@pytest.mark.parametrize("second", [accept, decline, cancel])
@pytest.mark.parametrize("first", [accept, decline, cancel])
def test_a_closed_challenge_refuses_everything(
    anna: User, bert: User, first: Callable[..., None], second: Callable[..., None]
) -> None:
    challenge = challenge_player(anna, bert, PLAIN)
    first(challenge, anna, bert)

    with unchanged(), pytest.raises(ChallengeClosed):
        second(challenge, anna, bert)


@pytest.mark.parametrize("action", [accept, decline, cancel])
def test_a_challenge_that_has_run_out_refuses_before_anybody_has_swept(
    clock: time_machine.Traveller, anna: User, bert: User, action: Callable[..., None]
) -> None:
    challenge = challenge_player(anna, bert, PLAIN)
    clock.move_to(NOON + LIFETIME)

    with unchanged(), pytest.raises(ChallengeClosed):
        action(challenge, anna, bert)


def test_a_link_that_has_run_out_begins_nothing(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    _challenge, secret = invite_by_link(anna, PLAIN)
    clock.move_to(NOON + LIFETIME)

    with unchanged(), pytest.raises(ChallengeClosed):
        accept_link(secret, bert)


def test_a_challenge_stands_until_the_instant_at_which_it_runs_out(
    clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    challenge = challenge_player(anna, bert, PLAIN)
    clock.move_to(NOON + LIFETIME - timedelta(microseconds=1))

    assert accept_challenge(challenge.number, bert).status == "accepted"


def test_expiring_closes_what_has_run_out_and_nothing_else(
    clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    direct, lobby = challenge_player(anna, bert, PLAIN), challenge_anyone(anna, PLAIN)
    link, _secret = invite_by_link(anna, PLAIN)
    declined = challenge_player(anna, bert, PLAIN)
    decline_challenge(declined.number, bert)
    clock.shift(timedelta(hours=1))
    later = challenge_player(anna, bert, PLAIN)
    clock.move_to(NOON + LIFETIME)

    count = expire_challenges()

    statuses = dict(Challenge.objects.values_list("number", "status"))
    assert count == 3
    assert statuses == {
        direct.number: "expired",
        lobby.number: "expired",
        link.number: "expired",
        declined.number: "declined",
        later.number: "open",
    }
    assert Challenge.objects.get(number=direct.number).answered_at == NOON + LIFETIME


def test_expiring_tells_those_who_wait(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    direct, lobby = challenge_player(anna, bert, PLAIN), challenge_anyone(anna, PLAIN)
    clock.move_to(NOON + LIFETIME)

    expire_challenges()

    events = [event_of(challenge, "challenge_expired") for challenge in (direct, lobby)]
    assert [recipients(event) for event in events] == [{anna.pk, bert.pk}, {anna.pk}]
    assert [event.actor for event in events] == [None, None]


def test_expiring_twice_changes_nothing_more(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    challenge_player(anna, bert, PLAIN)
    clock.move_to(NOON + LIFETIME)
    expire_challenges()

    with unchanged():
        assert expire_challenges() == 0


def test_expiring_takes_no_more_than_its_limit_and_the_oldest_first(
    clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    first = challenge_player(anna, bert, PLAIN)
    clock.shift(timedelta(seconds=1))
    second = challenge_player(anna, bert, PLAIN)
    clock.shift(LIFETIME)

    assert expire_challenges(limit=1) == 1

    assert Challenge.objects.get(number=first.number).status == "expired"
    assert Challenge.objects.get(number=second.number).status == "open"


# --- Terms ------------------------------------------------------------------------------------------------------------

SENDERS: dict[str, Callable[[User, User, Proposal], Any]] = {
    "direct": lambda anna, bert, proposal: challenge_player(anna, bert, proposal),
    "open": lambda anna, bert, proposal: challenge_anyone(anna, proposal),
    "link": lambda anna, bert, proposal: invite_by_link(anna, proposal),
}
every_sender = pytest.mark.parametrize("send", SENDERS.values(), ids=SENDERS)


@every_sender
@pytest.mark.parametrize(
    ("clock_system", "parameter"),
    [
        (DaysPerMove(0), "days_per_move"),
        (DaysPerMove(15), "days_per_move"),
        (DaysPerMove(-3), "days_per_move"),
        (FischerBank(0, DAY, 7 * DAY), "initial_seconds"),
        (FischerBank(DAY // 2 - 1, DAY, 7 * DAY), "initial_seconds"),
        (FischerBank(7 * DAY + 1, DAY, 7 * DAY), "cap_seconds"),
        (FischerBank(3 * DAY, DAY, 30 * DAY + 1), "cap_seconds"),
        (FischerBank(3 * DAY, -1, 7 * DAY), "increment_seconds"),
        (FischerBank(3 * DAY, 7 * DAY + 1, 30 * DAY), "increment_seconds"),
        (TotalTime(DAY - 1), "total_seconds"),
        (TotalTime(60 * DAY + 1), "total_seconds"),
    ],
)
def test_a_clock_outside_the_bounds_is_refused(
    anna: User, bert: User, send: Callable[..., Any], clock_system: TimeControl, parameter: str
) -> None:
    with unchanged(), pytest.raises(TermsInvalid) as refusal:
        send(anna, bert, Proposal(agreement=Agreement(clock=clock_system)))

    assert refusal.value.details == {"parameter": parameter}


@pytest.mark.parametrize(
    "clock_system",
    [
        DaysPerMove(1),
        DaysPerMove(14),
        FischerBank(),
        FischerBank(DAY // 2, 0, DAY // 2),
        FischerBank(30 * DAY, 7 * DAY, 30 * DAY),
        TotalTime(DAY),
        TotalTime(60 * DAY),
    ],
)
def test_a_clock_on_the_bounds_is_played_as_agreed(anna: User, bert: User, clock_system: TimeControl) -> None:
    sent = challenge_player(anna, bert, Proposal(agreement=Agreement(clock=clock_system)))

    game = accept_challenge(sent.number, bert).game

    assert game is not None
    assert fresh(game).clock == clock_system


@pytest.mark.parametrize("rules", ["standard", "applet", "pink-green", "classic", "brettspielnetz"])
@pytest.mark.parametrize("rated", [True, False])
def test_every_rule_set_can_be_played_rated_and_casual(anna: User, bert: User, rules: str, rated: bool) -> None:
    sent = challenge_player(anna, bert, Proposal(agreement=Agreement(rules=rules, rated=rated)))

    game = accept_challenge(sent.number, bert).game

    assert game is not None
    assert (fresh(game).rules, fresh(game).rated) == (rules, rated)


@every_sender
def test_too_many_open_challenges_are_refused(
    clock: time_machine.Traveller, anna: User, bert: User, send: Callable[..., Any]
) -> None:
    for _each in range(MOST_OPEN):
        challenge_anyone(anna, PLAIN)

    with unchanged(), pytest.raises(TooManyChallenges) as refusal:
        send(anna, bert, PLAIN)

    assert refusal.value.details == {"count": MOST_OPEN}


def test_closed_and_run_out_challenges_do_not_count(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    for _each in range(MOST_OPEN - 1):
        challenge_anyone(anna, PLAIN)
    clock.shift(LIFETIME)
    for _each in range(MOST_OPEN - 1):
        challenge_anyone(anna, PLAIN)
    cancel_challenge(challenge_anyone(anna, PLAIN).number, anna)

    challenge_anyone(anna, PLAIN)

    assert Challenge.objects.open(now=NOON + LIFETIME).count() == MOST_OPEN


def test_a_fourth_open_challenge_to_one_player_is_refused(anna: User, bert: User, carla: User) -> None:
    sent = [challenge_player(anna, bert, PLAIN) for _each in range(MOST_OPEN_TO_ONE)]

    with unchanged(), pytest.raises(TooManyChallengesToPlayer) as refusal:
        challenge_player(anna, bert, PLAIN)

    assert refusal.value.details == {"count": MOST_OPEN_TO_ONE}
    challenge_player(anna, carla, PLAIN)
    challenge_player(bert, anna, PLAIN)
    accept_challenge(sent[0].number, bert)
    assert challenge_player(anna, bert, PLAIN).status == "open"


def test_challenges_that_are_withdrawn_or_declined_come_to_an_end_for_the_day(
    clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    for index in range(MOST_A_DAY_TO_ONE):
        challenge = challenge_player(anna, bert, PLAIN)
        decline_challenge(challenge.number, bert) if index % 2 else cancel_challenge(challenge.number, anna)

    with unchanged(), pytest.raises(TooManyChallengesToPlayer) as refusal:
        challenge_player(anna, bert, PLAIN)

    assert refusal.value.details == {"count": MOST_A_DAY_TO_ONE}
    clock.shift(timedelta(days=1))
    assert challenge_player(anna, bert, PLAIN).status == "open"


def test_challenges_that_become_games_are_not_limited(anna: User, bert: User) -> None:
    for _each in range(MOST_A_DAY_TO_ONE + 1):
        accept_challenge(challenge_player(anna, bert, PLAIN).number, bert)

    assert Game.objects.count() == MOST_A_DAY_TO_ONE + 1


def test_a_rematch_is_a_challenge_to_one_player_too(ended: Game, anna: User, bert: User) -> None:
    for _each in range(MOST_OPEN_TO_ONE):
        challenge_player(anna, bert, PLAIN)

    with unchanged(), pytest.raises(TooManyChallengesToPlayer):
        ask_rematch(ended.number, anna)


def test_the_challenges_of_others_do_not_count(anna: User, bert: User) -> None:
    for _each in range(MOST_OPEN):
        challenge_anyone(bert, PLAIN)

    assert challenge_anyone(anna, PLAIN).status == "open"


# --- Rematch ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def ended(begin: Begin, anna: User) -> Game:
    """A game between Anna (White) and Bert that Anna has given up."""
    return resign(begin(OTHER).number, anna)


@pytest.mark.parametrize(("who", "colour"), [("anna", "black"), ("bert", "white")])
def test_a_rematch_changes_the_colours_and_keeps_the_terms(
    ended: Game, anna: User, bert: User, who: str, colour: str
) -> None:
    players = {"anna": anna, "bert": bert}
    asker, asked = players.pop(who), next(iter(players.values()))

    challenge = ask_rematch(ended.number, asker)
    game = accept_challenge(challenge.number, asked).game

    assert (challenge.kind, challenge.challenger, challenge.opponent) == ("direct", asker, asked)
    assert (challenge.colour, challenge.rematch_of) == (colour, ended)
    assert game is not None
    assert (game.white, game.black, game.agreement) == (bert, anna, OTHER)


def test_a_rematch_of_an_aborted_game_can_be_asked_for(game: Game, anna: User, bert: User) -> None:
    abort(game.number, bert)

    assert ask_rematch(game.number, anna).status == "open"


def test_a_rematch_waits_for_the_end_of_the_game(game: Game, anna: User) -> None:
    with unchanged(), pytest.raises(GameNotOver):
        ask_rematch(game.number, anna)


@pytest.mark.casual
def test_a_rematch_of_an_overdue_game_ends_it_first(clock: time_machine.Traveller, game: Game, anna: User) -> None:
    clock.shift(timedelta(days=4))

    challenge = ask_rematch(game.number, anna)

    assert (challenge.status, fresh(game).termination) == ("open", "timeout")


def test_a_rematch_is_for_the_players_alone(ended: Game, carla: User) -> None:
    with unchanged(), pytest.raises(NotAPlayer):
        ask_rematch(ended.number, carla)


def test_a_rematch_of_no_game_is_not_found(anna: User) -> None:
    with pytest.raises(NotFound):
        ask_rematch(4711, anna)


@pytest.mark.parametrize("who", ["anna", "bert"])
def test_a_game_has_one_rematch(ended: Game, anna: User, bert: User, who: str) -> None:
    challenge = ask_rematch(ended.number, anna)
    player = {"anna": anna, "bert": bert}[who]
    with unchanged(), pytest.raises(RematchAsked):
        ask_rematch(ended.number, player)
    accept_challenge(challenge.number, bert)

    with unchanged(), pytest.raises(RematchAsked):
        ask_rematch(ended.number, player)


@pytest.mark.parametrize("close", [decline, cancel])
def test_a_rematch_that_came_to_nothing_can_be_asked_for_again(
    ended: Game, anna: User, bert: User, close: Callable[..., None]
) -> None:
    close(ask_rematch(ended.number, anna), anna, bert)

    assert ask_rematch(ended.number, bert).status == "open"


def test_a_rematch_that_has_run_out_can_be_asked_for_again_before_anybody_has_swept(
    clock: time_machine.Traveller, ended: Game, anna: User, bert: User
) -> None:
    ask_rematch(ended.number, anna)
    clock.shift(LIFETIME)

    assert ask_rematch(ended.number, bert).status == "open"


def test_a_rematch_has_a_rematch_of_its_own(ended: Game, anna: User, bert: User) -> None:
    second = accept_challenge(ask_rematch(ended.number, anna).number, bert).game
    assert second is not None
    resign(second.number, bert)

    third = accept_challenge(ask_rematch(second.number, bert).number, anna).game

    assert third is not None
    assert (third.white, third.black) == (anna, bert)


def test_a_rematch_counts_among_the_open_challenges(ended: Game, anna: User) -> None:
    for _each in range(MOST_OPEN):
        challenge_anyone(anna, PLAIN)

    with unchanged(), pytest.raises(TooManyChallenges):
        ask_rematch(ended.number, anna)


def test_a_game_that_began_by_challenge_is_played_on_like_any_other(anna: User, bert: User) -> None:
    sent = challenge_anyone(anna, Proposal(agreement=Agreement(), colour="white"))
    game = accept_challenge(sent.number, bert).game
    assert game is not None

    assert play(game, "d6", "f4").ply == 2
