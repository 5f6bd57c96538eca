"""Disputes as players see them on pages and in mails, from the first click to the answer."""

from collections.abc import Callable

import pytest
import time_machine

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import assignment, filing, verdicts
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.play.actions import decline_draw, offer_draw, play_move, resign
from games.players.models import Sanction
from games.time_off.models import Freeze
from tests.support.pages import Reader
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at, unchanged
from tests.support.reading import markup_of, messages_in, mistakes, text_of
from tests.support.ruling import decided

Begin = Callable[..., Game]


def page_of(game: Game) -> str:
    return f"/games/{game.number}/"


def test_a_repetition_is_claimed_and_proved_at_once(reader: Reader, begin: Begin, anna: User, bert: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)
    browser = reader(anna)
    assert "Is something wrong with this game?" in text_of(browser.get(page_of(game)))
    assert "The same position has occurred three times" in text_of(browser.get(f"{page_of(game)}dispute/"))

    sent = browser.post(f"{page_of(game)}dispute/", {"category": "repetition", "text": "", "plies": ["4", "8"]})

    answer = text_of(browser.get(sent["Location"]))
    assert "The claim is justified: by the rules the game is a draw." in answer
    assert "occurred 3 times (3 needed)" in answer
    assert "by the server" in answer
    assert fresh(game).result == "1/2-1/2"
    assert "The claim is justified" in text_of(reader(bert).get(sent["Location"]))


def test_a_claim_that_does_not_hold_is_refuted_with_the_figures(reader: Reader, begin: Begin, anna: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    browser = reader(anna)

    sent = browser.post(f"{page_of(game)}dispute/", {"category": "draw", "text": ""})

    answer = text_of(browser.get(sent["Location"]))
    assert "The claim is not justified." in answer
    assert "occurred 2 times (3 needed)" in answer
    assert "That is not a draw yet." in answer


def test_where_the_rules_count_nothing_the_answer_says_so(reader: Reader, begin: Begin, anna: User) -> None:
    game = begin(Agreement(rules="classic"))
    browser = reader(anna)

    sent = browser.post(f"{page_of(game)}dispute/", {"category": "draw", "text": ""})

    answer = text_of(browser.get(sent["Location"]))
    assert "The rules of this game have no draw by repetition." in answer
    assert "The rules of this game have no draw for moves without a mill." in answer
    assert "None" not in answer
    assert "That is not a draw yet." not in answer


@pytest.fixture
def escalated(begin: Begin, anna: User, bert: User) -> Dispute:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna, reason="Nobody can win this.")
    decline_draw(game.number, bert)
    return filing.open_dispute(game.number, anna, category="draw", text="Nobody can win this.")


def test_both_see_that_nobody_can_move(
    clock: time_machine.Traveller, reader: Reader, escalated: Dispute, anna: User, bert: User
) -> None:
    for player in (anna, bert):
        answer = reader(player).get(page_of(escalated.game))
        page = text_of(answer)
        assert "This game is under dispute. Until it is decided, nobody can move" in page
        assert "The clocks are stopped" in page
        assert "Waiting for" not in page
        folds = [each for each in ("fold-draw", "fold-resign") if f'id="{each}"' in answer.content.decode()]
        assert folds == ["fold-resign"]
    assert "Waiting for an arbiter." in text_of(reader(bert).get(f"/disputes/{escalated.number}/"))
    with unchanged():
        answer = reader(anna).post(f"{page_of(escalated.game)}move/", {"ply": 5, "notation": "a7-d7"})
    assert answer.status_code == 409
    assert "Until it is decided, nobody can move" in text_of(answer)


def test_nobody_is_led_to_abort_while_the_clocks_stand(
    reader: Reader, game: Game, arbiter: User, anna: User, bert: User
) -> None:
    aborting = "Abort game"
    assert aborting in text_of(reader(anna).get(page_of(game)))
    dispute = filing.open_dispute(game.number, bert, category="other", text="Look.")
    assignment.take_case(dispute.number, arbiter)
    verdicts.stop_clocks(dispute.number, arbiter, "Nobody should move.")

    assert aborting not in text_of(reader(anna).get(page_of(game)))


def test_both_read_why_the_clocks_run(reader: Reader, begin: Begin, anna: User, bert: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    refuted = filing.open_dispute(game.number, anna, category="draw")
    appeal = filing.appeal(refuted.number, anna, text="Count again.")

    for player in (anna, bert):
        page = text_of(reader(player).get(f"/disputes/{appeal.number}/"))
        assert "The clocks are running: an appeal against the server’s count does not stop them." in page
    resign(game.number, bert)
    assert "The clocks run" not in text_of(reader(anna).get(f"/disputes/{appeal.number}/"))


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("game_limit", "The clocks are running: a player’s disputes can stop them at most 2 times per game."),
        ("player_limit", "The clocks are running: a player’s disputes can stop clocks at most 4 times in 30 days."),
    ],
)
def test_whose_disputes_have_stopped_too_many_clocks_reads_it(
    reader: Reader, escalated: Dispute, anna: User, why: str, words: str
) -> None:
    Freeze.objects.filter(case_number=escalated.pk).delete()
    Dispute.objects.update(evidence={"clocks_run": why})

    assert words in text_of(reader(anna).get(f"/disputes/{escalated.number}/"))


def test_it_is_withdrawn(reader: Reader, escalated: Dispute, anna: User, bert: User) -> None:
    address = f"/disputes/{escalated.number}/"
    assert "Withdraw the dispute" not in text_of(reader(bert).get(address))
    with unchanged():
        assert reader(bert).post(f"{address}withdraw/").status_code == 404

    assert messages_in(reader(anna).post(f"{address}withdraw/")) == ["Your dispute is withdrawn."]

    assert "It was withdrawn." in text_of(reader(anna).get(address))
    assert fresh(escalated.game).frozen_until is None


def test_a_verdict_is_read_by_both_and_appealed_once(
    reader: Reader, escalated: Dispute, arbiter: User, anna: User, bert: User
) -> None:
    decided(escalated, arbiter, Verdict.DRAW)
    address = f"/disputes/{escalated.number}/"
    for player in (anna, bert):
        shown = text_of(reader(player).get(address))
        assert "The game is a draw." in shown
        assert "Seen." in shown
        assert "by an arbiter" in shown
        assert "History An arbiter has taken the case." in shown
        assert "An arbiter has decided the case." in shown

    empty = reader(bert).post(address, {"text": " "})
    assert empty.status_code == 422
    assert mistakes(empty)
    sent = reader(bert).post(address, {"text": "I was winning."})

    assert "Appeal about game" in text_of(reader(bert).get(sent["Location"]))
    assert "An appeal has been made against this decision." in text_of(reader(anna).get(address))
    with unchanged():
        assert reader(bert).post(address, {"text": "Once more."}).status_code == 409
    assert reader(anna).post(address, {"text": "Me too."}).status_code == 302


def test_a_decision_about_an_ended_game_says_what_is_proved_of_the_last_position(
    reader: Reader, game: Game, arbiter: User, anna: User
) -> None:
    dispute = filing.open_dispute(play(game, "d2", "d6").number, anna, category="other", text="Look.")
    address = f"/disputes/{dispute.number}/"
    assert "The tables of the solved game" not in text_of(reader(anna).get(address))

    decided(dispute, arbiter, Verdict.DRAW)

    shown = text_of(reader(anna).get(address))
    assert "the last position is a draw if nobody makes a mistake" in shown
    assert "python -m muehle_tables probe --rules standard" in shown


def test_while_a_game_goes_on_no_decision_says_what_is_proved(
    reader: Reader, game: Game, arbiter: User, anna: User, bert: User
) -> None:
    resign(play(game, "d2", "d6").number, bert)
    dispute = filing.open_dispute(game.number, anna, category="other", text="Look.")

    decided(dispute, arbiter, Verdict.RESUMED)

    assert fresh(game).is_ongoing
    assert "The tables of the solved game" not in text_of(reader(anna).get(f"/disputes/{dispute.number}/"))


def test_the_form_says_that_an_appeal_is_the_way(reader: Reader, game: Game, arbiter: User, anna: User) -> None:
    decided(filing.open_dispute(game.number, anna, category="other", text="Look."), arbiter, Verdict.DISMISSED)

    with unchanged():
        answer = reader(anna).post(f"{page_of(game)}dispute/", {"category": "other", "text": "Look again."})

    assert answer.status_code == 409
    assert "An arbiter has already decided this. You can appeal until" in text_of(answer)
    assert "Look again." in answer.content.decode()


def test_a_warning_stands_before_the_next_move(
    reader: Reader, game: Game, arbiter: User, anna: User, bert: User
) -> None:
    decided(
        filing.open_dispute(game.number, bert, category="stalling", text="She waits."),
        arbiter,
        Verdict.WARNED,
        against=anna,
    )
    page = text_of(reader(anna).get(page_of(game)))
    assert "An arbiter has warned you" in page
    assert "Seen." in page
    assert "An arbiter has warned you" in text_of(reader(anna).get("/"))
    for address in (page_of(game), "/"):
        assert "An arbiter has warned you" not in text_of(reader(bert).get(address))

    (warning,) = Sanction.objects.all()
    with unchanged():
        assert reader(bert).post(f"/sanctions/{warning.pk}/acknowledge/").status_code == 404
    reader(anna).post(f"/sanctions/{warning.pk}/acknowledge/")

    for address in (page_of(game), "/"):
        assert "An arbiter has warned you" not in text_of(reader(anna).get(address))
    assert "An arbiter has warned you" in text_of(reader(anna).get("/disputes/"))
    assert play_move(game.number, anna, "d6", ply=1).game.ply == 1


def test_a_warning_is_shown_while_the_opponent_is_on_move(
    reader: Reader, game: Game, arbiter: User, anna: User, bert: User
) -> None:
    dispute = filing.open_dispute(game.number, bert, category="stalling", text="She waits.")
    play_move(game.number, anna, "d6", ply=1)
    decided(dispute, arbiter, Verdict.WARNED, against=anna)

    assert "An arbiter has warned you" in text_of(reader(anna).get(page_of(game)))
    assert "An arbiter has warned you" not in text_of(reader(bert).get(page_of(game)))


def test_what_is_between_others_is_not_found(reader: Reader, game: Game, anna: User, bert: User, carla: User) -> None:
    accusation = filing.open_dispute(game.number, anna, category="abuse", text="He is rude.")

    for stranger in (bert, carla):
        assert reader(stranger).get(f"/disputes/{accusation.number}/").status_code == 404
    assert reader(carla).get(f"{page_of(game)}dispute/").status_code == 404
    assert "No disputes." in text_of(reader(bert).get("/disputes/"))


def test_the_form_knows_what_a_link_says_that_it_is_about(reader: Reader, game: Game, anna: User) -> None:
    answer = reader(anna).get(f"{page_of(game)}dispute/", {"category": "draw"})

    assert answer.context["form"]["category"].value() == "draw"


def test_a_form_that_is_wrong_comes_back_with_what_was_written(reader: Reader, game: Game, anna: User) -> None:
    play(game, "d6")
    browser = reader(anna)

    with unchanged():
        nothing = browser.post(f"{page_of(game)}dispute/", {"category": "", "text": "Look.", "plies": ["1"]})
        unsaid = browser.post(f"{page_of(game)}dispute/", {"category": "other", "text": ""})

    assert nothing.status_code == 422
    assert "Look." in nothing.content.decode()
    assert 'value="1" checked' in markup_of(nothing)
    assert unsaid.status_code == 400
    assert "Say in a few words what it is about." in text_of(unsaid)


def test_a_player_who_was_warned_reads_why_and_may_appeal_but_not_what_was_said_of_them(
    reader: Reader, game: Game, anna: User, bert: User, iris: User
) -> None:
    complaint = filing.open_dispute(game.number, anna, category="abuse", text="He called me names.")
    decided(complaint, iris, Verdict.WARNED, reason="That is no way to write.", against=bert)
    address = f"/disputes/{complaint.number}/"

    theirs, hers = (text_of(reader(player).get(address)) for player in (bert, anna))
    reader(bert).post(address, {"text": "She began."})

    assert ("That is no way to write." in theirs, "He called me names." in theirs) == (True, False)
    assert ("He called me names." in hers, "Another arbiter then makes the final decision" in theirs) == (True, True)
    appeal = Dispute.objects.get(appeal_of=complaint)
    assert appeal.opened_by == bert
    assert "An appeal has been made against this decision." in text_of(reader(anna).get(address))
    assert f'href="/disputes/{appeal.number}/"' not in reader(anna).get(address).content.decode()


def test_a_player_who_complained_reads_how_the_appeal_ended_and_not_its_words(
    reader: Reader, game: Game, anna: User, bert: User, arbiter: User, iris: User
) -> None:
    complaint = filing.open_dispute(game.number, anna, category="abuse", text="He called me names.")
    decided(complaint, arbiter, Verdict.WARNED, against=bert)
    appeal = filing.appeal(complaint.number, bert, text="She began.")
    decided(appeal, iris, Verdict.DISMISSED, reason="It was a joke between friends.")

    hers, theirs = (reader(player).get(f"/disputes/{appeal.number}/") for player in (anna, bert))
    first = reader(anna).get(f"/disputes/{complaint.number}/")

    assert "An appeal has been made against this decision. The first decision stands." in text_of(first)
    assert f'href="/disputes/{appeal.number}/"' in first.content.decode()
    assert "It was a joke between friends." in text_of(hers)
    assert ("She began." in text_of(hers), "She began." in text_of(theirs)) == (False, True)
    for page in (hers, theirs):
        assert "The decision under appeal" in text_of(page)
        assert "A player has been warned." in text_of(page)
        assert f'href="/disputes/{complaint.number}/"' in page.content.decode()


def test_an_appeal_does_not_lead_to_a_verdict_that_is_not_the_readers(
    reader: Reader, game: Game, anna: User, bert: User, arbiter: User, iris: User
) -> None:
    complaint = filing.open_dispute(game.number, anna, category="abuse", text="He called me names.")
    decided(complaint, arbiter, Verdict.DISMISSED)
    appeal = decided(filing.appeal(complaint.number, anna, text="Look."), iris, Verdict.ANNULLED)

    shown = reader(bert).get(f"/disputes/{appeal.number}/")

    assert "The game is annulled and does not count." in text_of(shown)
    assert f'href="/disputes/{complaint.number}/"' not in shown.content.decode()


def test_what_was_lifted_on_appeal_says_so(
    reader: Reader, game: Game, anna: User, bert: User, arbiter: User, iris: User
) -> None:
    complaint = filing.open_dispute(game.number, anna, category="abuse", text="He called me names.")
    decided(complaint, arbiter, Verdict.SUSPENDED, against=bert, days=300)
    appeal = filing.appeal(complaint.number, bert, text="She began.")
    case = reader(iris).get(f"/admin/disputes/dispute/{appeal.number}/change/")
    decided(appeal, iris, Verdict.LIFTED, reason="It was a joke between friends.")

    for player in (anna, bert):
        assert "The sanction has been lifted." in text_of(reader(player).get(f"/disputes/{appeal.number}/"))
    assert "Lifted after an appeal" in text_of(reader(bert).get("/disputes/"))
    assert case.status_code == 200


def test_the_opponent_of_the_player_on_move_reads_who_claims(
    reader: Reader, begin: Begin, anna: User, bert: User
) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)

    pages = [text_of(reader(player).get(f"/games/{game.number}/dispute/")) for player in (anna, bert)]
    with unchanged():
        answer = reader(bert).post(f"/games/{game.number}/dispute/", {"category": "repetition"})

    told = "It is your opponent’s turn: only they can claim a draw that is on the board."
    assert [told in page for page in pages] == [False, True]
    assert answer.status_code == 409
