"""The evaluation of positions, and its refusal near ongoing games."""

from random import Random

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.analysis import evaluating
from games.analysis.fair_play import is_near, require_not_playing
from games.core.models.games import Game
from games.play.actions import resign
from muehle import RULESETS, SYMMETRIES, Move, Position
from muehle import Game as Match
from tests.support.api import Api, Site, refused
from tests.support.playing import drawn, play, stand_at

FAR = "WWW.B.B.B............... w 0 0 0"
PLAYED = drawn(white="a7 b4 e5 f2 d3 g4", black="g1 c3 f6 d6 a1 d1")
NEXT = drawn(white="a7 b4 e5 f2 d3 g4", black="g1 c3 f6 b6 a1 d2")


def test_a_position_is_proved_with_its_moves_and_a_line(api: Api, anna: User) -> None:
    found = api(anna).send("positions/evaluate/", position=FAR).json()

    assert (found["result"], found["proved"], found["expected"]) == ("won", True, 1)
    assert found["moves"][0]["result"] == "won"
    assert found["line"][0] == found["moves"][0]["move"]


def test_a_position_beyond_the_tables_is_estimated(api: Api, anna: User) -> None:
    found = api(anna).send("positions/evaluate/", position=PLAYED).json()

    assert (found["result"], found["proved"], found["distance"]) == (None, False, None)
    assert 0 < found["expected"] < 1
    assert found["depth"] > 0


def test_visitors_and_tokens_without_the_scope_are_refused(api: Api, anna: User) -> None:
    refused(api().send("positions/evaluate/", position=FAR), 401, "not_authenticated")
    refused(api(anna, "record:read").send("positions/evaluate/", position=FAR), 403, "insufficient_scope")


def test_positions_that_are_none_are_refused(api: Api, anna: User) -> None:
    refused(api(anna).send("positions/evaluate/", position="nonsense"), 400, "malformed_position")
    impossible = "WWW..................... b 0 0 0"
    refused(api(anna).send("positions/evaluate/", position=impossible), 422, "impossible_position")


@pytest.mark.parametrize("rules", list(RULESETS))
def test_both_players_are_refused_by_token_and_session_under_any_rules(
    api: Api, site: Site, game: Game, anna: User, bert: User, rules: str
) -> None:
    stand_at(game, PLAYED)
    board, *_ = PLAYED.split()
    others = [f"{board} b 0 0 5", f"{board} w 2 2 0", Position.parse(NEXT).swapped().transformed(SYMMETRIES[5]).text]
    for client in (api(anna), api(bert), site(anna)):
        for position in (PLAYED, NEXT, *others):
            answer = client.send("positions/evaluate/", position=position, rules=rules)
            refused(answer, 409, "forbidden_while_playing")


def test_others_are_not_refused_and_nobody_is_after_the_game(api: Api, game: Game, bert: User, carla: User) -> None:
    stand_at(game, PLAYED)
    assert api(carla).send("positions/evaluate/", position=PLAYED).status_code == 200

    resign(game.number, bert)
    assert api(bert).send("positions/evaluate/", position=PLAYED).status_code == 200


def test_ongoing_games_of_guests_count_the_same_way(site: Site, game: Game, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_guest=True)
    anna.refresh_from_db()
    stand_at(game, PLAYED)

    refused(site(anna).send("positions/evaluate/", position=NEXT), 409, "forbidden_while_playing")
    assert site(anna).send("positions/evaluate/", position=FAR).status_code == 200


def test_the_limit_of_a_user_holds(api: Api, anna: User, settings: object) -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"evaluations": "1/hour"}  # type: ignore[attr-defined]
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}  # type: ignore[attr-defined]

    assert api(anna).send("positions/evaluate/", position=FAR).status_code == 200
    answer = api(anna).send("positions/evaluate/", position=FAR)
    assert refused(answer, 429, "throttled")["limit"]["name"] == "evaluations"


def test_one_position_is_searched_at_a_time(api: Api, anna: User) -> None:
    with evaluating._PLACE:
        answer = api(anna).send("positions/evaluate/", position=FAR)
    refused(answer, 429, "evaluation_busy")
    assert answer["Retry-After"] == "1"
    assert api(anna).send("positions/evaluate/", position=FAR).status_code == 200


def test_what_has_occurred_in_an_ongoing_game_is_refused(api: Api, game: Game, anna: User, bert: User) -> None:
    play(game, "a7", "g1", "b4", "c3", "e5")
    Game.objects.filter(pk=game.pk).update(position=PLAYED)
    three = drawn(white="a7 b4", black="g1").replace("w 0 0 0", "b 7 8 0")
    four = drawn(white="a7 b4", black="g1 c3")
    turned = Position.parse(four).swapped().transformed(SYMMETRIES[5]).text

    for position in (four, turned):
        refused(api(anna).send("positions/evaluate/", position=position), 409, "forbidden_while_playing")
    # A board with so few stones is one of most games.
    assert api(anna).send("positions/evaluate/", position=three).status_code == 200
    resign(game.number, bert)
    assert api(anna).send("positions/evaluate/", position=four).status_code == 200


def test_a_line_ends_before_what_would_be_refused(api: Api, game: Game, anna: User, carla: User) -> None:
    line = api(carla).send("positions/evaluate/", position=FAR).json()["line"]
    assert len(line) > 1
    position = Position.parse(FAR)
    for move in line:
        position = position.play(Move.parse(move), RULESETS["standard"])
    stand_at(game, position.text)
    assert not is_near([position], Position.parse(FAR))

    shown = api(anna).send("positions/evaluate/", position=FAR).json()["line"]

    assert shown == line[: len(shown)]
    assert len(shown) < len(line)


def test_ongoing_games_are_read_with_two_queries(
    game: Game, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    stand_at(game, PLAYED)
    with django_assert_num_queries(2):
        require_not_playing(anna.pk, Position.parse(FAR))


@pytest.mark.parametrize("seed", range(60))
def test_what_is_reached_within_four_half_moves_is_near_in_every_symmetry(seed: int) -> None:
    dice = Random(seed)
    match = Match(RULESETS[dice.choice(list(RULESETS))])
    played = [match.position]
    for _ in range(dice.randrange(70)):
        if not (moves := match.legal_moves()):
            break
        match.play(dice.choice(moves))
        played.append(match.position)
    of_game = match.position
    reached = [*played[-3:]]
    for _ in range(4):
        if not (moves := match.legal_moves()):
            break
        match.play(dice.choice(moves))
        reached.append(match.position)

    for position in reached:
        same = position.transformed(dice.choice(SYMMETRIES))
        assert is_near([of_game], same)
        assert is_near([of_game], same.swapped())


WHITE, BLACK = "a7 b4 e5 f2 d3 g4", "g1 c3 f6 d6 a1 d1"


@pytest.mark.parametrize(
    ("white", "black", "is_refused"),
    [
        (WHITE, BLACK, True),
        ("a7 b4 e5 f2 d7 g7", "g1 c3 f6 d6 d5 c5", True),
        (f"{WHITE} d7 g7", f"{BLACK} d5 c5", True),
        ("a7 b4 e5 f2", "g1 c3 f6 d6", True),
        # Three stones of a side elsewhere, more or fewer take three half-moves.
        ("a7 b4 e5 d5 d7 g7", BLACK, False),
        (WHITE, "g1 c3 f6 a4 d7 g7", False),
        (f"{WHITE} d7 g7 c4", BLACK, False),
        ("a7 b4 e5", BLACK, False),
    ],
)
@pytest.mark.parametrize("rest", ["w 0 0 0", "b 0 0 7", "w 3 3 0", "b 9 9 0"])
def test_stones_are_compared_whatever_the_rest_of_a_position_says(
    white: str, black: str, rest: str, *, is_refused: bool
) -> None:
    game, [board, *_] = Position.parse(PLAYED), drawn(white=white, black=black).split()
    assert is_near([game], Position.read(f"{board} {rest}")) is is_refused
