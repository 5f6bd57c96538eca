"""Agreement with the best moves on the page of a case."""

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.disputes.models import AuditEntry, Dispute
from games.play.actions import resign
from games.reviews.models import GameReview
from games.reviews.queries import find_review_for_case
from tests.games.reviews.conftest import MOVES, work
from tests.support.pages import Reader
from tests.support.playing import fresh, play, unchanged
from tests.support.reading import text_of
from tests.support.ruling import Staff

QUEUE = "/admin/disputes/dispute/"
BUTTON = "Evaluate the half-moves"


@pytest.fixture
def iris(staff: Staff) -> User:
    return staff("iris", "arbiter")


@pytest.fixture
def game(game: Game) -> Game:
    """An ongoing game in which White has given the draw away."""
    return play(game, *MOVES)


@pytest.fixture
def dispute(game: Game, bert: User) -> Dispute:
    return Dispute.objects.create(game=game, opened_by=bert, category="computer_help", text="Look.")


def page(dispute: Dispute) -> str:
    return f"{QUEUE}{dispute.number}/change/"


def test_an_arbiter_has_an_ongoing_game_evaluated_and_the_log_says_so(
    reader: Reader, iris: User, dispute: Dispute
) -> None:
    client = reader(iris)
    assert BUTTON in text_of(client.get(page(dispute)))

    answer = client.post(f"{QUEUE}{dispute.number}/evaluate/do/", follow=True)
    assert "0 of 8 half-moves have been evaluated" in text_of(answer)
    work()

    text = text_of(client.get(page(dispute)))
    assert BUTTON not in text
    assert "One game proves nothing." in text
    assert "its players must not learn what you see here" in text
    entry = AuditEntry.objects.get(action="evaluate")
    assert (entry.actor, entry.after) == (iris, {"half_moves": 8})


def test_both_players_stand_beside_each_other(reader: Reader, iris: User, dispute: Dispute) -> None:
    client = reader(iris)
    client.post(f"{QUEUE}{dispute.number}/evaluate/do/")
    work()

    best = client.get(page(dispute)).context["page"].best_moves

    rows = {str(row.label): [cell.words for cell in row.cells] for row in best.groups[0].rows}
    white, black = rows["Placing"]
    assert rows["Moving"] == ["–", "–"]
    assert white.startswith("67% (2 of 3), by chance ")
    assert black.startswith("100% (")
    assert "confidence interval 21 to 94%" in rows["All phases"][0]


def test_half_moves_that_were_played_since_can_be_evaluated(reader: Reader, iris: User, dispute: Dispute) -> None:
    client = reader(iris)
    client.post(f"{QUEUE}{dispute.number}/evaluate/do/")
    work()
    play(dispute.game, "a7")

    text = text_of(client.get(page(dispute)))

    assert "since the first 8 were evaluated" in text
    assert BUTTON in text


def test_the_review_of_an_ended_game_is_evidence_too(reader: Reader, iris: User, dispute: Dispute, bert: User) -> None:
    resign(dispute.game_id, bert)
    client = reader(iris)
    client.post(f"{QUEUE}{dispute.number}/evaluate/do/")
    work()

    text = text_of(client.get(page(dispute)))

    assert "too few players rated 1400 to 1599: 0" in text
    assert "its players must not learn" not in text


def test_helpers_and_arbiters_of_closed_cases_evaluate_nothing(
    reader: Reader, staff: Staff, iris: User, dispute: Dispute
) -> None:
    helper = reader(staff("holly", "helper"))
    assert BUTTON not in text_of(helper.get(page(dispute)))
    with unchanged():
        assert helper.post(f"{QUEUE}{dispute.number}/evaluate/do/").status_code == 403

    Dispute.objects.update(status="withdrawn")
    assert BUTTON not in text_of(reader(iris).get(page(dispute)))
    with unchanged():
        assert reader(iris).post(f"{QUEUE}{dispute.number}/evaluate/do/").status_code == 409


def test_a_game_without_moves_has_nothing_to_evaluate(reader: Reader, iris: User, dispute: Dispute) -> None:
    Game.objects.update(ply=0)

    assert BUTTON not in text_of(reader(iris).get(page(dispute)))
    with unchanged():
        assert reader(iris).post(f"{QUEUE}{dispute.number}/evaluate/do/").status_code == 409


def test_other_moves_than_those_that_were_judged_are_no_evidence(reader: Reader, iris: User, dispute: Dispute) -> None:
    reader(iris).post(f"{QUEUE}{dispute.number}/evaluate/do/")
    work()
    review = GameReview.objects.get()
    review.half_moves[0]["move"] = "g1"
    review.save()

    assert find_review_for_case(fresh(dispute.game)) is None
