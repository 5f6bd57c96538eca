"""The rules pages: what they say of a rule set is what the rules library does, and every board can be tried."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext_lazy

from games.core import rule_sets
from games.learn.rules.content import read, stand
from games.learn.rules.examples import Example, ExamplePicture
from games.learn.rules.rule_sets import ABOUT, Column, comparison, differences_from
from games.learn.rules.sections import SECTIONS, Section, sections_for, shared_sections
from muehle import POINTS, RULESETS, Color, Game, IllegalMove, Move, Outcome, Position, RuleSet, Termination
from muehle.board import EDGES, LINES_BY_NAME, STONES_EACH
from muehle.zwickmuehle import CONFIGURATIONS, ZwickmuehleKind
from tests.support.reading import heading, text_of

each_rule_set = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
BOARDS = {name: example for section in SECTIONS.values() for name, example in section.boards.items()}


def shown() -> Iterator[tuple[str, ExamplePicture]]:
    """Every board of every rule set's page, with the example's name."""
    for rules in RULESETS.values():
        for section in sections_for(rules):
            for picture in section.pictures:
                yield f"{rules.name}-{picture.example.name}", picture


each_picture = pytest.mark.parametrize("picture", [p for _n, p in shown()], ids=[n for n, _p in shown()])


def removals(position: Position, step: str, rules: RuleSet) -> set[str | None]:
    """The stones that the step can take by the rules; {None} if it takes nothing, empty if it is illegal."""
    wanted = Move.parse(step)
    legal = position.legal_moves(rules)
    return {move.removed for move in legal if (move.source, move.target) == (wanted.source, wanted.target)}


def completed(position: Position, step: str, rules: RuleSet) -> Position:
    """The position after the step, with the first stone taken that it may take."""
    wanted = Move.parse(step)
    taken = sorted(name for name in removals(position, step, rules) if name)
    return position.play(Move(wanted.source, wanted.target, taken[0] if taken else None), rules)


# --- The boards, by the rules library ---------------------------------------------------------------------------------


@each_picture
def test_an_examples_position_could_stand_in_a_game_of_its_rule_set(picture: ExamplePicture) -> None:
    position = picture.example.position

    assert position.outcome() is None
    assert position.to_move is Color.WHITE
    assert position.white_hand == position.black_hand
    placed = STONES_EACH - position.white_hand
    assert max(position.lost(color) for color in Color) <= max(0, placed - 2)
    assert position.quiet_half_moves == 0 or position.white_hand == 0


@each_picture
def test_what_is_shown_is_legal_and_what_is_refused_is_refused(picture: ExamplePicture) -> None:
    position, rules = picture.example.position, picture.rules

    if picture.example.move:
        assert removals(position, str(picture.example.move), rules)
    for refused in picture.example.refused:
        with pytest.raises(IllegalMove):
            position.play(refused, rules)


@each_picture
def test_the_ringed_stones_are_those_that_may_be_taken(picture: ExamplePicture) -> None:
    ringed = {spot.name for spot in picture.takes}

    step = picture.example.move
    takeable = removals(picture.example.position, str(step), picture.rules) if step else set()
    assert ringed == takeable - {None}


@each_picture
def test_the_board_is_drawn_with_every_stone_where_the_move_brings_it(picture: ExamplePicture) -> None:
    before, drawn, step = picture.example.position, picture.board.position, picture.example.move

    if not step:
        assert drawn == before
    else:
        after = completed(before, str(step), picture.rules)
        assert drawn.stones(Color.WHITE) == after.stones(Color.WHITE)
        assert drawn.stones(Color.BLACK) == before.stones(Color.BLACK)


@each_picture
def test_a_board_can_be_tried_under_its_rule_set(picture: ExamplePicture) -> None:
    address = urlsplit(picture.address)
    query = parse_qs(address.query, strict_parsing=True)

    assert address.path == "/analysis/"
    assert query["rules"] == [picture.rules.name]
    assert Position.parse(query["position"][0]) == picture.example.position


@each_picture
def test_a_caption_names_only_points_that_matter_on_its_board(picture: ExamplePicture) -> None:
    example = picture.example
    named = set(re.findall(r"\b[a-g][1-7]\b", picture.caption))

    occupied = {spot.name for spot in picture.board.stones} | {spot.name for spot in picture.targets}
    moves = [move for move in (example.move, *example.line) if move]
    walked = {name for move in moves for name in (move.source, move.target) if name}
    assert named <= occupied | walked


def test_a_mill_takes_one_of_three_stones_and_a_double_mill_one_of_four() -> None:
    standard = RULESETS["standard"]

    assert removals(BOARDS["mill"].position, "f6", standard) == {"b4", "d2", "a7"}
    assert removals(BOARDS["double-mill"].position, "d6", standard) == {"a7", "b4", "d2", "f4"}
    assert completed(BOARDS["double-mill"].position, "d6", standard).lost(Color.BLACK) == 1


def test_only_a_placed_stone_can_close_two_mills() -> None:
    for source, target in chain(EDGES, (edge[::-1] for edge in EDGES)):
        through = [line for line in LINES_BY_NAME if target in line and source not in line]
        assert len(through) == 1


def test_a_flyer_reaches_every_free_point_and_the_other_side_goes_on_step_by_step() -> None:
    position = BOARDS["flying"].position
    free = set(POINTS) - {*position.stones(Color.WHITE), *position.stones(Color.BLACK)}
    black = position._replace(to_move=Color.BLACK)

    assert {move.target for move in position.legal_moves() if move.source == "a1"} == free
    assert {move.target for move in black.legal_moves() if move.source == "b6"} == {"b4"}


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("standard", {"b6", "b4", "b2", "f6", "f4", "f2"}),
        ("applet", {"b6", "b4", "b2", "f6", "f4", "f2"}),
        ("pink-green", {"b6", "b4", "b2", "f6", "f4", "f2"}),
        ("classic", {None}),
        ("brettspielnetz", {"b6", "b4", "b2", "f6", "f4", "f2"}),
    ],
)
def test_what_a_mill_takes_when_all_stones_are_in_mills(name: str, taken: set[str | None]) -> None:
    rules = RULESETS[name]
    [section] = [one for one in sections_for(rules) if one.slug == "all-protected"]

    assert removals(section.pictures[0].example.position, "g4-g7", rules) == taken


def test_in_classic_the_last_three_are_taken_from_their_mill_and_the_stones_in_hand_count() -> None:
    classic, mill = RULESETS["classic"], BOARDS["exactly-three"].position
    in_hand = stand("a7 d7 e3", "b6 b4 b2", hand=5)

    assert removals(mill, "g4-g7", classic) == {"b6", "b4", "b2"}
    assert completed(mill, "g4-g7", classic).outcome() == Outcome(Termination.STONES, Color.WHITE)
    assert removals(in_hand, "g7", classic) == {None}


@each_rule_set
def test_the_two_ways_to_win(rules: RuleSet) -> None:
    by_taking = completed(BOARDS["too-few"].position, "c5-d5", rules)
    by_blocking = completed(BOARDS["blocked"].position, "g4-g7", rules)

    assert by_taking.outcome() == Outcome(Termination.STONES, Color.WHITE)
    assert by_blocking.outcome() == Outcome(Termination.BLOCKED, Color.WHITE)


@each_rule_set
@pytest.mark.parametrize(
    ("example", "kind"),
    [
        (BOARDS["zwickmuehle-on-a-spoke"], ZwickmuehleKind.SPOKE),
        (BOARDS["zwickmuehle-on-a-ring"], ZwickmuehleKind.RING),
    ],
)
def test_a_zwickmuehle_closes_a_mill_by_going_and_by_coming_back(
    rules: RuleSet, example: Example, kind: ZwickmuehleKind
) -> None:
    there, back = map(str, example.line)
    [found] = example.position.zwickmuehlen(Color.WHITE)
    assert (found.kind, f"{found.u}-{found.v}") == (kind, there)

    after = completed(example.position, there, rules)

    assert after.lost(Color.BLACK) == example.position.lost(Color.BLACK) + 1
    for reply in after.legal_moves(rules):
        assert removals(after.play(reply, rules), back, rules) - {None}


def test_the_figures_of_the_board_are_right() -> None:
    kinds = [configuration.kind for configuration in CONFIGURATIONS]

    assert (len(POINTS), len(LINES_BY_NAME), len(kinds)) == (24, 16, 32)
    assert (kinds.count(ZwickmuehleKind.SPOKE), kinds.count(ZwickmuehleKind.RING)) == (8, 24)


# --- Draws ------------------------------------------------------------------------------------------------------------


def outcomes(example: Example, rules: RuleSet, times: int) -> list[Outcome | None]:
    """The outcome after each half-move of the example's four, played so many times over."""
    game = Game(rules, example.position)
    return [game.play(move) for move in example.line * times]


def test_standard_draws_when_the_position_stands_for_the_third_time() -> None:
    ends = outcomes(BOARDS["position-repeated"], RULESETS["standard"], 2)

    assert ends == [None] * 7 + [Outcome(Termination.REPETITION)]


def test_the_applet_draws_after_three_equal_sequences_and_not_before() -> None:
    ends = outcomes(BOARDS["sequence-repeated"], RULESETS["applet"], 3)

    assert ends == [None] * 11 + [Outcome(Termination.REPETITION)]


@pytest.mark.parametrize("name", ["pink-green", "classic"])
def test_where_there_is_no_draw_moves_can_be_repeated_for_ever(name: str) -> None:
    assert outcomes(BOARDS["never-repeated"], RULESETS[name], 30) == [None] * 120


def test_brettspielnetz_wants_a_claim_for_the_repetition() -> None:
    game = Game(RULESETS["brettspielnetz"], BOARDS["position-claimed"].position)
    claimable = []
    for move in BOARDS["position-claimed"].line * 2:
        assert game.play(move) is None
        claimable.append(game.claimable_draws())

    assert claimable == [()] * 7 + [("repetition",)]


@pytest.mark.parametrize("name", ["standard", "applet"])
def test_the_hundredth_quiet_half_move_draws_unless_it_wins(name: str) -> None:
    quiet = Game(RULESETS[name], BOARDS["last-quiet-move"].position)
    winning = Game(RULESETS[name], BOARDS["won-in-time"].position)

    assert quiet.play(Move.parse("d6-d5")) == Outcome(Termination.QUIET_LIMIT)
    assert winning.play(Move.parse("g4-g7")) == Outcome(Termination.BLOCKED, Color.WHITE)


def test_brettspielnetz_wants_a_claim_after_a_hundred_quiet_half_moves() -> None:
    at_ninety_nine = BOARDS["limit-claimed"].position._replace(quiet_half_moves=99)
    game = Game(RULESETS["brettspielnetz"], BOARDS["limit-claimed"].position)

    assert Game(RULESETS["brettspielnetz"], at_ninety_nine).claimable_draws() == ()
    assert game.claimable_draws() == ("quiet_limit",)
    assert game.play(Move.parse("d6-d5")) is None


# --- One source -------------------------------------------------------------------------------------------------------


def test_no_sentence_is_written_twice() -> None:
    written = [str(one.text) for section in SECTIONS.values() for one in section.paragraphs]
    written += [str(example.caption) for section in SECTIONS.values() for example in section.boards.values()]

    assert sorted(set(written)) == sorted(written)


@each_rule_set
def test_every_rule_set_has_every_subject_and_where_there_are_boards_one_of_its_own(rules: RuleSet) -> None:
    shown = {section.slug: section for section in sections_for(rules)}

    assert list(shown) == list(SECTIONS)
    assert [slug for slug, section in shown.items() if not section.pictures] == [
        # Without a limit there is nothing to show of it.
        *(["quiet-moves"] if rules.quiet_limit is None else []),
        "agreement",
    ]


def test_what_all_share_is_shown_on_every_page() -> None:
    for section in shared_sections():
        for rules in (RULESETS["standard"], RULESETS["classic"], RULESETS["brettspielnetz"], RULESETS["applet"]):
            [same] = [one for one in sections_for(rules) if one.slug == section.slug]
            assert set(section.paragraphs) <= set(same.paragraphs)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("White begins.", {"standard", "applet", "classic", "brettspielnetz"}),
        ("Green begins, like White elsewhere.", {"pink-green"}),
        ("you may take any of them", {"standard", "applet", "pink-green", "brettspielnetz"}),
        ("You take nothing, and it is your opponent’s turn.", {"classic"}),
        ("drawn as soon as the same position", {"standard"}),
        ("the same sequence of half-moves has been played three times in a row", {"applet"}),
        ("the player to move may claim a draw", {"brettspielnetz"}),
        ("There is no draw by repetition", {"pink-green", "classic"}),
        ("The game is drawn after a hundred half-moves", {"standard", "applet"}),
        ("from move 91", {"brettspielnetz"}),
        ("There is no limit", {"pink-green", "classic"}),
        ("Counting begins after the last placing", {"standard", "applet", "brettspielnetz"}),
        ("touch-move", {"applet"}),
        ("since 2010", {"standard", "brettspielnetz"}),
        ("A game is drawn when both players agree.", set(RULESETS)),
    ],
)
def test_a_sentence_stands_on_the_pages_it_is_true_for(client: Client, db: None, words: str, names: set[str]) -> None:
    found = {name for name in RULESETS if words in text_of(client.get(f"/rules/{name}/"))}

    assert found == names


# --- The files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ('[x]\nparagraphs = ["One."]', "missing 1 required keyword-only argument: 'title'"),
        ('[x]\ntitle = "X"\nparagraphs = ["One."]\nnote = "two"', "unexpected keyword argument 'note'"),
        ('[x]\ntitle = "X"\nparagraphs = [{ when = { sides = "dice" }, text = "One." }]', "{'sides': 'dice'}"),
        ('[x]\ntitle = "X"\nparagraphs = [{ when = { wind = "east" }, text = "One." }]', "no attribute 'wind'"),
        ('[x]\ntitle = "X"\nparagraphs = []\nboards.b = { white = "h9", caption = "One." }', "boards, b: 'h9'"),
        ('[x]\ntitle = "X"\nparagraphs = []\nboards.b = { move = "d6-", caption = "One." }', "malformed move 'd6-'"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_place(tmp_path: Path, table: str, problem: str) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(table, encoding="utf-8")

    with pytest.raises(ImproperlyConfigured) as refused:
        read(file, Section.of)

    assert str(refused.value).startswith("rules.toml, x: ")
    assert problem in str(refused.value)


def test_a_file_that_is_no_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text('[x]\ntitle = "X\nparagraphs = []', encoding="utf-8")

    with pytest.raises(ImproperlyConfigured, match=r"^rules\.toml: .*line 2"):
        read(file, Section.of)


def test_a_column_needs_a_value_for_every_rule_set() -> None:
    values = ({"when": {"draw_mode": ("automatic", "claim")}, "text": "some"},)

    with pytest.raises(ValueError, match="no value for pink-green"):
        Column.of("draws", heading=gettext_lazy("Draws"), values=values)


# --- The pages --------------------------------------------------------------------------------------------------------


@each_rule_set
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_of_a_rule_set_shows_each_of_its_boards_with_a_link(
    client: Client, db: None, rules: RuleSet, language: str
) -> None:
    client.cookies["language"] = language

    page = client.get(f"/rules/{rules.name}/")

    with translation.override(language):
        pictures = [picture for section in sections_for(rules) for picture in section.pictures]
        captions = [" ".join(str(picture.caption).split()) for picture in pictures]
        assert heading(page) == str(rule_sets.WORDS[rules.name].name)
        assert str(ABOUT[rules.name]) in text_of(page)
        assert [each for each in captions if each not in text_of(page)] == []
    body = page.content.decode()
    assert body.count("<figure") == body.count('role="img"') == body.count('href="/analysis/?') == len(pictures)


def test_pink_and_green_are_called_so_throughout(client: Client, db: None) -> None:
    page = client.get("/rules/pink-green/")
    body = page.content.decode()

    assert body.count('data-colours="green-pink"') == body.count("<figure")
    lessons_only = text_of(page).rpartition("How other rule sets differ")[0]
    assert "Green has placed a stone on f6" in lessons_only
    assert re.findall(r"(?<!like )White|Black", lessons_only) == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_headings_of_a_page_can_be_reached_from_its_contents(client: Client, db: None, language: str) -> None:
    client.cookies["language"] = language
    for address in ("/rules/", *(f"/rules/{name}/" for name in RULESETS)):
        body = client.get(address).content.decode()
        targets = re.findall(r'<li><a href="#([\w-]+)"', body)

        assert targets
        assert set(targets) <= set(re.findall(r'id="([\w-]+)"', body))
        assert len(set(re.findall(r' id="([\w-]+)"', body))) == len(re.findall(r' id="([\w-]+)"', body))


def test_the_comparison_says_in_what_rule_sets_differ(db: None) -> None:
    rows = {row.name: row.cells for row in comparison()}
    differing = {other.name: list(other.cells) for other in differences_from(RULESETS["standard"])}

    assert list(rows) == list(RULESETS)
    assert all(one != other for one, other in pairwise(rows.values()))
    assert differing == {
        "applet": ["Repetition"],
        "pink-green": ["First move", "Repetition", "Without a mill", "Draws"],
        "classic": ["All opposing stones in mills", "Repetition", "Without a mill", "Draws"],
        "brettspielnetz": ["Draws"],
    }


def test_the_page_of_all_the_rules_leads_to_each_and_to_the_lesson(client: Client, db: None) -> None:
    body = client.get("/rules/").content.decode()

    assert all(f'href="/rules/{name}/"' in body for name in RULESETS)
    assert 'class="button" href="/learn/"' in body
