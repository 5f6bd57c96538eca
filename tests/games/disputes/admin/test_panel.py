"""The panel for disputes: who may do what there, one verdict however many press, and what nobody can do at all."""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.audit import checks
from games.chat.messages import send_message
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import assignment, audit_log, filing, roles
from games.disputes.admin.audit_log import LOOKS
from games.disputes.models import AuditEntry, Dispute, DisputeNote
from games.disputes.verdict_kinds import OF_ARBITERS, TO_A_PLAYER
from games.notifications.models import Delivery
from games.play.actions import decline_draw, offer_draw, resign
from games.players.models import Sanction
from games.players.verdict_reasons import StandardReason
from games.time_off.models import Freeze
from kit.times import moment
from tests.support.ended import lost_on_time, won
from tests.support.pages import Reader
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at, unchanged
from tests.support.racing import at_once
from tests.support.reading import markup_of, messages_in, text_of, words
from tests.support.ruling import Staff
from tests.support.savepoints import rolled_back

Begin = Callable[..., Game]
CLAIMS = Agreement(rules="brettspielnetz")
QUEUE = "/admin/disputes/dispute/"
DAY = timedelta(days=1)


@pytest.fixture
def dispute(begin: Begin, anna: User, bert: User) -> Dispute:
    """Bert has declined a draw without a word, and Anna has gone to the arbiters; the clocks stand."""
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    return filing.open_dispute(
        game.number, anna, category="draw", text="Nobody can win this.", plies=[game.ply - 4, game.ply]
    )


def page_of(dispute: Dispute) -> str:
    return f"{QUEUE}{dispute.number}/change/"


def press(client: Client, dispute: Dispute, action: str, **fields: object) -> Any:
    return client.post(f"{QUEUE}{dispute.number}/{action}/do/", fields)


# --- Roles ------------------------------------------------------------------------------------------------------------


VERDICTS = tuple(verdict.value for verdict in OF_ARBITERS)
MAY: dict[str, set[str]] = {
    "player": set(),
    "none": {"enter"},
    "helper": {"enter", "queue", "case", "report", "note", "escalate", "games", "sanctions", "freezes"},
    "arbiter": {
        *("enter", "queue", "case", "report", "note", "escalate", "games", "sanctions", "freezes", "book"),
        *("take", "hold", "hand-back", "evaluate", "accept", *VERDICTS),
    },
    "administrator": {"enter", "book", "accounts", "sanctions"},
}
MAY["superuser"] = {*MAY["arbiter"], *MAY["administrator"]}
READS = {
    "enter": "/admin/",
    "queue": QUEUE,
    "games": "/admin/core/game/",
    "book": "/admin/disputes/auditentry/",
    "sanctions": "/admin/players/sanction/",
    "freezes": "/admin/time_off/freeze/",
    "accounts": "/admin/accounts/user/",
}
ACTIONS = {*READS, "case", "report", "note", "escalate", "take", "hold", "hand-back", "evaluate", "accept", *VERDICTS}


def attack_a_warning(dispute: Dispute) -> None:
    """Make an appeal of it, against a verdict that has warned Black."""
    game, at = dispute.game, dispute.opened_at
    first = Dispute.objects.create(
        game=game, opened_by=game.white, category="abuse", status="decided", verdict="warned", decided_at=at
    )
    Sanction.objects.create(
        user=game.black, case_number=first.pk, game=game, kind="warning", reason="Seen.", imposed_by=game.white
    )
    Dispute.objects.filter(pk=dispute.pk).update(appeal_of=first)


def tried(client: Client, user: User, dispute: Dispute, action: str) -> int:
    if action in READS:
        return int(client.get(READS[action]).status_code)
    if action in ("case", "report"):
        return int(client.get(page_of(dispute) if action == "case" else f"{QUEUE}{dispute.number}/report/").status_code)
    if action in ("note", "escalate", "take"):
        return int(press(client, dispute, action, text="Looked at.", reason="It cannot wait.").status_code)
    Dispute.objects.filter(pk=dispute.pk).update(status="taken", taken_by=user, taken_at=dispute.opened_at)
    if action == "hold":
        # A dispute stops the clocks once.
        Freeze.objects.filter(case_number=dispute.pk).delete()
        return int(press(client, dispute, action, reason="Nobody should move.").status_code)
    if action == "accept":
        confirmed = dispute.evidence | {"confirmed": {"claim": "repetition", "ply": dispute.game.ply}}
        Dispute.objects.filter(pk=dispute.pk).update(evidence=confirmed)
        return int(press(client, dispute, action, warn="1").status_code)
    if action in ("hand-back", "evaluate"):
        return int(press(client, dispute, action).status_code)
    if action == "lifted":
        attack_a_warning(dispute)
    against = dispute.game.black_id if action in TO_A_PLAYER else ""
    return int(press(client, dispute, "decide", verdict=action, reason="Seen.", against=against, days=3).status_code)


@pytest.mark.parametrize("role", list(MAY))
def test_what_each_role_may_do(staff: Staff, reader: Reader, dispute: Dispute, role: str) -> None:
    user = staff("somebody", role)
    client = reader(user)
    pages, refusal = {*READS, "case", "report"}, 302 if role == "player" else 403

    found = {}
    for action in ACTIONS:
        with rolled_back():
            found[action] = (tried(client, user, dispute, action), AuditEntry.objects.exists())

    assert {action: status for action, (status, _noted) in found.items()} == {
        action: refusal if action not in MAY[role] else 200 if action in pages else 302 for action in ACTIONS
    }
    assert not {action for action, (_status, noted) in found.items() if noted and action not in MAY[role]}


@pytest.mark.parametrize(("role", "outside"), [("helper", False), ("arbiter", True)])
def test_who_reads_messages_outside_of_cases(
    staff: Staff, reader: Reader, dispute: Dispute, anna: User, role: str, outside: bool
) -> None:
    send_message(dispute.game_id, anna, "Between you and me.")
    client = reader(staff("somebody", role))

    record = client.get(f"/admin/core/game/{dispute.game_id}/change/")
    books = [client.get(f"/admin/core/event/?type__exact={kind}") for kind in ("message_sent", "move_played")]

    assert (record.status_code, "Between you and me." in text_of(record)) == (200, outside)
    assert [bool(book.context["cl"].result_list) for book in books] == [outside, True]
    assert "Between you and me." in text_of(client.get(page_of(dispute)))


def test_a_proposal_is_refused_where_the_server_has_confirmed_nothing(
    reader: Reader, iris: User, dispute: Dispute
) -> None:
    client = reader(iris)
    press(client, dispute, "take")
    assert "What the server proposes" not in text_of(client.get(page_of(dispute)))

    with unchanged():
        answer = press(client, dispute, "accept", warn="1")

    assert answer.status_code == 409


def test_nobody_may_more_than_their_role_says(db: None) -> None:
    """The groups are written anew, whatever somebody has added to them."""
    helper = Group.objects.get(name="helper")
    helper.permissions.add(Permission.objects.get(codename="decide_games"))

    roles.establish()

    held = {f"{each.content_type.app_label}.{each.codename}" for each in helper.permissions.all()}
    assert "disputes.note" in held
    assert not held & {"disputes.decide_games", "disputes.impose"}
    assert {name for name in held if ".view_" not in name} == {"disputes.note"}
    wanted = {codename for role in roles.Role for _label, codename in roles.permissions_of(role)}
    assert wanted == set(Permission.objects.filter(codename__in=wanted).values_list("codename", flat=True))


def test_who_administers_accounts_gets_at_no_other_role(staff: Staff, reader: Reader, anna: User) -> None:
    administrator, arbiter = staff("admin", "administrator"), staff("iris", "arbiter")
    client = reader(administrator)

    player = client.get(f"/admin/accounts/user/{anna.pk}/change/")
    client.post(f"/admin/accounts/user/{anna.pk}/change/", {"username": "anna", "is_staff": "on", "is_superuser": "on"})
    colleague = client.post(f"/admin/accounts/user/{arbiter.pk}/change/", {"username": "iris2"})
    password = client.get(f"/admin/accounts/user/{arbiter.pk}/password/")

    assert 'name="is_staff"' not in player.content.decode()
    assert 'name="groups"' not in player.content.decode()
    anna.refresh_from_db()
    assert not anna.is_staff
    assert (colleague.status_code, password.status_code) == (403, 403)


# --- The queue --------------------------------------------------------------------------------------------------------


def test_the_queue_shows_what_presses_first(
    reader: Reader, iris: User, begin: Begin, dispute: Dispute, anna: User
) -> None:
    other = filing.open_dispute(begin().number, anna, category="other", text="The clock looks odd.")
    abuse = filing.open_dispute(begin().number, anna, category="abuse", text="He calls me names.")

    page = reader(iris).get(QUEUE)

    assert [row.number for row in page.context["cl"].result_list] == [dispute.number, abuse.number, other.number]
    assert page.context["counts"] == {
        "waiting": 3,
        "urgent": 0,
        "overdue": 0,
        "frozen": 1,
        "appeals": 0,
        "mine": 0,
    }
    assert "clocks stopped" in text_of(page)
    assert text_of(page).count("just now") == 3


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", True),
        ("state=open", True),
        ("state=taken", False),
        ("state=decided", False),
        ("state=all", True),
        ("whose=mine", False),
        ("whose=appeals", False),
        ("clocks=held", True),
        ("due=overdue", False),
        ("category__exact=draw", True),
        ("category__exact=abuse", False),
        ("q=bert", True),
        ("q=carla", False),
    ],
)
def test_the_queue_is_sifted(reader: Reader, iris: User, dispute: Dispute, query: str, found: bool) -> None:
    page = reader(iris).get(f"{QUEUE}?{query}")

    assert bool(page.context["cl"].result_list) is found


@pytest.mark.parametrize("cases", [1, 4])
def test_what_the_queue_costs(
    reader: Reader, iris: User, anna: User, begin: Begin, django_assert_num_queries: DjangoAssertNumQueries, cases: int
) -> None:
    for _each in range(cases):
        filing.open_dispute(begin().number, anna, category="other", text="The clock looks odd.")
    client = reader(iris)
    client.get(QUEUE)
    # What staff does in a list is done together with its entry in the audit log, or not at all.
    savepoint = 2
    session, user, own_rights, groups_rights, counts, count, rows = 1, 1, 1, 1, 1, 1, 1

    with django_assert_num_queries(session + user + savepoint + own_rights + groups_rights + counts + count + rows):
        client.get(QUEUE)


def test_the_queue_says_what_is_due_and_whom_the_arbiter_plays(
    reader: Reader, iris: User, begin: Begin, dispute: Dispute, bert: User
) -> None:
    client = reader(iris)
    assert "overdue" not in text_of(client.get(QUEUE)).split("Filter")[0].replace("0 overdue", "")

    Dispute.objects.filter(pk=dispute.pk).update(opened_at=dispute.opened_at - 5 * DAY)
    own = begin()
    Game.objects.filter(pk=own.pk).update(white=iris, black=bert, on_move=iris)
    page = client.get(QUEUE)
    case = client.get(page_of(dispute))
    sifted = client.get(f"{QUEUE}?due=overdue")

    assert 'class="mark-overdue"' in page.content.decode()
    assert "you are playing one of them" in text_of(page)
    assert [row.number for row in sifted.context["cl"].result_list] == [dispute.number]
    assert f"You are playing one of the two yourself: #{own.number} iris – bert" in text_of(case)
    assert "overdue since" in text_of(case)


# --- A case -----------------------------------------------------------------------------------------------------------


def test_a_verdict_leads_to_the_next_case_with_a_link_back(
    reader: Reader, iris: User, begin: Begin, anna: User, dispute: Dispute
) -> None:
    waits = filing.open_dispute(begin().number, anna, category="other", text="The clock looks odd.")
    client = reader(iris)
    press(client, dispute, "take")
    before = client.get(page_of(dispute)).content.decode()

    answer = press(client, dispute, "decide", verdict="draw", reason="Nobody can win this.")
    page = client.get(answer["Location"])

    assert f'href="{page_of(waits)}" data-key="n"' in before
    assert answer["Location"] == page_of(waits)
    assert f'<a href="{page_of(dispute)}">Case {dispute.number}</a>: The case is decided.' in page.content.decode()
    press(client, waits, "take")
    last = press(client, waits, "decide", verdict="dismissed", reason="It is right.")
    assert last["Location"] == page_of(waits)
    assert "No other case is waiting for you." in text_of(client.get(last["Location"]))


def test_a_case_shows_what_is_said_and_what_was_found(reader: Reader, iris: User, dispute: Dispute) -> None:
    text = text_of(reader(iris).get(page_of(dispute)))

    for part in ("Nobody can win this.", "draw not recognised", "clocks stopped until", "2 of 3", "Take the case"):
        assert part in text
    assert "Your decision" not in text


def test_the_game_is_replayed_by_links(reader: Reader, iris: User, dispute: Dispute) -> None:
    client, last = reader(iris), dispute.game.ply

    pages = [client.get(f"{page_of(dispute)}?ply={ply}") for ply in (last - 1, "x", "99999", "-1")]

    assert [page.status_code for page in pages] == [200] * 4
    labels = [page.context["page"].replay.shown.ply for page in pages]
    assert labels == [last - 1, last, last, last]
    assert f'<a href="?ply={last}#board" data-ply="{last}" class="replay__marked"' in markup_of(pages[0])


def test_an_arbiter_takes_the_case_and_decides_it(reader: Reader, iris: User, dispute: Dispute) -> None:
    client = reader(iris)

    taken = press(client, dispute, "take")
    page = client.get(page_of(dispute))
    answer = press(client, dispute, "decide", verdict="draw", reason="Nobody can win this.")

    assert (taken.status_code, answer["Location"]) == (302, page_of(dispute))
    assert "Your decision" in text_of(page)
    game = fresh(dispute.game)
    assert (game.result, game.termination) == ("1/2-1/2", "adjudication")
    text = text_of(client.get(page_of(dispute)))
    assert "iris has taken the case" in text
    assert "iris has decided it" in text
    assert "This case is closed." in text
    assert text.count("Possible actions") == 1


def test_what_staff_has_done_is_shown_in_words(reader: Reader, iris: User, dispute: Dispute) -> None:
    client = reader(iris)
    press(client, dispute, "take")
    press(client, dispute, "note", text="Both have three stones.")
    press(client, dispute, "decide", verdict="draw", reason="Nobody can win this.")

    english = text_of(client.get(page_of(dispute)))
    User.objects.filter(pk=iris.pk).update(language="de")
    german = text_of(client.get(page_of(dispute)))

    assert "status: open → under review" in english
    assert "result: ½-½; status: in progress → finished; ended by: adjudication; decision: drawn" in english
    assert "Status: offen → in Arbeit" in german
    for raw in ("1/2-1/2", "adjudication", "termination", "ongoing", "note:", "sha256"):
        assert raw not in german


def test_what_was_imposed_and_given_back_is_shown_in_words(
    reader: Reader, iris: User, bert: User, dispute: Dispute
) -> None:
    client = reader(iris)
    press(client, dispute, "take")
    press(client, dispute, "hand-back")
    press(client, dispute, "take")
    press(client, dispute, "decide", verdict="resumed", reason="He was away.", against=bert.pk, hours=5)

    english = text_of(client.get(page_of(dispute)))
    User.objects.filter(pk=iris.pk).update(language="de")
    german = text_of(client.get(page_of(dispute)))

    assert "status: under review → open" in english
    assert f"sanction: warning; {words('time given back: 5 hours')}; decision: game continues" in words(english)
    assert "Maßnahme: Verwarnung; zurückgegebene Zeit: 5 Stunden; Entscheidung: Partie geht weiter" in words(german)
    for raw in ("seconds:", "until:", "against:", "measure:"):
        assert raw not in german


def test_until_when_is_shown_in_words(reader: Reader, iris: User, bert: User, dispute: Dispute) -> None:
    client = reader(iris)
    press(client, dispute, "take")
    press(client, dispute, "decide", verdict="muted", reason="He was away.", against=bert.pk, days=3)

    page = text_of(client.get(page_of(dispute)))

    assert re.search(r"sanction: no messages; until: \w{3} \d+ \w{3}, \d\d:\d\d; decision: muted", page)


def test_verdicts_stand_below_what_they_do_and_handing_back_apart(reader: Reader, iris: User, dispute: Dispute) -> None:
    client = reader(iris)
    press(client, dispute, "take")

    page = markup_of(client.get(page_of(dispute)))

    form, _end, rest = page.partition('id="verdict"')[2].partition("</form>")
    button = re.compile('verdict--([a-z-]+)" name="verdict" value="(.*?)"')
    groups = [
        (re.findall("<legend>(.*?)</legend>", each), button.findall(each)) for each in form.split("<fieldset")[1:]
    ]
    assert groups == [
        (["The game ends"], [("ends", "draw"), ("ends", "white_won"), ("ends", "black_won"), ("annuls", "annulled")]),
        (["The game continues"], [("goes-on", "resumed")]),
        (["Against a player"], [("against", "warned"), ("against", "muted"), ("against", "suspended")]),
        (["None of these"], [("none", "dismissed")]),
    ]
    assert form.count("icon--") == form.count('name="verdict"')
    assert 'id="handing-back"' in rest.partition("hand-back/do/")[0]


def test_a_reason_is_required_and_what_was_written_is_kept(reader: Reader, iris: User, dispute: Dispute) -> None:
    client = reader(iris)
    press(client, dispute, "take")

    with unchanged():
        empty = press(client, dispute, "decide", verdict="draw", reason="  ")
        whom = press(client, dispute, "decide", verdict="muted", reason="Mind your words.", days=3)
        unknown = press(client, dispute, "decide", verdict="burnt", reason="Seen.")
        of_server = press(client, dispute, "decide", verdict="proven", reason="Seen.")
        strange = press(client, dispute, "decide", verdict="warned", reason="Seen.", against=iris.pk)
        long = press(client, dispute, "decide", verdict="draw", reason="x" * 2001)
        too_long = press(
            client, dispute, "decide", verdict="muted", reason="So.", against=dispute.game.black_id, days=366
        )
        negative = press(client, dispute, "decide", verdict="resumed", reason="So.", hours=-1)

    pages = (empty, whom, unknown, of_server, strange, long, too_long, negative)
    assert {page.status_code for page in pages} == {422}
    assert "Give a reason; both players will read it." in text_of(empty)
    assert "Mind your words." in text_of(whom)
    assert "Choose the player it is against." in text_of(whom)


def test_a_reason_that_is_ready_reads_in_everybodys_language(reader: Reader, iris: User, dispute: Dispute) -> None:
    client = reader(iris)
    User.objects.filter(pk=iris.pk).update(language="de")
    german = StandardReason.NO_PROGRESS.in_language("de")
    press(client, dispute, "take")

    press(client, dispute, "decide", verdict="draw", ready="no_progress", reason=german)

    dispute.refresh_from_db()
    assert dispute.reason == StandardReason.NO_PROGRESS.in_language("en")
    assert german != dispute.reason
    assert words(german) in text_of(client.get(page_of(dispute)))


def test_a_player_who_chooses_one_and_writes_nothing_means_it(reader: Reader, iris: User, dispute: Dispute) -> None:
    client = reader(iris)
    press(client, dispute, "take")

    press(client, dispute, "decide", verdict="dismissed", ready="can_be_won")

    dispute.refresh_from_db()
    assert dispute.reason == StandardReason.CAN_BE_WON.in_language("en")


def test_a_player_is_silenced_for_days(reader: Reader, iris: User, bert: User, dispute: Dispute) -> None:
    client = reader(iris)
    press(client, dispute, "take")

    press(client, dispute, "decide", verdict="muted", reason="Mind your words.", against=bert.pk, days=3)

    sanction = Sanction.objects.get()
    assert (sanction.user, sanction.kind, sanction.until) == (bert, "mute", sanction.imposed_at + timedelta(days=3))


def test_what_another_has_left_is_taken_over(reader: Reader, staff: Staff, iris: User, dispute: Dispute) -> None:
    press(reader(iris), dispute, "take")
    iris.groups.clear()
    jonas = reader(staff("jonas", "arbiter"))

    before = text_of(jonas.get(page_of(dispute)))
    press(jonas, dispute, "take")

    assert "iris took this case more than a week ago or no longer decides cases." in before
    assert "Take over the case" in before
    after = text_of(jonas.get(page_of(dispute)))
    assert "jonas has taken the case" in after
    assert "taken by: iris → jonas" in after
    assert "Your decision" in after


def test_a_dismissal_warns_nobody_whoever_was_chosen_before(
    reader: Reader, iris: User, bert: User, dispute: Dispute
) -> None:
    client = reader(iris)
    press(client, dispute, "take")

    press(client, dispute, "decide", verdict="dismissed", reason="Nothing found.", against=bert.pk)

    dispute.refresh_from_db()
    assert dispute.verdict == "dismissed"
    assert not Sanction.objects.exists()


def test_a_player_who_comes_second_reads_who_has_it(reader: Reader, staff: Staff, iris: User, dispute: Dispute) -> None:
    press(reader(iris), dispute, "take")
    jonas = reader(staff("jonas", "arbiter"))

    with unchanged():
        take = press(jonas, dispute, "take")
        decide = press(jonas, dispute, "decide", verdict="draw", reason="Seen.")

    assert (take.status_code, decide.status_code) == (409, 409)
    assert "iris is already looking at this case." in messages_in(take)
    page = jonas.get(page_of(dispute))
    assert "iris is looking at this case." in text_of(page)
    assert "Take over the case" not in text_of(page)
    assert 'name="verdict"' not in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_arbiters_at_once_and_there_is_one_verdict(reader: Reader, staff: Staff, dispute: Dispute) -> None:
    clients = [reader(staff(name, "arbiter")) for name in ("iris", "jonas")]

    def decide(client: Client, verdict: str) -> int:
        press(client, dispute, "take")
        return int(press(client, dispute, "decide", verdict=verdict, reason="Seen.").status_code)

    answers = at_once(*map(partial, (decide, decide), clients, ("white_won", "black_won")))

    assert sorted(map(str, answers)) == ["302", "409"]
    assert AuditEntry.objects.filter(action="decide").count() == 1
    assert fresh(dispute.game).result == {302: "1-0", 409: "0-1"}[answers[0]]  # type: ignore[index]


def test_an_arbiter_does_not_find_what_is_about_themselves(
    reader: Reader, bert: User, begin: Begin, anna: User
) -> None:
    abuse = filing.open_dispute(begin().number, anna, category="abuse", text="He calls me names.")
    User.objects.filter(pk=bert.pk).update(is_staff=True)
    bert.groups.add(Group.objects.get(name="arbiter"))
    client = reader(bert)

    assert client.get(page_of(abuse)).status_code == 404
    assert press(client, abuse, "take").status_code == 404
    assert not client.get(QUEUE).context["cl"].result_list


def test_an_appeal_is_for_another_arbiter(reader: Reader, iris: User, bert: User, dispute: Dispute) -> None:
    client = reader(iris)
    press(client, dispute, "take")
    press(client, dispute, "decide", verdict="draw", reason="Seen.")
    appeal = filing.appeal(dispute.number, bert, text="I was winning.")

    page = client.get(page_of(appeal))
    with unchanged():
        answer = press(client, appeal, "take")

    assert "One of your decisions in this game has been appealed, so somebody else has to decide." in text_of(page)
    assert answer.status_code == 403


def test_an_appeal_shows_what_it_attacks(
    reader: Reader, staff: Staff, iris: User, bert: User, dispute: Dispute
) -> None:
    client = reader(iris)
    press(client, dispute, "take")
    press(client, dispute, "decide", verdict="draw", reason="Seen on the board.")
    appeal = filing.appeal(dispute.number, bert, text="I was winning.")

    page = reader(staff("jonas", "arbiter")).get(page_of(appeal))

    shown = text_of(page).partition("The decision under appeal")[2]
    assert f'href="{page_of(dispute)}"' in page.content.decode()
    for said in ("opened by anna", "Nobody can win this.", "2 of 3", "The marked half-moves"):
        assert said in shown
    for said in ("The game is a draw.", "by iris", "Seen on the board."):
        assert said in shown
    assert "The decision under appeal" not in text_of(client.get(page_of(dispute)))


def test_whose_verdict_was_appealed_hands_back_what_else_they_have_of_the_game(
    reader: Reader, staff: Staff, iris: User, anna: User, bert: User, dispute: Dispute
) -> None:
    client, colleague = reader(iris), reader(staff("jonas", "arbiter"))
    press(client, dispute, "take")
    press(client, dispute, "decide", verdict="dismissed", reason="Play on.")
    beside = filing.open_dispute(dispute.game_id, bert, category="other", text="She writes on paper.")
    press(client, beside, "take")
    filing.appeal(dispute.number, anna, text="Nobody can win this.")

    page = client.get(page_of(beside))
    with unchanged():
        verdict = press(client, beside, "decide", verdict="white_won", reason="Enough.")

    assert "One of your decisions in this game has been appealed, so somebody else has to decide." in text_of(page)
    assert (verdict.status_code, 'value="white_won"' in page.content.decode()) == (403, False)
    assert press(client, beside, "hand-back").status_code == 302
    assert text_of(client.get(QUEUE)).count("for another arbiter") == 2
    assert "for another arbiter" not in text_of(colleague.get(QUEUE))
    assert press(client, beside, "take").status_code == 403
    assert press(colleague, beside, "take").status_code == 302


def test_notes_are_for_staff_and_in_the_book(reader: Reader, iris: User, anna: User, dispute: Dispute) -> None:
    client = reader(iris)

    press(client, dispute, "note", text="Ask Jonas about this one.")
    with unchanged():
        nothing, long = press(client, dispute, "note", text=" "), press(client, dispute, "note", text="x" * 2001)

    assert "Ask Jonas about this one." in text_of(client.get(page_of(dispute)))
    assert (nothing.status_code, long.status_code) == (400, 400)
    assert DisputeNote.objects.get().author == iris
    assert AuditEntry.objects.exclude(LOOKS).get().action == "note"
    assert "Ask Jonas" not in reader(anna).get(f"/games/{dispute.game_id}/").content.decode()


def test_what_a_helper_makes_urgent_comes_first_with_their_reason(
    staff: Staff, reader: Reader, begin: Begin, iris: User, anna: User, bert: User, dispute: Dispute
) -> None:
    later = filing.open_dispute(begin().number, anna, category="other", text="He was rude to me elsewhere.")
    helper, arbiter = reader(staff("helga", "helper")), reader(iris)
    order = [case.number for case in helper.get(QUEUE).context["cl"].result_list]

    done = press(helper, later, "escalate", reason="He says where she lives.")

    assert (order, done.status_code) == ([dispute.number, later.number], 302)
    queue = arbiter.get(QUEUE)
    assert [case.number for case in queue.context["cl"].result_list] == [later.number, dispute.number]
    assert queue.context["counts"] | {"mine": 0} == {
        "waiting": 2,
        "urgent": 1,
        "overdue": 0,
        "frozen": 1,
        "appeals": 0,
        "mine": 0,
    }
    (urgent,) = arbiter.get(f"{QUEUE}?urgency=urgent").context["cl"].result_list
    assert urgent == later
    assert "something else urgent" in text_of(queue)
    page = arbiter.get(page_of(later))
    assert "urgent: helga" in text_of(page)
    assert text_of(page).count("He says where she lives.") == 2
    assert "helga has marked it as urgent" in text_of(page)
    assert 'name="reason" rows="3"' not in page.content.decode()

    press(arbiter, later, "take")
    press(arbiter, later, "hand-back")

    assert "urgent: helga" not in text_of(arbiter.get(page_of(later)))
    for player in (anna, bert):
        for address in (f"/disputes/{later.number}/", f"/games/{later.game_id}/"):
            assert "where she lives" not in text_of(reader(player).get(address))


def test_what_cannot_be_made_urgent_says_why_and_keeps_the_words(
    staff: Staff, reader: Reader, iris: User, dispute: Dispute
) -> None:
    helper = reader(staff("helga", "helper"))
    with unchanged():
        wordless = press(helper, dispute, "escalate", reason=" ")
        long = press(helper, dispute, "escalate", reason="x" * 2001)
    press(helper, dispute, "escalate", reason="He threatens her.")
    with unchanged():
        again = press(helper, dispute, "escalate", reason="Look at this!")
    press(reader(iris), dispute, "take")
    with unchanged():
        taken = press(helper, dispute, "escalate", reason="Look at this!")

    assert [answer.status_code for answer in (wordless, long, again, taken)] == [400, 400, 409, 409]
    assert "x" * 2001 in long.content.decode()
    assert "This case is already marked as urgent." in text_of(again)
    assert "Iris is already looking at this case." in text_of(taken)


@pytest.mark.django_db(transaction=True)
def test_two_helpers_at_once_make_it_urgent_once(staff: Staff, reader: Reader, dispute: Dispute) -> None:
    clients = [reader(staff(name, "helper")) for name in ("helga", "horst")]

    def escalate(client: Client) -> int:
        return int(press(client, dispute, "escalate", reason="He threatens her.").status_code)

    answers = at_once(*(partial(escalate, client) for client in clients))

    assert sorted(map(str, answers)) == ["302", "409"]
    assert AuditEntry.objects.filter(action="escalate").count() == DisputeNote.objects.count() == 1
    assert audit_log.first_break() is None


def test_the_clocks_are_stopped_by_hand_where_the_dispute_has_not_done_it(
    reader: Reader, iris: User, begin: Begin, anna: User, bert: User, dispute: Dispute
) -> None:
    stalling = filing.open_dispute(begin().number, anna, category="stalling", text="He waits for me to die.")
    client = reader(iris)
    waiting = client.get(page_of(stalling))
    for case in (stalling, dispute):
        press(client, case, "take")
    running, standing = (client.get(page_of(case)) for case in (stalling, dispute))
    with unchanged():
        wordless = press(client, stalling, "hold", reason=" ")
        long = press(client, stalling, "hold", reason="x" * 2001)
        again = press(client, dispute, "hold", reason="Nobody should move.")

    done = press(client, stalling, "hold", reason="Every answer comes in the last hour.")

    has_button = ["Stop the clocks" in text_of(page) for page in (waiting, running, standing)]
    assert has_button == [False, True, False]
    assert [answer.status_code for answer in (wordless, long, again, done)] == [400, 400, 409, 302]
    assert "x" * 2001 in long.content.decode()
    assert "The clocks cannot be stopped" in text_of(again)
    page = text_of(client.get(page_of(stalling)))
    assert "iris has stopped the clocks" in page
    assert ("clocks stopped until" in page, "Stop the clocks" in page) == (True, False)
    assert fresh(stalling.game).is_frozen(now=timezone.now())
    hers = text_of(reader(anna).get(f"/disputes/{stalling.number}/"))
    assert "An arbiter has stopped the clocks." in hers
    for player in (anna, bert):
        seen = text_of(reader(player).get(f"/games/{stalling.game_id}/"))
        assert "Disputed game: " in seen
        assert "last hour" not in seen + hers


def test_a_case_that_is_not_there(reader: Reader, iris: User) -> None:
    client = reader(iris)

    answers = [client.get(f"{QUEUE}{number}/change/").status_code for number in ("1", "x", "9" * 30, "%00")]

    assert answers == [404] * 4
    assert client.post(f"{QUEUE}1/take/do/").status_code == 404
    assert client.get(f"{QUEUE}1/take/do/").status_code == 405


def test_actions_want_a_token_against_forgery(iris: User, dispute: Dispute) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(iris)

    with unchanged():
        assert press(client, dispute, "take").status_code == 403


def test_the_book_says_until_when_the_clocks_were_stopped_and_why(
    reader: Reader, iris: User, begin: Begin, anna: User
) -> None:
    stalling = filing.open_dispute(begin().number, anna, category="stalling", text="He waits for me to die.")
    client = reader(iris)
    press(client, stalling, "take")

    press(client, stalling, "hold", reason="Every answer comes in the last hour.")

    page, held_until = text_of(client.get(page_of(stalling))), fresh(stalling.game).frozen_until
    assert held_until is not None
    with timezone.override(iris.time_zone):
        until = moment(held_until)
    assert words(f"Every answer comes in the last hour. stopped by a dispute until: {until}") in page


def test_the_case_shows_what_is_known_of_clocks_offers_and_players(
    reader: Reader, iris: User, anna: User, bert: User, dispute: Dispute
) -> None:
    send_message(dispute.game_id, bert, "Play on.")
    event, now = Event.objects.filter(game=dispute.game, type="draw_offered").get(), timezone.now()
    Delivery.objects.create(event=event, user=bert, channel="email", next_attempt_at=now, status="sent", sent_at=now)
    assignment.take_case(dispute.number, iris)

    page = reader(iris).get(page_of(dispute))

    assert [(sent.to, sent.status) for sent in page.context["page"].notifications] == [(bert, "sent")]
    text = text_of(page)
    for part in ("Both players", "declined", "without comment", "Play on.", "half-moves with their times"):
        assert part in text
    assert "All of them led to the same position with the same side to move." in text


def test_the_case_shows_how_both_players_behave_side_by_side(
    reader: Reader, staff: Staff, anna: User, bert: User, dispute: Dispute
) -> None:
    now = timezone.now()
    for _game in range(4):
        won(anna, bert, at=now)
    late = lost_on_time(anna, bert, at=now)
    Dispute.objects.update(evidence={})
    client = reader(staff("hilde", "helper"))

    page = client.get(page_of(dispute))

    text, lost = text_of(page), f'1:<a href="/games/{late.number}/">{late.number}</a>'
    for row in (
        "anna White bert Black",
        "Draw offers ≠ 1 0",
        "Lost on time ≠ 1 of the last 5 games 0 of the last 5 games",
        "Reliability ≠ 90% 100%",
        "Games 6 6 Late answers when behind – – Late answers otherwise",
        "Draw offers per game ≠ 0.2 0.0",
        f"Lost on time ≠ 1: {late.number} 0",
        "Aborted by the player 0 0 Messages reported by opponents 0 0",
    ):
        assert words(row) in text
    assert lost in markup_of(page)
    assert client.get(f"/games/{late.number}/").status_code == 200


def test_what_was_known_when_a_case_was_opened_stands_below_what_is_known_now(
    reader: Reader, iris: User, anna: User, bert: User, dispute: Dispute
) -> None:
    client = reader(iris)
    with timezone.override(iris.time_zone):
        at = moment(dispute.opened_at)
    before = text_of(client.get(page_of(dispute)))
    lost_on_time(anna, bert, at=timezone.now())
    event = Event.objects.filter(game=dispute.game).latest("id")
    for channel, status in (("email", "failed"), ("push", "sent")):
        Delivery.objects.create(
            event=event, user=anna, channel=channel, status=status, next_attempt_at=event.created_at
        )

    after = text_of(client.get(page_of(dispute)))
    Dispute.objects.filter(pk=dispute.pk).update(evidence={})
    without = text_of(client.get(page_of(dispute)))

    assert words(f"the same as when the case was opened ({at}).") in before
    assert words(f"different when the case was opened ({at}), the old ones are in brackets.") in after
    assert words("Lost on time ≠ 1 of 1 game (then: 0 of the last 0 games) 0 of 1 game (then: 0") in after
    assert words("Notifications ≠ not delivered: 1, sent: 1 (then: –) –") in after
    assert words("Draw offers ≠ 1 0") in after
    assert "then:" not in before + without


def test_an_arbiter_learns_nothing_about_cases_of_their_own_games(
    reader: Reader, iris: User, anna: User, begin: Begin, dispute: Dispute
) -> None:
    game = begin()
    Game.objects.filter(pk=game.pk).update(black=iris)
    about_iris = filing.open_dispute(game.number, anna, category="abuse", text="She calls me names.")
    other = filing.open_dispute(begin().number, anna, category="abuse", text="He calls me names.")

    page = reader(iris).get(page_of(dispute)).content.decode()

    assert f"№ {other.number}<" in page
    assert f"№ {about_iris.number}<" not in page


def test_the_whole_game_is_checked(reader: Reader, staff: Staff, bert: User, dispute: Dispute) -> None:
    address = f"{QUEUE}{dispute.number}/report/"

    page = reader(staff("hilde", "helper")).get(address)
    outsider = reader(staff("admin", "administrator")).get(address)
    User.objects.filter(pk=bert.pk).update(is_staff=True)
    bert.groups.add(Group.objects.get(name="arbiter"))
    player = reader(bert).get(address)

    assert (page.status_code, outsider.status_code, player.status_code) == (200, 403, 404)
    for part in ("Is the game valid?", "the stored moves begin here", "2 times: after half-moves", "limit 3"):
        assert part in text_of(page)
    assert "Value of the last position" in text_of(page)


# --- What nobody can do -----------------------------------------------------------------------------------------------


def test_a_frozen_result_is_changed_by_no_form_no_action_and_no_call(
    reader: Reader, staff: Staff, anna: User, dispute: Dispute
) -> None:
    root, game = reader(staff("root", "superuser")), dispute.game
    forged = {"result": "1-0", "status": "finished", "termination": "adjudication", "_save": "Save"}
    bulk = {"action": "delete_selected", "_selected_action": [game.pk], "post": "yes", **forged}

    with unchanged():
        for table, pk in (("core/game", game.pk), ("disputes/dispute", dispute.pk), ("time_off/freeze", dispute.pk)):
            assert root.post(f"/admin/{table}/{pk}/change/", forged).status_code == 403
            assert root.post(f"/admin/{table}/{pk}/delete/", {"post": "yes"}).status_code == 403
            root.post(f"/admin/{table}/", bulk)
            root.post(f"/admin/{table}/", {**bulk, "form-0-result": "1-0", "form-TOTAL_FORMS": 1})
        calls = [
            reader(anna).generic(method, f"/api/v1/games/{game.number}/", '{"result": "1-0"}', "application/json")
            for method in ("PUT", "PATCH", "DELETE", "POST")
        ]
    assert {call.status_code for call in calls} <= {403, 405}
    assert all(each.actions in (None, []) for model, each in admin.site._registry.items() if model is Dispute)


def test_a_verdict_without_taking_the_case_is_refused(reader: Reader, iris: User, dispute: Dispute) -> None:
    with unchanged():
        answer = press(reader(iris), dispute, "decide", verdict="draw", reason="Seen.")

    assert answer.status_code == 409
    assert "Take the case before you decide it." in messages_in(answer)


def test_the_board_has_the_last_word(reader: Reader, iris: User, begin: Begin, anna: User) -> None:
    game = begin()
    ended = resign(game.number, anna)
    dispute = filing.open_dispute(ended.number, anna, category="other", text="I did not mean to.")
    Game.objects.filter(pk=game.pk).update(termination="stones")
    client = reader(iris)
    press(client, dispute, "take")

    page = client.get(page_of(dispute))
    with unchanged():
        answer = press(client, dispute, "decide", verdict="draw", reason="Seen.")

    assert "This game was decided on the board" in text_of(page)
    assert 'value="draw"' not in page.content.decode().split("<fieldset", 1)[1]
    assert answer.status_code == 409


def test_what_a_case_costs(
    reader: Reader, iris: User, anna: User, bert: User, dispute: Dispute,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    client = reader(iris)
    for _game in range(3):
        lost_on_time(anna, bert, at=timezone.now())
    assignment.take_case(dispute.number, iris)
    client.get(page_of(dispute))
    session, user, rights, case, moves, others, notes, book = 1, 1, 2, 1, 1, 1, 1, 1
    following, similar, review = 1, 1, 1
    clock, offers, notifications, messages, sanctions, cases, players = 3, 2, 1, 1, 1, 1, 2 * 2
    # Who began the abortion of a game is asked where there is one.
    behaviour_statistics = 2 * 4
    # That it was looked at is in the audit log already.
    looks = 2
    evidence = clock + offers + notifications + messages + sanctions + cases + players + behaviour_statistics

    page = session + user + rights + case + moves + others + notes + book + following + similar + review
    with django_assert_num_queries(page + evidence + looks):
        client.get(page_of(dispute))


def test_a_text_for_a_player_whom_nobody_warns_is_refused_and_kept(
    reader: Reader, iris: User, dispute: Dispute
) -> None:
    client = reader(iris)
    press(client, dispute, "take")

    with unchanged():
        for verdict in ("draw", "dismissed"):
            answer = press(client, dispute, "decide", verdict=verdict, reason="It is even.", warning="Be polite.")
            assert answer.status_code == 422
            assert "Nobody is warned with this decision." in text_of(answer)
            assert "Be polite." in answer.content.decode()


# --- What the players read --------------------------------------------------------------------------------------------


def test_each_player_reads_a_ready_reason_in_their_own_language(
    reader: Reader, iris: User, anna: User, bert: User, dispute: Dispute
) -> None:
    client = reader(iris)
    User.objects.filter(pk=bert.pk).update(language="de")
    press(client, dispute, "take")
    press(client, dispute, "decide", verdict="draw", ready="no_progress")

    pages = {
        code: text_of(reader(user).get(f"/disputes/{dispute.number}/")) for code, user in (("en", anna), ("de", bert))
    }

    for code, page in pages.items():
        assert StandardReason.NO_PROGRESS.in_language(code) in page


def test_only_the_warned_player_reads_the_text_of_the_warning(
    reader: Reader, iris: User, anna: User, bert: User, dispute: Dispute
) -> None:
    client = reader(iris)
    press(client, dispute, "take")
    press(client, dispute, "decide", verdict="draw", reason="It is even.", against=bert.pk, warning="Answer offers.")

    of_anna, of_bert, of_staff = (
        text_of(reader(anna).get(f"/disputes/{dispute.number}/")) + text_of(reader(anna).get("/disputes/")),
        text_of(reader(bert).get("/disputes/")),
        text_of(client.get(page_of(dispute))),
    )

    assert Sanction.objects.get().reason == "Answer offers."
    assert Dispute.objects.get(pk=dispute.pk).reason == "It is even."
    assert "It is even." in of_anna
    assert "Answer offers." not in of_anna
    assert "Answer offers." in of_bert
    assert "reason for the player: Answer offers." in of_staff
    assert checks.problems() == []
