"""The page of a game as it leaves the server, and its forms, which do all that is needed without any script."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from time_machine import Traveller

from accounts.models import User
from games.challenges import actions
from games.chat import spectators
from games.chat.models import Message, Note, SpectatorMessage
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from games.play.models import DrawOffer
from games.players import relations
from muehle.clocks import DAY
from muehle.clocks.total_time import TotalTime
from tests.support.pages import Reader
from tests.support.playing import SHUFFLE, SHUFFLING, drawn, event_types, fresh, play, stand_at, unchanged
from tests.support.reading import heading as heading_of
from tests.support.reading import markup_of, text_of

Begin = Callable[..., Game]
Visit = Callable[..., Any]
MILL_NEXT = drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f4 b2 d2")


@pytest.fixture
def visit(client: Client) -> Visit:
    """Look at the page of a game, as somebody or as a guest."""

    def look(game: Game, viewer: User | None = None, query: str = "") -> Any:
        client.logout()
        if viewer is not None:
            client.force_login(viewer)
        return client.get(f"/games/{game.number}/{query}")

    return look


@pytest.fixture
def send(client: Client) -> Visit:
    """Send a form of the page."""

    def post(game: Game, player: User, action: str, **fields: object) -> Any:
        client.force_login(player)
        return client.post(f"/games/{game.number}/{action}/", fields)

    return post


def shows_result(response: Any, heading: str, ending: str) -> bool:
    """Whether the page has the heading and, beside it, how the game ended."""
    return heading_of(response) == heading and f'<p class="game__ending">{ending}' in response.content.decode()


def data_of(response: Any) -> dict[str, Any]:
    """What the page hands to its scripts."""
    found = re.search(r'<script id="game-data"[^>]*>(.*?)</script>', response.content.decode(), re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def labels_of(response: Any) -> list[str]:
    return re.findall(r'data-place="[^"]*" aria-label="([^"]*)"', response.content.decode())


# --- What is shown ----------------------------------------------------------------------------------------------------


def test_a_guest_sees_the_board_and_nothing_to_do(visit: Visit, game: Game) -> None:
    page = visit(play(game, "d6", "f4"))

    assert page.status_code == 200
    assert "anna to move" in text_of(page)
    assert "d6, middle ring, top: white stone" in labels_of(page)
    assert 'action="/games/' not in page.content.decode()


def test_the_24_points_are_buttons_with_one_tab_stop(visit: Visit, game: Game) -> None:
    body = visit(game).content.decode()

    assert len(re.findall(r'<button type="button" class="board__point ', body)) == 24
    assert len(re.findall(r'class="board__point [^>]*tabindex="0"', body)) == 1


def test_a_stone_in_a_mill_is_said_to_be_in_one(visit: Visit, game: Game) -> None:
    page = visit(play(game, "a7", "b6", "d7", "f6", "g7xb6"))

    assert "d7, outer ring, top: white stone, in a mill" in labels_of(page)
    assert "f6, middle ring, top right: black stone" in labels_of(page)


def test_the_board_is_turned_for_black(visit: Visit, game: Game, anna: User, bert: User) -> None:
    assert "data-flipped" not in visit(game, anna).content.decode()
    assert "data-flipped" in visit(game, bert).content.decode()


def test_the_page_says_whose_turn_it_is(visit: Visit, game: Game, anna: User, bert: User) -> None:
    assert heading_of(visit(game, anna)) == "Your move"
    assert heading_of(visit(game, bert)) == "Waiting for anna"


def test_pink_and_green_are_called_by_their_colours(visit: Visit, begin: Begin, anna: User) -> None:
    game = play(begin(Agreement(rules="pink-green")), "d6")

    page = visit(game, anna)

    assert 'data-colours="green-pink"' in page.content.decode()
    assert "d6, middle ring, top: green stone" in labels_of(page)
    assert "Board: you play Green" in page.content.decode()


def test_in_the_style_of_pink_and_green_every_game_has_green_and_pink_stones(
    visit: Visit, game: Game, anna: User
) -> None:
    User.objects.filter(pk=anna.pk).update(board_style="pink-green")
    empty = visit(game, anna).content.decode()

    page = visit(play(game, "d6"), anna)

    assert "No moves yet. Green begins by placing a stone." in empty
    assert "d6, middle ring, top: green stone" in labels_of(page)
    assert data_of(page)["texts"]["stone_black"] == "pink stone"
    assert 'data-colours="white-black"' in page.content.decode(), "the rules', for when the style is another one"


def test_marks_are_left_out_for_who_wants_none(visit: Visit, game: Game, anna: User) -> None:
    game = play(game, "d6")
    marked = visit(game, anna).content.decode()
    User.objects.filter(pk=anna.pk).update(marks=False)

    page = visit(game, anna)

    assert 'class="board__went-to"' in marked
    assert 'class="board__went-to"' not in page.content.decode()


def test_the_scripts_get_the_game_as_the_api_gives_it(visit: Visit, client: Client, game: Game, anna: User) -> None:
    data = data_of(visit(game, anna))

    served = client.get(f"/api/v1/games/{game.number}/").json()
    moving = {"server_time", "clock"}
    assert {key: value for key, value in data["game"].items() if key not in moving} == {
        key: value for key, value in served.items() if key not in moving
    }
    assert data["color"] == "white"
    assert data["game"]["legal_moves"][:2] == ["a1", "a4"]


def test_legal_moves_go_only_to_the_player_on_move(visit: Visit, game: Game, bert: User) -> None:
    assert data_of(visit(game, bert))["game"]["legal_moves"] is None
    assert data_of(visit(game))["game"]["legal_moves"] is None


def test_every_half_move_has_a_page_of_its_own(visit: Visit, game: Game) -> None:
    play(game, "d6", "f4", "g7")

    past = visit(game, None, "?ply=1")

    assert "d6, middle ring, top: white stone" in labels_of(past)
    assert "f4, middle ring, right: free" in labels_of(past)
    assert re.search(r'id="ply-1"[^>]*aria-current="true"', past.content.decode())


@pytest.mark.parametrize(("query", "stones"), [("?ply=0", 0), ("?ply=99", 2), ("?ply=x", 2), ("?ply=-1", 2)])
def test_a_half_move_that_never_was_shows_the_nearest_one(visit: Visit, game: Game, query: str, stones: int) -> None:
    play(game, "d6", "f4")

    assert sum("stone" in label for label in labels_of(visit(game, None, query))) == stones


def test_stones_in_hand_and_lost_are_counted(visit: Visit, game: Game) -> None:
    page = text_of(visit(play(game, "a7", "b6", "d7", "f6", "g7xb6")))

    assert "6 in hand, 0 lost" in page
    assert "7 in hand, 1 lost" in page


def test_the_half_moves_without_a_mill_are_counted(visit: Visit, game: Game) -> None:
    play(stand_at(game, SHUFFLING), *SHUFFLE)

    page = text_of(visit(game))

    assert "4 of 100 without a mill" in page
    assert "Position on the board 2 times" in page


def test_a_sequence_of_moves_is_counted_where_it_draws(visit: Visit, begin: Begin) -> None:
    game = play(stand_at(begin(Agreement(rules="applet")), SHUFFLING), *SHUFFLE, *SHUFFLE)

    assert "The last 4 half-moves were played 2 times in a row." in text_of(visit(game))
    assert "in a row" not in text_of(visit(game, query=f"?ply={game.ply - 1}"))
    assert "in a row" not in text_of(visit(play(stand_at(begin(), SHUFFLING), *SHUFFLE)))


def test_a_rule_set_without_a_limit_shows_none(visit: Visit, begin: Begin) -> None:
    game = begin(Agreement(rules="classic"))

    page = text_of(visit(game))

    assert "0 half-moves without a mill" in page
    assert "Position on the board" not in page


def test_the_end_is_shown_to_players_and_to_guests(visit: Visit, game: Game, anna: User, bert: User) -> None:
    resign(game.number, anna)

    assert shows_result(visit(game, anna), "You have lost", "anna resigned")
    assert shows_result(visit(game, bert), "You have won", "anna resigned")
    assert shows_result(visit(game), "bert has won", "anna resigned")


@pytest.mark.casual
def test_an_overdue_game_is_ended_by_looking_at_it(visit: Visit, clock: Traveller, game: Game, bert: User) -> None:
    clock.shift(3 * 86_400 + 1)

    page = visit(game, bert)

    assert shows_result(page, "You have won", "anna ran out of time")
    assert fresh(game).termination == "timeout"


def test_the_page_speaks_german(client: Client, game: Game) -> None:
    page = client.get(f"/games/{game.number}/", headers={"accept-language": "de"})

    assert "anna ist am Zug" in text_of(page)
    assert "d6, mittlerer Ring, oben: frei" in labels_of(page)
    assert data_of(page)["texts"]["take"] == "Mühle geschlossen: Schlag einen Stein."


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_text_of_the_scripts_can_be_filled_in(language: str) -> None:
    from games.web.board_texts import TEXTS, texts_for
    from muehle.rulesets import RULESETS

    with translation.override(language):
        texts = texts_for(RULESETS["standard"])

    for key, source in TEXTS.items():
        with translation.override("en"):
            places = set(re.findall(r"%\((\w+)\)s", str(source)))
        assert set(re.findall(r"%\((\w+)\)s", texts[key])) == places


def test_a_game_that_never_was_is_not_found(client: Client, db: None) -> None:
    assert client.get("/games/4711/").status_code == 404


# --- Without scripts --------------------------------------------------------------------------------------------------


def test_a_move_is_chosen_from_the_list(visit: Visit, send: Visit, game: Game, anna: User) -> None:
    assert "<option>d6</option>" in visit(game, anna).content.decode()

    answer = send(game, anna, "move", ply=1, choice="d6")

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/games/{game.number}/")
    assert fresh(game).last_move == "d6"


def test_a_typed_move_counts_more_than_the_list(send: Visit, game: Game, anna: User) -> None:
    send(game, anna, "move", ply=1, choice="d6", notation=" F4 ")

    assert fresh(game).last_move == "f4"


def test_a_move_takes_a_draw_offer_and_a_message_along(send: Visit, game: Game, anna: User) -> None:
    send(game, anna, "move", ply=1, notation="d6", offer_draw="on", message="Enough?")

    assert [offer.reason for offer in DrawOffer.objects.filter(game=game)] == ["Enough?"]
    assert [message.text for message in Message.objects.filter(game=game)] == ["Enough?"]


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"ply": 19, "notation": "g4-f4"}, 422, "g4-f4 is not possible here: f4 is occupied"),
        ({"ply": 19, "notation": "g4-g7"}, 422, "this closes a mill, so you must take a stone: b6, d6, f4, b2 or d2"),
        ({"ply": 19, "notation": "zz"}, 400, "“zz” is not a move. Write it like d6, d6-f6 or d6-f6xa1."),
        ({"ply": 18, "notation": "e3-e4"}, 409, "The game has moved on: half-move 19 is next, not 18."),
        ({"ply": 19}, 422, "Choose a move, or type one."),
        ({"ply": "x", "notation": "e3-e4"}, 422, "Enter a whole number."),
    ],
)
def test_a_refused_move_is_shown_in_words_and_changes_nothing(
    send: Visit, game: Game, anna: User, fields: dict[str, object], status: int, sentence: str
) -> None:
    stand_at(game, MILL_NEXT)

    with unchanged():
        answer = send(game, anna, "move", **fields)

    assert answer.status_code == status
    assert sentence in text_of(answer)


def test_what_was_written_survives_a_refusal(send: Visit, game: Game, anna: User) -> None:
    answer = send(game, anna, "move", ply=1, notation="a1-a4", message="Here I come")

    assert 'value="a1-a4"' in answer.content.decode()
    assert "Here I come</textarea>" in answer.content.decode()


def test_a_draw_is_offered_declined_offered_again_and_accepted(
    visit: Visit, send: Visit, game: Game, anna: User, bert: User
) -> None:
    send(game, anna, "draw-offer", reason="Nothing left")
    asked = text_of(visit(game, bert))
    assert "anna offers a draw. Accept Nothing left The game ends as a draw at once. Accept the draw" in asked
    assert "Decline Nothing left Reason for declining (optional) Decline the draw" in asked
    assert "Your draw offer stands" in text_of(visit(game, anna))
    assert "offers a draw" not in text_of(visit(game))

    send(game, bert, "draw-refusal", reason="I have <b>a plan</b>")
    declined = "bert has declined your draw offer: I have &lt;b&gt;a plan&lt;/b&gt;"
    assert declined in visit(game, anna).content.decode()
    assert "has declined" not in text_of(visit(game, bert)) + text_of(visit(game))
    play(game, "d6", "f4")
    assert "has declined" not in text_of(visit(game, anna))
    send(game, bert, "draw-offer")
    send(game, anna, "draw-acceptance")

    assert (fresh(game).result, fresh(game).termination) == ("1/2-1/2", "agreement")
    assert shows_result(visit(game, anna), "Draw", "both players agreed")


def test_a_player_who_is_refused_without_a_word_is_led_to_an_arbiter_where_draws_are_claimed(
    visit: Visit, send: Visit, begin: Begin, game: Game, anna: User, bert: User
) -> None:
    by_claim = begin(Agreement(rules="brettspielnetz"))
    for each in (game, by_claim):
        send(each, anna, "draw-offer")
        send(each, bert, "draw-refusal")

    assert "bert has declined your draw offer. No reason was given. Ask an arbiter" in text_of(visit(by_claim, anna))
    assert "bert has declined your draw offer." in text_of(visit(game, anna))
    assert "Ask an arbiter" not in text_of(visit(game, anna))


def test_the_words_of_a_refusal_are_not_shown_to_whom_has_muted_their_author(
    visit: Visit, send: Visit, begin: Begin, anna: User, bert: User
) -> None:
    game = begin(Agreement(rules="brettspielnetz"))
    relations.change(anna, bert, muted=True)
    send(game, anna, "draw-offer")
    send(game, bert, "draw-refusal", reason="Because.")

    page = text_of(visit(game, anna))

    assert "bert has declined your draw offer." in page
    assert "Because." not in page
    assert "Ask an arbiter" not in page


def test_a_draw_can_be_claimed_only_where_the_rules_say_so(visit: Visit, begin: Begin, game: Game, anna: User) -> None:
    by_claim = begin(Agreement(rules="brettspielnetz"))

    assert "Claim a draw" in text_of(visit(by_claim, anna))
    assert "Claim a draw" not in text_of(visit(game, anna))


def test_a_claim_that_does_not_hold_is_answered_with_the_figures(send: Visit, begin: Begin, anna: User) -> None:
    game = stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING)

    with unchanged():
        answer = send(game, anna, "draw-claim", claim="quiet_limit")

    assert answer.status_code == 409
    assert "The claim is not justified: 0 of 100 needed." in text_of(answer)


def test_a_claim_that_holds_ends_the_game_and_shows_the_proof(
    visit: Visit, send: Visit, begin: Begin, anna: User
) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)
    assert "You may claim a draw." in text_of(visit(game, anna))

    send(game, anna, "draw-claim", claim="repetition")

    page = text_of(visit(game))
    assert fresh(game).termination == "repetition"
    assert "Claimed and proved: the position was on the board after half-moves 18 , 22 , 26 ." in page


def test_resignation_and_abort_end_the_game(send: Visit, begin: Begin, anna: User, bert: User) -> None:
    resigned, aborted = begin(), begin()

    send(resigned, bert, "resignation")
    send(aborted, anna, "abort")

    assert (fresh(resigned).result, fresh(resigned).termination) == ("1-0", "resignation")
    assert (fresh(aborted).result, fresh(aborted).termination) == ("*", "abort")


def test_abort_is_offered_only_as_long_as_it_is_possible(visit: Visit, game: Game, anna: User) -> None:
    assert "Abort game" in text_of(visit(game, anna))

    play(game, "d6", "f4", "g7", "b2")

    assert "Abort game" not in text_of(visit(game, anna))


def test_messages_are_for_the_two_players(
    visit: Visit, send: Visit, game: Game, anna: User, bert: User, carla: User
) -> None:
    send(game, anna, "message", text="Good luck <b>!")

    assert "Good luck &lt;b&gt;!" in visit(game, bert).content.decode()
    assert "Good luck" not in visit(game, carla).content.decode()
    assert "Good luck" not in visit(game).content.decode()


def test_a_rematch_can_be_found_from_the_ended_game(visit: Visit, game: Game, anna: User, bert: User) -> None:
    resign(game.number, anna)
    assert "Rematch" in text_of(visit(game, bert))

    challenge = actions.ask_rematch(game.number, anna)
    assert "Your opponent offers a rematch." in text_of(visit(game, bert))

    actions.accept_challenge(challenge.number, bert)
    assert "Go to the rematch" in text_of(visit(game, anna))


@pytest.mark.parametrize("action", ["move", "draw-offer", "resignation", "abort", "message", "reminder", "draw-claim"])
def test_nobody_else_can_do_anything(send: Visit, client: Client, game: Game, carla: User, action: str) -> None:
    fields = {"ply": 1, "notation": "d6", "text": "Hello", "claim": "repetition"}

    with unchanged():
        as_stranger = send(game, carla, action, **fields)
        client.logout()
        as_guest = client.post(f"/games/{game.number}/{action}/", fields)

    assert as_stranger.status_code == 403
    assert as_guest.status_code == 302
    assert as_guest.headers["Location"].startswith("/accounts/login/")


def test_an_action_needs_a_post_and_a_name(client: Client, game: Game, anna: User) -> None:
    client.force_login(anna)

    assert client.get(f"/games/{game.number}/resignation/").headers["Location"] == ".."
    assert client.post(f"/games/{game.number}/surrender/").status_code == 404
    assert client.post("/games/4711/resignation/").status_code == 404
    assert event_types(game) == ["game_started"]


def test_a_form_needs_its_token(game: Game, anna: User) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(anna)

    assert careful.post(f"/games/{game.number}/resignation/").status_code == 403
    assert fresh(game).is_ongoing


def test_the_page_of_a_player_takes_sixteen_queries(
    client: Client, game: Game, anna: User, django_assert_num_queries: Callable[[int], Any]
) -> None:
    play(game, "d6", "f4", "g7", "b2")
    client.force_login(anna)

    with django_assert_num_queries(16):
        client.get(f"/games/{game.number}/")


def test_a_note_is_kept_on_the_page_and_is_nobody_elses(client: Client, game: Game, anna: User, bert: User) -> None:
    client.force_login(anna)

    client.post(f"/games/{game.number}/note/", {"text": "Mind a7.", "revealed": "on"})

    assert "Mind a7." in client.get(f"/games/{game.number}/").content.decode()
    client.force_login(bert)
    assert "Mind a7." not in client.get(f"/games/{game.number}/").content.decode()
    resign(game.number, bert)
    assert "anna’s notes" in client.get(f"/games/{game.number}/").content.decode()


def test_a_note_that_is_refused_is_kept_in_the_form(client: Client, game: Game, anna: User) -> None:
    client.force_login(anna)
    client.post(f"/games/{game.number}/note/", {"text": "Mind a7."})

    answer = client.post(f"/games/{game.number}/note/", {"text": "Mind \u202e g7.", "revealed": "on"})

    page = markup_of(answer)
    assert answer.status_code == 400
    assert "Mind \u202e g7." in page
    assert '<input type="checkbox" name="revealed" checked>' in page
    assert "Mind a7." not in page


def test_the_lines_of_a_note_count_as_the_browser_counts_them(client: Client, game: Game, anna: User) -> None:
    client.force_login(anna)
    lines = "\n".join(["x"] * 2000)

    client.post(f"/games/{game.number}/note/", {"text": lines.replace("\n", "\r\n")})

    assert len(lines) == 3999
    assert Note.objects.get().text == lines


def test_spectators_talk_on_the_page_and_the_players_join_them_after_the_end(
    client: Client, game: Game, anna: User, carla: User
) -> None:
    client.force_login(carla)
    client.post(f"/games/{game.number}/spectator-message/", {"text": "b6 looks strong."})
    assert "b6 looks strong." in client.get(f"/games/{game.number}/").content.decode()

    client.force_login(anna)
    page = client.get(f"/games/{game.number}/").content.decode()
    refused = client.post(f"/games/{game.number}/spectator-message/", {"text": "Really?"})
    resign(game.number, anna)

    assert "b6 looks strong." not in page
    assert 'id="spectator-message-text"' not in page
    assert refused.status_code == 403
    assert "b6 looks strong." in client.get(f"/games/{game.number}/").content.decode()


def test_a_spectator_deletes_what_they_wrote_and_finds_no_button_at_what_others_wrote(
    client: Client, game: Game, carla: User, person: Callable[..., User]
) -> None:
    spectators.write(game.number, person("david"), "Quite so.")
    written = spectators.write(game.number, carla, "Hm.")
    client.force_login(carla)
    page = client.get(f"/games/{game.number}/").content.decode()
    buttons = re.findall(r'name="message" value="(\d+)"', page)

    answers = [
        client.post(f"/games/{game.number}/spectator-message-deletion/", {"message": written.pk}) for _ in range(2)
    ]

    assert buttons == [str(written.pk)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert [message.text for message in SpectatorMessage.objects.filter(deleted_at=None)] == ["Quite so."]
    assert "Hm." not in client.get(f"/games/{game.number}/").content.decode()


def test_a_guest_finds_no_spectator_chat(client: Client, game: Game, carla: User) -> None:
    spectators.write(game.number, carla, "b6 looks strong.")

    page = client.get(f"/games/{game.number}/").content.decode()

    assert "b6 looks strong." not in page
    assert 'id="spectator-message-text"' not in page


def test_a_ready_made_sentence_needs_no_more_than_a_click(client: Client, game: Game, anna: User, bert: User) -> None:
    client.force_login(anna)
    client.post(f"/games/{game.number}/message/", {"canned": "good_luck"})

    User.objects.filter(pk=bert.pk).update(language="de")
    client.force_login(bert)
    page = client.get(f"/games/{game.number}/").content.decode()

    assert '<p class="talk__text">Viel Glück und viel Spaß!</p>' in page


def test_a_ready_made_sentence_goes_with_a_move(client: Client, game: Game, anna: User) -> None:
    client.force_login(anna)

    answer = client.post(f"/games/{game.number}/move/", {"ply": 1, "notation": "d6", "message": "", "canned": "thanks"})

    assert answer.status_code == 302
    assert [(message.ply, message.canned) for message in game.messages.all()] == [(1, "thanks")]


def test_a_ready_made_sentence_and_words_of_ones_own_are_both_kept_for_another_look(
    client: Client, game: Game, anna: User
) -> None:
    client.force_login(anna)
    words = {"message": "Hm.", "canned": "thanks"}

    with unchanged():
        answer = client.post(f"/games/{game.number}/move/", {"ply": 1, "notation": "d6", **words})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Send either a text or a sentence from the list, not both." in page
    assert '<option value="thanks" selected>' in page
    assert ">Hm.</textarea>" in page


def test_leave_that_a_side_has_used_in_this_game_is_shown(reader: Reader, anna: User, bert: User, game: Game) -> None:
    before = text_of(reader(anna).get(f"/games/{game.number}/"))
    Game.objects.filter(pk=game.pk).update(black_leave_seconds=2 * 24 * 3600)

    assert "has used" not in before
    for player in (anna, bert):
        page = text_of(reader(player).get(f"/games/{game.number}/"))
        assert "up to 30 days of leave (bert has used 2 days)" in page


@pytest.mark.casual
def test_a_total_time_is_shown_for_both_sides(clock: Traveller, visit: Visit, begin: Begin, carla: User) -> None:
    game = begin(Agreement(clock=TotalTime(10 * DAY)))
    clock.shift(timedelta(days=2, hours=3))
    play(game, "d6")
    clock.shift(timedelta(hours=5))

    text = text_of(visit(game, carla))

    assert "10 days for the whole game" in text
    assert "9 days 19 hours left" in text
    assert "7 days 21 hours" in text
