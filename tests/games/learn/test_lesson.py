"""The first lesson: every step can be solved, its position could stand in a game, and whatever is tried is answered."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import translation

from games.learn.lesson.step import LessonStep
from games.learn.lesson.steps import BY_SLUG, STEPS
from muehle import POINTS, STANDARD, Color, Move, Position, Termination
from muehle.board import BIT, NEIGHBOURS, STONES_EACH
from tests.support.reading import heading, text_of

each_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
each_language = pytest.mark.parametrize("language", ["en", "de"])


def replies(step: LessonStep) -> Iterator[tuple[Move, Position]]:
    """Every position after a right move and any reply of Black's, with the right move."""
    for move in step.accepted:
        after = step.position.play(move, STANDARD)
        for reply in after.legal_moves(STANDARD):
            yield move, after.play(reply, STANDARD)


# --- The steps, by the rules library ----------------------------------------------------------------------------------


def test_there_are_ten_steps_each_at_an_address_of_its_own() -> None:
    assert list(BY_SLUG) == [
        *("place", "mill", "take", "defend", "move", "open", "zwickmuehle", "fly", "win", "enclose"),
    ]


@each_step
def test_a_steps_position_could_stand_in_a_game(step: LessonStep) -> None:
    position = step.position

    assert position.outcome() is None
    assert position.to_move is Color.WHITE
    # White begins, so that both have placed as many when White is to place.
    assert position.white_hand == position.black_hand
    placed = STONES_EACH - position.white_hand
    for color in Color:
        assert len(position.stones(color)) + position.lost(color) == placed
    # Who has taken a stone has closed a mill before, with three stones at least; so early on few can be lost.
    assert max(position.lost(color) for color in Color) <= max(0, placed - 2)


@each_step
def test_a_step_can_be_solved_by_legal_moves_only(step: LessonStep) -> None:
    accepted = {str(move) for move in step.accepted}

    assert accepted
    assert accepted <= {str(move) for move in step.position.legal_moves(STANDARD)}


@pytest.mark.parametrize(
    ("slug", "accepted"),
    [
        ("mill", ["f6xb2", "f6xg4"]),
        ("take", ["f2xd1"]),
        ("defend", ["b2"]),
        ("move", ["d7-d6xa1", "d7-d6xd2", "d7-d6xd5", "d7-d6xe3", "d7-d6xf4"]),
        ("open", ["a7-a4", "d7-d6", "g7-g4"]),
        ("zwickmuehle", ["d7-d6xa1", "d7-d6xc4", "d7-d6xd2", "d7-d6xe3", "d7-d6xg4"]),
        ("fly", ["a1-b6xa7", "a1-b6xc4", "a1-b6xd2", "a1-b6xe5", "a1-b6xf4", "a1-b6xg1"]),
        ("win", ["c5-d5xb2", "c5-d5xe4", "c5-d5xf2"]),
        ("enclose", ["g4-g7"]),
    ],
)
def test_a_step_accepts_what_its_task_asks_for_and_nothing_else(slug: str, accepted: list[str]) -> None:
    assert [str(move) for move in BY_SLUG[slug].accepted] == accepted


def test_the_first_step_accepts_every_point_and_counts_the_ways_from_there() -> None:
    step = BY_SLUG["place"]
    numbers = {2: "can later move only two ways", 3: "can later move three ways", 4: "can later move four ways"}

    assert sorted(str(move) for move in step.accepted) == sorted(POINTS)
    for point in POINTS:
        assert numbers[NEIGHBOURS[BIT[point]].bit_count()] in step.answer(Move(None, point)).words


def test_breaking_up_the_own_pair_is_answered_otherwise_than_flying_past_it() -> None:
    step = BY_SLUG["fly"]

    assert step.answer(Move.parse("d6-a4")).words.startswith("d6 to a4 breaks up your pair")
    assert step.answer(Move.parse("a1-a4")).words.startswith("You may fly to a4")


def test_a_mill_that_was_opened_can_be_closed_again_whatever_black_does() -> None:
    for move, position in replies(BY_SLUG["open"]):
        back = Move(move.target, str(move.source))

        assert position.closes_mill(back)
        assert any(legal.source == back.source and legal.target == back.target for legal in position.legal_moves())


def test_the_zwickmuehle_closes_again_whatever_black_does() -> None:
    assert [str(found.kind) for found in BY_SLUG["zwickmuehle"].position.zwickmuehlen(Color.WHITE)] == ["spoke"]
    for _move, position in replies(BY_SLUG["zwickmuehle"]):
        assert [str(legal) for legal in position.legal_moves() if str(legal).startswith("d6-d7x")]


def test_black_closes_a_mill_if_it_is_not_stopped_and_wherever_a_win_is_missed() -> None:
    for slug, row in (("defend", "b2x"), ("win", "-d2x")):
        step = BY_SLUG[slug]
        missed = [move for move in step.legal_moves if move not in step.accepted]
        for move in missed:
            answers = step.position.play(move, STANDARD).legal_moves(STANDARD)
            assert any(row in str(answer) for answer in answers), str(move)


def endings_of(step: LessonStep) -> set[Termination | None]:
    outcomes = [step.position.play(move, STANDARD).outcome() for move in step.accepted]
    return {outcome.termination if outcome else None for outcome in outcomes}


def test_the_last_two_steps_win_in_both_ways() -> None:
    assert [endings_of(BY_SLUG[slug]) for slug in ("win", "enclose")] == [{Termination.STONES}, {Termination.BLOCKED}]


# --- What is answered -------------------------------------------------------------------------------------------------


@each_step
def test_every_legal_move_has_an_answer_that_names_no_empty_place(step: LessonStep) -> None:
    for move in step.legal_moves:
        answer = step.answer(move)

        assert answer.is_right == (move in step.accepted)
        assert answer.words.endswith((".", "?"))
        assert not re.search(r"%\(|\bto\s+is\b|  | ,", answer.words)


@each_step
def test_every_touch_either_leads_on_or_is_explained(step: LessonStep) -> None:
    refused = step.refusals()
    first = {move.source or move.target for move in step.legal_moves}
    assert set(refused[""]) == set(POINTS) - first

    for move in step.legal_moves:
        if move.source:
            reached = {legal.target for legal in step.legal_moves if legal.source == move.source}
            assert set(refused[f"{move.source}-"]) == set(POINTS) - reached - first
        if move.removed:
            taken = {m.removed for m in step.legal_moves if (m.source, m.target) == (move.source, move.target)}
            path = str(move).partition("x")[0]
            assert set(refused[path]) == set(POINTS) - taken - {move.source, move.target}


def test_a_protected_stone_is_refused_with_the_reason() -> None:
    assert BY_SLUG["take"].refusals()["f2"]["b4"] == "That is not possible: b4 is in a mill; take d1."


def test_a_stone_that_is_walled_in_is_distinguished_from_one_that_goes_elsewhere() -> None:
    refused = BY_SLUG["zwickmuehle"].refusals()

    assert (
        refused[""]["g7"]
        == "That is not possible: the stone on g7 cannot move because every point next to it is occupied."
    )
    assert refused["d7-"]["e5"] == "That is not possible: e5 is not adjacent to d7."


@each_step
def test_the_script_gets_what_the_engine_says(step: LessonStep) -> None:
    data = step.data

    assert data["legal_moves"] == [str(move) for move in step.position.legal_moves(STANDARD)]
    assert set(data["answers"]) == set(data["legal_moves"])
    told = {number for answers in (data["answers"], *data["refusals"].values()) for number in answers.values()}
    assert told == set(range(len(data["sentences"])))


# --- The pages --------------------------------------------------------------------------------------------------------


@each_language
@each_step
def test_a_step_shows_its_task_and_how_far_one_has_come(
    client: Client, db: None, step: LessonStep, language: str
) -> None:
    client.cookies["language"] = language

    page = client.get(f"/learn/{step.slug}/")

    assert page.status_code == 200
    number = STEPS.index(step) + 1
    counted = {"en": f"Step {number} of 10", "de": f"Schritt {number} von 10"}[language]
    assert counted in text_of(page)


@each_step
def test_the_german_lesson_is_german_to_the_last_answer(step: LessonStep) -> None:
    english = step.data

    with translation.override("de"):
        german = step.data

    assert not set(german["sentences"]) & set(english["sentences"])
    assert {german["task"], german["explanation"]}.isdisjoint({english["task"], english["explanation"]})


def test_without_scripts_a_right_move_is_praised_and_shown(client: Client, db: None) -> None:
    page = client.get("/learn/take/", {"move": "f2xd1"})

    assert page.status_code == 200
    assert "Right: d1 was not in a mill" in text_of(page)
    assert 'data-state="right"' in page.content.decode()
    assert page.context["board"].position.stones(Color.BLACK) == ("b6", "b4", "b2")


def test_without_scripts_a_move_that_misses_is_answered_kindly(client: Client, db: None) -> None:
    page = client.get("/learn/take/", {"move": "a7"})

    assert page.status_code == 200
    assert "a7 is a legal move, but it does not close a mill." in text_of(page)
    assert 'data-state="miss"' in page.content.decode()


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("f2xb6", "That is not possible: b6 is in a mill; take d1."),
        ("f2", "That is not possible: this closes a mill, so you must take a stone: d1."),
        ("f4-f2", "That is not possible: you still have stones in hand; place those first."),
        ("z9", "That move is not possible here. Choose one from the list."),
        ("<script>", "That move is not possible here. Choose one from the list."),
        ("f2xd1\x00", "That move is not possible here. Choose one from the list."),
    ],
)
def test_what_is_illegal_or_no_move_is_refused_with_the_reason(client: Client, db: None, move: str, words: str) -> None:
    page = client.get("/learn/take/", {"move": move})

    assert page.status_code == 422
    assert words in text_of(page)
    assert page.context["board"].position == BY_SLUG["take"].position


def test_the_lesson_leads_from_step_to_step_and_to_a_first_game(client: Client, db: None) -> None:
    addresses = ["/learn/"]
    while addresses[-1] != "/learn/done/":
        page = client.get(addresses[-1]).content.decode()
        onward = re.search(r'<a class="button(?: learn__next)?"[^>]* href="(/learn/[^"]+)"', page)
        assert onward
        addresses.append(onward[1])

    assert addresses == ["/learn/", *(f"/learn/{step.slug}/" for step in STEPS), "/learn/done/"]
    done = client.get("/learn/done/").content.decode()
    assert all(f'href="{address}"' in done for address in ("/lobby/", "/analysis/", "/rules/"))


@each_language
def test_the_first_and_the_last_page_are_about_the_lesson(client: Client, db: None, language: str) -> None:
    client.cookies["language"] = language

    headings = [heading(client.get(address)) for address in ("/learn/", "/learn/done/")]

    assert (
        headings
        == {
            "en": ["Learn Mühle in three minutes", "Now you know how to play Mühle"],
            "de": ["Mühle lernen in drei Minuten", "Jetzt kannst du Mühle"],
        }[language]
    )


def test_a_step_that_does_not_exist_is_not_found(client: Client, db: None) -> None:
    assert client.get("/learn/checkmate/").status_code == 404


@pytest.mark.parametrize("address", ["/", "/rules/", "/lobby/"])
def test_the_lesson_is_found_from_other_pages(client: Client, db: None, address: str) -> None:
    assert 'href="/learn/"' in client.get(address).content.decode()
