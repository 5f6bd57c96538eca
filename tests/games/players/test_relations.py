"""Blocking and muting: what is forbidden to whom, what is hidden from whom, and that nobody else learns of it."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.challenges.queries import lobby_for, open_challenges_of
from games.chat import messages
from games.chat.models import Message
from games.chat.queries import messages_for
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import accept_draw, decline_draw, offer_draw, play_move, resign
from games.players import relations
from games.players.errors import OwnRelation, PlayerBlocked, PlayerUnavailable
from games.players.models import Relation
from games.streams.queries import events_of_game, last_event_of
from tests.support.pages import Reader
from tests.support.playing import fresh, play, unchanged
from tests.support.reading import text_of

PLAIN = Proposal(agreement=Agreement())
Action = Callable[[Game, User, User], object]


def test_a_relation_is_stored_changed_and_forgotten(anna: User, bert: User) -> None:
    row = relations.change(anna, bert, blocked=True)
    assert (row.blocked, row.muted, Relation.objects.count()) == (True, False, 1)

    row = relations.change(anna, bert, muted=True)
    assert (row.blocked, row.muted, Relation.objects.count()) == (True, True, 1)

    row = relations.change(anna, bert, blocked=False, muted=False)
    assert (row.blocked, row.muted, Relation.objects.count()) == (False, False, 0)


def test_the_same_again_changes_nothing(anna: User, bert: User) -> None:
    relations.change(anna, bert, blocked=True)

    with unchanged():
        relations.change(anna, bert, blocked=True)
        relations.change(anna, bert)


def test_nobody_blocks_themselves(anna: User) -> None:
    with unchanged(), pytest.raises(OwnRelation):
        relations.change(anna, anna, blocked=True)


def test_no_event_tells_of_it(game: Game, anna: User, bert: User) -> None:
    before = Event.objects.count()

    relations.change(anna, bert, blocked=True, muted=True)

    assert Event.objects.count() == before


# --- A block ----------------------------------------------------------------------------------------------------------


def accept(game: Game, player: User, other: User) -> Challenge:
    return actions.accept_challenge(Challenge.objects.get(challenger=other, kind="direct", status="open").pk, player)


def sit_down(game: Game, player: User, other: User) -> Challenge:
    return actions.accept_challenge(Challenge.objects.get(challenger=other, kind="open").pk, player)


def decline_with_words(game: Game, player: User, other: User) -> Challenge:
    number = Challenge.objects.get(challenger=other, kind="direct", status="open").pk
    return actions.decline_challenge(number, player, reason="No.")


def move_with_words(game: Game, player: User, other: User) -> object:
    if fresh(game).on_move_id != player.pk:
        play(game, "d6")
    return play_move(game.pk, player, "b4", ply=fresh(game).ply + 1, message="Hello?")


def decline_offer_with_words(game: Game, player: User, other: User) -> Game:
    offer_draw(game.pk, other)
    return decline_draw(game.pk, player, reason="No.")


ACTIONS: dict[str, Action] = {
    "challenge": lambda _game, player, other: actions.challenge_player(player, other, PLAIN),
    "accept": accept,
    "sit down": sit_down,
    "decline with words": decline_with_words,
    "write": lambda game, player, _other: messages.send_message(game.pk, player, "Hello?"),
    "move with words": move_with_words,
    "offer with words": lambda game, player, _other: offer_draw(game.pk, player, reason="Even?"),
    "decline the offer with words": decline_offer_with_words,
}


@pytest.fixture
def meeting(game: Game, anna: User, bert: User) -> Game:
    """A game between the two, each of whom has challenged the other and opened a seat; Anna has blocked Bert."""
    for player, other in ((anna, bert), (bert, anna)):
        actions.challenge_player(player, other, PLAIN)
        actions.challenge_anyone(player, PLAIN)
    relations.change(anna, bert, blocked=True)
    return game


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_who_is_blocked_is_refused_without_a_reason(meeting: Game, anna: User, bert: User, action: Action) -> None:
    before = (Message.objects.count(), Challenge.objects.filter(status="open").count(), Game.objects.count())

    with pytest.raises(PlayerUnavailable) as refusal:
        action(meeting, bert, anna)

    assert refusal.value.message == "This is not possible with this player."
    assert (Message.objects.count(), Challenge.objects.filter(status="open").count(), Game.objects.count()) == before


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_who_has_blocked_is_told_why_they_are_refused(meeting: Game, anna: User, bert: User, action: Action) -> None:
    with pytest.raises(PlayerBlocked):
        action(meeting, anna, bert)


@pytest.mark.parametrize("by_anna", [True, False])
def test_no_rematch_and_no_link(game: Game, anna: User, bert: User, *, by_anna: bool) -> None:
    relations.change(anna, bert, blocked=True)
    resign(game.pk, anna)
    _link, secret = actions.invite_by_link(bert if by_anna else anna, PLAIN)
    player, refused = (anna, PlayerBlocked) if by_anna else (bert, PlayerUnavailable)

    with unchanged(), pytest.raises(refused):
        actions.ask_rematch(game.pk, player)
    with unchanged(), pytest.raises(refused):
        actions.accept_link(secret, player)


def test_a_game_that_has_begun_goes_on_without_words(meeting: Game, anna: User, bert: User) -> None:
    game = play(meeting, "d6", "b4")
    offer_draw(game.pk, bert)

    assert accept_draw(game.pk, anna).result == "1/2-1/2"


def test_who_is_blocked_sees_the_lobby_as_a_guest_does(meeting: Game, anna: User, bert: User, carla: User) -> None:
    seen = {user: lobby_for(user.pk if user else None, now=timezone.now()) for user in (anna, bert, carla, None)}

    challengers = {user: sorted(row.challenger.username for row in rows) for user, rows in seen.items()}
    assert challengers == {anna: [], bert: ["anna"], carla: ["anna", "bert"], None: ["anna", "bert"]}


def test_who_is_blocked_is_refused_in_the_lobby_and_nothing_changes(
    reader: Reader, meeting: Game, anna: User, bert: User
) -> None:
    seat = Challenge.objects.get(challenger=anna, kind="open")

    with unchanged():
        page = reader(bert).post(f"/challenges/{seat.number}/accept/", follow=True)

    assert "This is not possible with this player." in page.content.decode()
    assert "block" not in text_of(page).lower()


def test_an_open_challenge_disappears_for_the_one_who_has_blocked(meeting: Game, anna: User, bert: User) -> None:
    def challengers(user: User) -> list[str]:
        rows = open_challenges_of(user.pk, now=timezone.now()).filter(opponent=user)
        return [row.challenger.username for row in rows]

    assert (challengers(anna), challengers(bert)) == ([], ["anna"])


def test_lifting_a_block_makes_everything_possible_again(meeting: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, blocked=False)

    messages.send_message(meeting.pk, bert, "Thank you.")
    assert accept(meeting, anna, bert).game is not None


# --- Muting -----------------------------------------------------------------------------------------------------------


def texts_for(game: Game, reader: User) -> list[str]:
    return [message.text for message in messages_for(game, reader.pk)]


def test_who_mutes_does_not_read_and_nobody_else_notices(game: Game, anna: User, bert: User) -> None:
    messages.send_message(game.pk, bert, "before")
    relations.change(anna, bert, muted=True)
    messages.send_message(game.pk, bert, "after")
    messages.send_message(game.pk, anna, "answer")

    assert texts_for(game, anna) == ["answer"]
    assert texts_for(game, bert) == ["before", "after", "answer"]

    relations.change(anna, bert, muted=False)
    assert texts_for(game, anna) == ["before", "after", "answer"]


def test_a_muted_message_is_in_no_log_of_the_reader(game: Game, anna: User, bert: User) -> None:
    relations.change(anna, bert, muted=True)
    last = last_event_of(game.pk, anna.pk)
    message = messages.send_message(game.pk, bert, "after")

    event = Event.objects.get(type="message_sent")
    assert event.data["message"] == message.pk
    assert list(UserEvent.objects.filter(event=event).values_list("user", flat=True)) == [bert.pk]
    assert event not in events_of_game(game, anna.pk)
    assert event in events_of_game(game, bert.pk)
    assert last_event_of(game.pk, anna.pk) == last
    assert last_event_of(game.pk, bert.pk) == event.pk
