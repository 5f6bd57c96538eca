"""The pages of records that people bring along: what is taken, what is refused and where, and whose they are."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games.analysis import records
from games.analysis.models import Record
from games.analysis.pages.views import records as views_records
from kit.downloads import SLOTS
from tests.support.pages import Reader, next_page
from tests.support.playing import unchanged
from tests.support.reading import heading, markup_of, messages_in, mistakes, text_of

Page = Any
PAGE = "/records/"
TEXT = """[Event "Club evening"]
[Date "2026.01.??"]
[White "Gerda"]
[Black "Wilfried"]
[Round "-"]

1. d6 f4 2. d2 b4 3. a7 1-0
"""
PLAYOK = "1. 1 19 2. 2 21 3. 3x19 *"
WRONG = "1. d6 f4 *\n\n1. d6 d6 *\n\n1. d9 *"


@pytest.fixture
def kept(anna: User) -> Record:
    """A record of Anna's, five half-moves long."""
    (record,) = records.import_records(anna, TEXT, rules="standard")
    return record


def a_file(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("games.pgn", content, content_type="application/x-chess-pgn")


def stones(page: Page) -> int:
    return len(re.findall(r'<g class="board__stone ', page.content.decode()))


# --- Bringing games along ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [{"written": TEXT}, {"file": a_file(b"\xef\xbb\xbf" + TEXT.encode())}])
def test_one_game_is_kept_and_shown(reader: Reader, anna: User, sent: dict[str, object]) -> None:
    browser = reader(anna)

    answer = browser.post(PAGE, {"rules": "standard", **sent})

    record = Record.objects.get(owner=anna)
    assert answer.headers["Location"] == f"{PAGE}{record.number}/"
    page = browser.get(answer.headers["Location"])
    assert heading(page) == "Gerda – Wilfried"
    for words in ("1 game imported.", "1-0 · Standard · 5 half-moves · Jan 2026", "Event Club evening"):
        assert words in text_of(page)
    assert "Round" not in text_of(page)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ('[TimeControl "1/259200"]', "3 days per move"),
        ('[TimeControl "259200+86400"]\n[TimeControlCap "604800"]', "3 days + 1 day per move (max. 7 days)"),
        ('[TimeControl "2592000"]', "30 days for the whole game"),
        ('[TimeControl "300"]', "5 minutes for the whole game"),
    ],
)
def test_a_record_says_its_time_control_in_words(reader: Reader, anna: User, tags: str, words: str) -> None:
    (record,) = records.import_records(anna, f"{tags}\n1. d6 *", rules="standard")

    page = reader(anna).get(f"{PAGE}{record.number}/")

    assert f"1 half-move · {words} " in text_of(page)


def test_a_time_control_of_no_kind_is_among_the_tags_alone(reader: Reader, anna: User) -> None:
    (record,) = records.import_records(anna, '[TimeControl "300+3"]\n1. d6 *', rules="standard")

    text = text_of(reader(anna).get(f"{PAGE}{record.number}/"))

    assert "Time control 300+3" in text
    assert "half-move · " not in text


def test_usual_tags_have_names_and_other_tags_their_own(anna: User) -> None:
    text = '[Board "7"]\n[Place "Ulm"]\n[Date "2026.05.??"]\n[Site "Bern"]\n1. d6 *'
    (record,) = records.import_records(anna, text, rules="standard")

    assert record.shown_tags == [("Place", "Bern"), ("Date", "May 2026"), ("Board", "7"), ("Place", "Ulm")]
    with translation.override("de"):
        assert record.shown_tags == [("Ort", "Bern"), ("Datum", "Mai 2026"), ("Board", "7"), ("Place", "Ulm")]


def test_many_games_lead_to_the_list(reader: Reader, anna: User) -> None:
    browser = reader(anna)

    answer = browser.post(PAGE, {"written": f"{PLAYOK}\n1. d6 *", "rules": "classic"})

    assert (answer.headers["Location"], messages_in(answer)) == (PAGE, ["2 games imported."])
    assert set(Record.objects.values_list("notation", "rules")) == {("playok", "classic"), ("pgn", "classic")}


def test_what_is_wrong_is_named_by_line_and_the_file_can_be_mended_on_the_page(reader: Reader, anna: User) -> None:
    with unchanged():
        page = reader(anna).post(PAGE, {"file": a_file(WRONG.encode()), "rules": "applet"})

    assert page.status_code == 422
    for words in (
        "2 of 3 games could not be imported, so nothing was stored.",
        "Game 2, line 3, half-move 2 : d6 is occupied",
        "Game 3, line 5, half-move 1 :",
    ):
        assert words in text_of(page)
    assert page.context["form"]["written"].value() == WRONG
    assert page.context["form"]["rules"].value() == "applet"


@pytest.mark.parametrize(
    ("sent", "field", "words"),
    [
        ({}, "written", "Paste a game record, or choose a file."),
        ({"written": "  \n"}, "written", "Paste a game record, or choose a file."),
        ({"file": a_file(b"\xff\xfe1. d6")}, "file", "The file is not text in UTF-8."),
        ({"file": a_file(b"x" * 300_001)}, "file", "The file is too large."),
        ({"file": a_file(b"")}, "file", "The submitted file is empty."),
        ({"written": "1. d6 *", "file": a_file(b"1. d7 *")}, "file", "Please use only one: the text above or a file."),
        ({"written": "1. d6 *", "rules": "none"}, "rules", ""),
        ({"written": "1. d6 \x00*"}, "written", "Null characters are not allowed."),
    ],
)
def test_a_form_that_says_nothing_or_too_much_is_shown_again(
    reader: Reader, anna: User, sent: dict[str, object], field: str, words: str
) -> None:
    with unchanged():
        page = reader(anna).post(PAGE, {"rules": "standard", **sent})

    assert page.status_code == 422
    assert list(mistakes(page)) == [field]
    assert words in mistakes(page)[field][0]


@pytest.mark.parametrize("text", ["{a remark and nothing else}", "1. d6 \x1b[31m *", "1. d6 * " * 501])
def test_a_text_that_is_no_record_is_refused_in_words(reader: Reader, anna: User, text: str) -> None:
    with unchanged():
        page = reader(anna).post(PAGE, {"written": text, "rules": "standard"})

    assert page.status_code == 422
    assert 'id="refusal"' in page.content.decode()


def test_there_is_room_for_so_many(reader: Reader, anna: User, kept: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_RECORDS", 1)

    page = reader(anna).post(PAGE, {"written": "1. d6 *", "rules": "standard"})

    assert "You already have 1 imported games (the limit is 1). Please delete some first." in text_of(page)


def test_imports_count_as_calls_of_the_api(reader: Reader, anna: User, settings: Settings) -> None:
    rates = {"guest": "7/minute", "user": "7/minute", "pictures": "7/minute"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    browser = reader(anna)

    answers = [browser.post(PAGE, {"written": "1. d6 *", "rules": "standard"}) for _time in range(2)]

    assert [answer.status_code for answer in answers] == [302, 429]
    assert int(answers[1].headers["Retry-After"]) <= 60
    assert Record.objects.count() == 1


# --- The list, and one of them ----------------------------------------------------------------------------------------


def test_the_list_has_pages(reader: Reader, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views_records, "RECORDS_A_PAGE", 2)
    records.import_records(anna, '[White "a"]\n*\n[White "b"]\n*\n[Event "Nameless"]\n*', rules="standard")

    answer = reader(anna).get(PAGE)
    first, second = text_of(answer), text_of(reader(anna).get(PAGE + next_page(answer)))

    assert ("Nameless" in first, "b – ?" in first, "a – ?" in first) == (True, True, False)
    assert "a – ?" in second


def test_the_list_costs_the_same_however_long_it_is(
    reader: Reader, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = reader(anna)
    records.import_records(anna, "1. d6 * " * 10, rules="standard")
    browser.get(PAGE)

    # Session, reader, the news and the bell of the masthead (5), page.
    with django_assert_num_queries(7):
        browser.get(PAGE)


def test_the_board_stands_after_the_half_move_that_is_asked_for(reader: Reader, anna: User, kept: Record) -> None:
    browser, address = reader(anna), f"{PAGE}{kept.number}/"

    pages = {ply: browser.get(address, {"ply": ply}) for ply in ("0", "2", "5", "77", "x")}

    assert {ply: stones(page) for ply, page in pages.items()} == {"0": 0, "2": 2, "5": 5, "77": 5, "x": 5}
    assert "Black to move. 5/5" in text_of(pages["x"])
    assert f'<form id="line" method="get" action="{address}#board">' in markup_of(pages["2"])
    assert 'form="line" name="ply" value="3" data-travel="forward"' in markup_of(pages["2"])
    assert 'href="?ply=2#board" aria-current="true">f4</a>' in markup_of(pages["2"])
    assert f'href="/analysis/?record={kept.number}&amp;ply=2"' in markup_of(pages["2"])


def test_the_analysis_board_replays_it(reader: Reader, anna: User, kept: Record) -> None:
    page = reader(anna).get("/analysis/", {"record": str(kept.number), "ply": "2"})

    assert stones(page) == 2
    assert [move for _ply, move, _after in page.context["page"].line.steps][-1].notation == "a7"


def test_title_and_note_are_changed(reader: Reader, anna: User, kept: Record) -> None:
    browser, address = reader(anna), f"{PAGE}{kept.number}/"

    answer = browser.post(address, {"title": " My best ", "note": "Black slept."})
    with unchanged():
        refused = browser.post(address, {"title": "\u202eabc", "note": ""})
        too_long = browser.post(address, {"title": "x" * 201})

    kept.refresh_from_db()
    assert (kept.title, kept.note, messages_in(answer)) == ("My best", "Black slept.", ["Your changes are saved."])
    assert heading(browser.get(address)) == "My best"
    assert (refused.status_code, too_long.status_code) == (422, 422)
    assert "title" in mistakes(too_long)


def test_a_deleted_record_is_gone(reader: Reader, anna: User, kept: Record) -> None:
    browser = reader(anna)

    looked = browser.get(f"{PAGE}{kept.number}/delete/")
    assert (looked.headers["Location"], Record.objects.count()) == ("..", 1)
    browser.post(f"{PAGE}{kept.number}/delete/")

    assert browser.get(f"{PAGE}{kept.number}/").status_code == 404


# --- Whose they are ---------------------------------------------------------------------------------------------------

OF_A_RECORD = ["/records/{}/", "/records/{}/download/", "/analysis/?record={}"]


def test_nobody_else_finds_it(reader: Reader, bert: User, kept: Record) -> None:
    browser = reader(bert)

    with unchanged():
        found = {address: browser.get(address.format(kept.number)).status_code for address in OF_A_RECORD}
        found["note"] = browser.post(f"{PAGE}{kept.number}/", {"title": "mine"}).status_code
        found["delete"] = browser.post(f"{PAGE}{kept.number}/delete/").status_code

    assert set(found.values()) == {404}
    assert "Gerda" not in text_of(browser.get(PAGE))


def test_a_guest_is_asked_who_they_are(client: Client, kept: Record) -> None:
    addresses = [PAGE, f"{PAGE}download/", *(address.format(kept.number) for address in OF_A_RECORD[:2])]

    answers = [client.get(address) for address in addresses] + [client.post(f"{PAGE}{kept.number}/delete/")]

    assert {answer.headers["Location"].partition("?")[0] for answer in answers} == {"/accounts/login/"}
    assert client.get(f"/analysis/?record={kept.number}").status_code == 404


# --- Downloads --------------------------------------------------------------------------------------------------------


def sent(page: Page) -> str:
    content: bytes = b"".join(page) if page.streaming else page.content
    return content.decode()


@pytest.mark.parametrize(("notation", "move"), [("pgn", "1. d6 f4"), ("playok", "1. 5 14"), ("", "1. d6 f4")])
def test_one_or_all_are_downloaded(reader: Reader, anna: User, kept: Record, notation: str, move: str) -> None:
    browser = reader(anna)

    one = browser.get(f"{PAGE}{kept.number}/download/", {"notation": notation})
    all_of_them = browser.get(f"{PAGE}download/", {"notation": notation})

    assert one.headers["Content-Disposition"] == f'attachment; filename="record-{kept.number}.pgn"'
    assert move in sent(one)
    assert sent(all_of_them).strip() == sent(one).strip()


def test_a_second_download_at_a_time_is_refused_in_words(reader: Reader, anna: User, kept: Record) -> None:
    slot = SLOTS.take(anna.pk, address="")
    try:
        answer = reader(anna).get(f"{PAGE}download/")
    finally:
        slot.release()

    assert answer.headers["Location"] == PAGE
    assert messages_in(answer) == ["You already have a download in progress. Please wait until it has finished."]


@pytest.mark.parametrize(
    ("tag", "language", "shown"),
    [
        ("2026.01.17", "en", "17 Jan 2026"),
        ("2026.01.17", "de", "17.\xa0Jan. 2026"),
        ("2026.01.??", "de", "Jan. 2026"),
        ("2026.??.??", "en", "2026"),
        ("????.??.??", "en", ""),
        ("2026.02.31", "en", "2026.02.31"),
        ("in spring", "en", "in spring"),
        ("99999999999.01.01", "en", "99999999999.01.01"),
    ],
)
def test_the_date_of_a_record_is_shown_in_words(tag: str, language: str, shown: str) -> None:
    with translation.override(language):
        assert Record(tags={"Date": tag}).shown_date == shown
