import json
from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.chat import messages
from games.core.models.events import Event, UserEvent, UserStream
from games.core.models.games import Game
from games.core.pubsub import Topic
from games.play.actions import offer_draw
from games.streams.logs import PAGE_SIZE, GameLog, Page, UserLog, latest
from tests.support.playing import let_time_run_out, play


def types(page: Page) -> list[str]:
    return [line.type for line in page.lines]


def last_of(game: Game) -> int:
    return Event.objects.filter(game=game).latest("id").pk


def test_a_users_log_begins_with_now(game: Game, anna: User) -> None:
    log = UserLog(user_id=anna.pk)

    page = log.first(None)

    assert (types(page), page.position, page.is_last) == (["ready"], 3, True)
    assert page.lines[0].json == b'{"type":"ready","after":3}'


def test_the_log_of_somebody_to_whom_nothing_has_happened_begins_at_zero(carla: User) -> None:
    page = UserLog(user_id=carla.pk).first(None)

    assert page.lines[0].json == b'{"type":"ready","after":0}'


def test_a_users_log_goes_on_after_the_last_number(game: Game, anna: User) -> None:
    play(game, "d6", "f4")
    log = UserLog(user_id=anna.pk)

    begin, page = log.first(2), log.following(2)

    assert (begin.lines, begin.position, begin.is_last) == ((), 2, False)
    assert [(line.number, line.type) for line in page.lines] == [
        (3, "game_started"),
        (4, "move_played"),
        (5, "move_played"),
    ]
    assert json.loads(page.lines[1].json)["data"]["move"] == "d6"


def test_a_number_that_was_never_given_resets_the_client(game: Game, anna: User) -> None:
    page = UserLog(user_id=anna.pk).first(99)

    assert page.lines[0].json == b'{"type":"reset","after":3}'
    assert page.position == 3


def test_a_games_log_begins_with_the_game(game: Game, anna: User) -> None:
    play(game, "d6")

    page = GameLog(game=game, viewer_id=anna.pk).first(None)

    assert (types(page), page.position) == (["state"], last_of(game))
    assert json.loads(page.lines[0].json)["game"]["moves"][0]["move"] == "d6"


def test_after_a_reset_a_game_is_sent_whole(game: Game) -> None:
    last = last_of(game)

    page = GameLog(game=game, viewer_id=None).first(last + 1000)

    assert types(page) == ["reset", "state"]
    assert page.position == last


def test_what_the_players_write_is_in_their_log_alone(game: Game, anna: User, bert: User) -> None:
    start = last_of(game)
    messages.send_message(game.number, anna, "Good luck!")
    play(game, "d6")

    assert types(GameLog(game=game, viewer_id=bert.pk).following(start)) == ["message_sent", "move_played"]
    assert types(GameLog(game=game, viewer_id=None).following(start)) == ["move_played"]


@pytest.mark.casual
def test_an_overdue_game_is_sent_as_lost_on_time(game: Game, clock: object) -> None:
    let_time_run_out()

    page = GameLog(game=game, viewer_id=None).first(None)

    assert json.loads(page.lines[0].json)["game"]["termination"] == "timeout"
    assert page.position == last_of(game)


def test_a_long_past_comes_page_by_page(game: Game, anna: User) -> None:
    event = Event.objects.first()
    UserEvent.objects.bulk_create(UserEvent(user=anna, seq=seq, event=event) for seq in range(4, PAGE_SIZE + 4))
    UserStream.objects.filter(user=anna).update(last_seq=PAGE_SIZE + 3)
    log = UserLog(user_id=anna.pk)

    first, second = log.following(0), log.following(PAGE_SIZE)

    assert (len(first.lines), first.position, first.is_last) == (PAGE_SIZE, PAGE_SIZE, False)
    assert (len(second.lines), second.position, second.is_last) == (3, PAGE_SIZE + 3, True)


def test_latest_says_how_far_each_log_has_come(begin: Callable[..., Game], anna: User, bert: User, carla: User) -> None:
    game, other = begin(), begin(white=bert, black=carla)
    play(game, "d6")

    found = latest([Topic("game", game.pk), Topic("user", anna.pk), Topic("user", carla.pk)])

    assert found == {Topic("game", game.pk): last_of(game), Topic("user", anna.pk): 4, Topic("user", carla.pk): 3}
    assert Topic("game", other.pk) not in found


def test_the_numbers_of_others_do_not_move_for_what_they_may_not_see(
    game: Game, anna: User, bert: User, carla: User
) -> None:
    play(game, "d6")
    public = last_of(game)

    messages.send_message(game.number, anna, "Good luck!")
    offer_draw(game.number, anna)

    topics = [Topic("game", game.pk), Topic("game", game.pk, anna.pk), Topic("game", game.pk, bert.pk)]
    hidden = last_of(game)
    assert hidden > public
    assert latest(topics) == dict(zip(topics, [public, hidden, hidden], strict=True))
    assert [GameLog(game=game, viewer_id=carla.pk).topic, GameLog(game=game, viewer_id=None).topic] == [topics[0]] * 2
    assert GameLog(game=game, viewer_id=bert.pk).topic == topics[2]
    assert [page_of(game, viewer).position for viewer in (None, carla, anna, bert)] == [public] * 2 + [hidden] * 2


def page_of(game: Game, viewer: User | None) -> Page:
    return GameLog(game=game, viewer_id=viewer.pk if viewer else None).first(None)


def test_a_hidden_number_is_none_to_a_guest(game: Game, anna: User) -> None:
    public = last_of(game)
    messages.send_message(game.number, anna, "Good luck!")

    page = GameLog(game=game, viewer_id=None).first(last_of(game))

    assert (types(page), page.position) == (["reset", "state"], public)


def test_how_far_logs_have_come_is_one_query_for_games_and_one_for_users(
    begin: Callable[..., Game], anna: User, bert: User, carla: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    games = [begin(), begin(white=bert, black=carla), begin()]
    topics = [Topic("game", game.pk, player) for game in games for player in (None, bert.pk)]

    with django_assert_num_queries(2):
        found = latest([*topics, Topic("user", anna.pk)])

    assert len(found) == len(topics) + 1
