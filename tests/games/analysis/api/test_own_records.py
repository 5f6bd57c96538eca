"""Records that people bring along: what is read, what is refused and where, whose they are, and how they come back."""

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.analysis import records
from games.analysis.models import Record
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from muehle import RULESETS
from tests.support.api import Api, ApiClient, refused
from tests.support.playing import play, unchanged

STONES = "c5 a7 a4 g7 d5 d7xa4 e5xd7 d7xd5 d5xd7 d7xe5 e5xg7 g7xc5 c5xa7 a7xe5 e5xg7 g7xc5 c5xg7 g7xe5"
PLAYOK = """[Event "PlayOK"]\r
[Date "2026.01.05"]\r
[White "mill_fan"]\r
[Black "the \\"quiet\\" one"]\r
[Result "1-0"]\r
\r
1. 1 19 2. 2 21\r
3. 3x19 1-0\r
"""
APART = "\ufeff1. a7 b2 {so far (so good} 2. d7 f2 (2... f4 3. g7) $1 3. g7! 3... xb2 *"
Begin = Callable[..., Game]


def imported(client: ApiClient, text: str, **more: object) -> list[dict[str, Any]]:
    answer = client.send("records/", text=text, **more)
    assert answer.status_code == 201, answer.content
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


# --- Import -----------------------------------------------------------------------------------------------------------


def test_a_record_of_playok_is_kept_with_its_tags(api: Api, anna: User) -> None:
    (found,) = imported(api(anna), PLAYOK)

    whole = api(anna).read(f"records/{found['number']}/")
    assert (found["white"], found["black"], found["event"]) == ("mill_fan", 'the "quiet" one', "PlayOK")
    assert (found["result"], found["termination"], found["ply"]) == ("1-0", None, 5)
    assert (found["notation"], found["rules"], found["date"]) == ("playok", "standard", "2026.01.05")
    assert whole["moves"] == ["a7", "b2", "d7", "f2", "g7xb2"]
    assert whole["position"] == "WWW.................B... b 6 7 0"
    assert "Result" not in whole["tags"]


def test_removals_apart_variations_and_notes_are_read(api: Api, anna: User) -> None:
    (found,) = imported(api(anna), APART)

    assert (found["notation"], found["ply"], found["result"]) == ("separate", 5, "*")


def test_many_games_of_one_text_are_stored_in_their_order(api: Api, anna: User) -> None:
    found = imported(api(anna), f'{PLAYOK}\n{STONES}\n[White "third"]\n[Variant "classic"]\n1. d6 *')

    assert [record["number"] for record in found] == sorted(record["number"] for record in found)
    assert [(record["rules"], record["result"], record["termination"]) for record in found] == [
        ("standard", "1-0", None),
        ("standard", "0-1", "stones"),
        ("classic", "*", None),
    ]


@pytest.mark.parametrize(
    ("result", "reason", "kept"),
    [
        ("1-0", "resignation", "resignation"),
        ("0-1", "timeout", "timeout"),
        ("1/2-1/2", "agreement", "agreement"),
        ("1-0", "time forfeit", None),
        ("1-0", "stones", None),
        ("1/2-1/2", "repetition", None),
        ("*", "resignation", None),
        ("*", "abort", "abort"),
    ],
)
def test_an_end_off_the_board_is_believed_and_one_on_the_board_is_not(
    api: Api, anna: User, result: str, reason: str, kept: str | None
) -> None:
    (found,) = imported(api(anna), f'[Termination "{reason}"]\n1. d6 f4 {result}')

    assert (found["result"], found["termination"]) == (result, kept)


def test_a_game_may_begin_with_a_position(api: Api, anna: User) -> None:
    start = "WW....B.......W......BBB w 0 0 0"

    (found,) = imported(api(anna), f'[Position "{start}"]\n1. g4-g7xc5 *')

    assert api(anna).read(f"records/{found['number']}/")["start"] == start


@pytest.mark.parametrize("rules", list(RULESETS))
def test_every_rule_set_is_played(api: Api, anna: User, rules: str) -> None:
    assert imported(api(anna), "1. d6 f4 *", rules=rules)[0]["rules"] == rules


def test_a_dry_run_says_the_same_and_stores_nothing(api: Api, anna: User) -> None:
    with unchanged():
        answer = api(anna).send("records/", text=PLAYOK, dry_run=True)

    (found,) = answer.json()["results"]
    assert answer.status_code == 200
    assert (found["number"], found["imported_at"], found["ply"]) == (None, None, 5)


def test_a_text_longer_than_other_bodies_is_taken(api: Api, anna: User) -> None:
    text = "\n".join(f'[White "{"x" * 90}"]\n{{{"y" * 400}}}\n1. d6 f4 *' for _game in range(200))
    assert len(text) > 64 * 1024

    assert len(imported(api(anna), text)) == 200


@pytest.mark.parametrize("media_type", ["application/x-muehle-pgn", "text/plain", "text/plain; charset=utf-8"])
def test_a_file_is_a_body(api: Api, anna: User, media_type: str) -> None:
    answer = api(anna).post(
        "/api/v1/records/?rules=classic", (b"\xef\xbb\xbf" + PLAYOK.encode()), content_type=media_type
    )

    (found,) = answer.json()["results"]
    assert answer.status_code == 201
    assert (found["white"], found["rules"], found["notation"]) == ("mill_fan", "classic", "playok")


def test_what_a_download_gives_can_be_sent_as_it_is(api: Api, anna: User, bert: User) -> None:
    (found,) = imported(api(anna), PLAYOK)
    text = api(anna).get(f"/api/v1/records/{found['number']}/", HTTP_ACCEPT="application/x-muehle-pgn")

    answer = api(bert).post("/api/v1/records/", text.content, content_type=text.headers["Content-Type"])

    assert answer.json()["results"][0]["white"] == "mill_fan"


def test_options_in_the_address_count_where_the_body_says_nothing(api: Api, anna: User) -> None:
    address = "/api/v1/records/?rules=classic&dry_run=true"
    dry = api(anna).post(address, {"text": "1. d6 *"}, format="json")
    stored = api(anna).post(address, {"text": "1. d6 *", "dry_run": False}, format="json")

    assert (dry.status_code, dry.json()["results"][0]["rules"]) == (200, "classic")
    assert (stored.status_code, Record.objects.count()) == (201, 1)


@pytest.mark.parametrize(
    ("query", "body", "status", "code"),
    [
        ("", b"\xff\xfe1. d6", 400, "malformed_body"),
        ("", b"", 400, "invalid"),
        ("", b"1. d6 \x00*", 400, "invalid"),
        ("", b"x" * 300_001, 400, "invalid"),
        ("", b"1. d6 d6 *", 422, "records_refused"),
        ("rules=none", b"1. d6 *", 400, "invalid"),
        ("title=x", b"1. d6 *", 400, "invalid"),
    ],
)
def test_a_file_that_cannot_be_taken_is_refused(
    api: Api, anna: User, query: str, body: bytes, status: int, code: str
) -> None:
    with unchanged():
        answer = api(anna).post(f"/api/v1/records/?{query}", body, content_type="text/plain")

    refused(answer, status, code)


def test_other_addresses_take_no_plain_text(api: Api, anna: User) -> None:
    refused(api(anna).post("/api/v1/positions/", "d6", content_type="text/plain"), 415, "unsupported_media_type")


# --- Refusals ---------------------------------------------------------------------------------------------------------


def test_of_a_text_with_mistakes_nothing_is_stored_and_each_is_named(api: Api, anna: User) -> None:
    text = f"{PLAYOK}\n1. d6\nd6 *\n\n1. d6 d9 *\n\n{STONES} a1 *\n\n{STONES} 1-0\n"

    with unchanged():
        problem = refused(api(anna).send("records/", text=text), 422, "records_refused")

    faults = [(fault["game"], fault["line"], fault["ply"], fault["reason"]) for fault in problem["faults"]]
    assert faults == [
        (2, 11, 2, "occupied"),
        (3, 13, 2, "no_move"),
        (4, 15, 19, "game_over"),
        (5, 17, 18, "wrong_result"),
    ]
    assert problem["faults"][0]["why"] == "d6 is occupied"
    assert problem["detail"] == "4 of 5 games could not be imported, so nothing was stored."


def test_reading_stops_at_the_fiftieth_mistake(api: Api, anna: User) -> None:
    for text in ("1. d6 *\n" + "1. d9 *\n" * 60, '{"moves": []}\n' + '{"moves": [1]}\n' * 60):
        problem = refused(api(anna).send("records/", text=text), 422, "records_refused")

        assert (problem["count"], problem["games"], len(problem["faults"])) == (50, 51, 50)


def test_in_german_the_mistakes_are_named_in_german(api: Api, anna: User) -> None:
    answer = api(anna).post("/api/v1/records/", {"text": "1. d6 d6 *"}, format="json", HTTP_ACCEPT_LANGUAGE="de")

    assert answer.json()["faults"][0]["why"] == "d6 ist besetzt"


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        ("", 400, "invalid"),
        ("   ", 400, "malformed_record"),
        ("{only a note}", 400, "malformed_record"),
        ("1. d6 \x1b[31m *", 400, "malformed_record"),
        ("1. d6 \x00 *", 400, "invalid"),
        ("x" * 300_001, 400, "invalid"),
        ("1. d6 * " * 501, 400, "too_many_games"),
        ("(" * 100_000, 422, "records_refused"),
        ("{" * 100_000, 422, "records_refused"),
        ("[" * 100_000, 422, "records_refused"),
        ("d6 " * 90_000, 422, "records_refused"),
        ("1. d6 f4 1-0 2-0", 422, "records_refused"),
        ('[Result "won"]\n1. d6', 422, "records_refused"),
        ('[Position "here"]\n1. d6 *', 422, "records_refused"),
        ('[Position "WWWWWWWWWWWW............ w 0 0 0"]\n*', 422, "records_refused"),
        ("".join(f'[T{n} "x"]\n' for n in range(41)) + "*", 422, "records_refused"),
        (f'[White "{"x" * 501}"]\n*', 422, "records_refused"),
        ('[White "\u202eanna"]\n*', 422, "records_refused"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_refused(api: Api, anna: User, text: str, status: int, code: str) -> None:
    with unchanged():
        refused(api(anna).send("records/", text=text), status, code)


def test_a_body_that_is_too_large_is_refused_and_others_keep_their_bound(api: Api, anna: User) -> None:
    refused(api(anna).send("records/", text="x" * 530_000), 413, "body_too_large")
    refused(api(anna).send("positions/", position="x" * 70_000), 413, "body_too_large")


def test_what_is_said_to_be_in_a_notation_must_be(api: Api, anna: User) -> None:
    problem = refused(api(anna).send("records/", text=APART, notation="pgn"), 422, "records_refused")

    assert [(fault["ply"], fault["reason"]) for fault in problem["faults"]] == [(5, "no_move")]


def test_there_is_room_for_so_many_records_and_no_more(
    api: Api, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MOST_RECORDS", 2)
    imported(api(anna), "1. d6 * 1. d7 *")

    with unchanged():
        problem = refused(api(anna).send("records/", text="1. a1 *"), 409, "too_many_records")

    assert (problem["count"], problem["most"]) == (2, 2)
    imported(api(bert), "1. a1 *")


# --- Whose they are ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "patch", "delete"])
def test_a_record_is_there_for_its_owner_alone(api: Api, anna: User, bert: User, method: str) -> None:
    (found,) = imported(api(anna), PLAYOK)

    with unchanged():
        answer = (
            getattr(api(bert), method)(f"/api/v1/records/{found['number']}/", {"title": "mine"}, format="json")
            if method != "get"
            else api(bert).get(f"/api/v1/records/{found['number']}/")
        )

    refused(answer, 404, "not_found")
    assert api(bert).read("records/")["results"] == []


def test_the_list_is_filtered_and_costs_two_queries(
    api: Api, anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = api(anna)
    imported(client, f'{PLAYOK}\n{STONES}\n[White "Third"]\n1. d6 *', rules="applet")
    client.read("records/")

    with django_assert_num_queries(2):
        found = client.read("records/", rules="applet")["results"]

    assert [record["white"] for record in found] == ["Third", "", "mill_fan"]
    assert [record["white"] for record in client.read("records/", player="third")["results"]] == ["Third"]
    assert [record["white"] for record in client.read("records/", result="0-1")["results"]] == [""]
    assert client.read("records/", rules="classic")["results"] == []


def test_title_and_note_are_changed_one_by_one(api: Api, anna: User) -> None:
    (found,) = imported(api(anna), PLAYOK)
    address = f"/api/v1/records/{found['number']}/"

    api(anna).patch(address, {"title": " The mill on ply 5 "}, format="json")
    changed = api(anna).patch(address, {"note": "Black slept."}, format="json").json()

    assert (changed["title"], changed["note"]) == ("The mill on ply 5", "Black slept.")


@pytest.mark.parametrize(("note", "code"), [("x" * 2001, "invalid"), ("\u202e", ""), ("a\u202eb", "malformed_text")])
def test_a_note_that_cannot_be_kept_is_refused(api: Api, anna: User, note: str, code: str) -> None:
    (found,) = imported(api(anna), PLAYOK)

    answer = api(anna).patch(f"/api/v1/records/{found['number']}/", {"note": note}, format="json")

    assert answer.status_code == (400 if code else 200)
    assert Record.objects.get().note == ""


def test_a_deleted_record_is_gone(api: Api, anna: User) -> None:
    (found,) = imported(api(anna), PLAYOK)

    assert api(anna).delete(f"/api/v1/records/{found['number']}/").status_code == 204
    refused(api(anna).get(f"/api/v1/records/{found['number']}/"), 404, "not_found")


# --- There and back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("notation", ["pgn", "playok", "separate"])
def test_a_record_comes_back_as_it_went_in(api: Api, anna: User, notation: str) -> None:
    start = "WW....B.......W......BBB w 0 0 0"
    text = f'[White "a \\"b\\" \\\\ c"]\n[Position "{start}"]\n[Termination "resignation"]\n1. g4-g7xc5 0-1'
    (first,) = imported(api(anna), text)
    address = f"/api/v1/records/{first['number']}/"

    back = api(anna).get(address, {"form": "pgn", "notation": notation})
    (second,) = imported(api(anna), back.content.decode())

    assert back.headers["Content-Type"] == "application/x-muehle-pgn; charset=utf-8"
    same = ("moves", "start", "position", "result", "termination", "rules", "white", "ply")
    data = [api(anna).read(f"records/{record['number']}/") for record in (first, second)]
    assert [data[0][name] for name in same] == [data[1][name] for name in same]


@pytest.mark.parametrize("notation", ["pgn", "playok", "separate"])
def test_a_game_of_this_server_can_be_downloaded_and_imported(
    api: Api, begin: Begin, anna: User, bert: User, notation: str
) -> None:
    ended, resigned = begin(), begin(Agreement(rules="classic"))
    play(ended, *STONES.split())
    play(resigned, "a7", "b2", "d7", "f2", "g7xb2")
    resign(resigned.number, bert)
    client = api(anna)
    client.get("/api/v1/players/anna/games/", {"form": "pgn", "order": "oldest", "notation": notation})

    found = imported(client, client.received.decode())

    assert [(record["result"], record["termination"], record["rules"]) for record in found] == [
        ("0-1", "stones", "standard"),
        ("1-0", "resignation", "classic"),
    ]
    assert [api(anna).read(f"records/{record['number']}/")["moves"] for record in found] == [
        STONES.split(),
        ["a7", "b2", "d7", "f2", "g7xb2"],
    ]


def test_all_records_are_downloaded_and_can_be_imported_again(
    api: Api, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "RECORDS_A_PIECE", 1)
    imported(api(anna), f"{PLAYOK}\n{STONES}")
    client = api(anna)

    client.get("/api/v1/records/export/")
    text = client.received.decode()
    client.get("/api/v1/records/export/", {"form": "ndjson"})
    lines = [json.loads(line) for line in client.received.splitlines()]

    assert [record["ply"] for record in imported(api(bert), text)] == [5, 18]
    assert lines == [api(anna).read(f"records/{line['number']}/") for line in lines]
    assert [line["ply"] for line in lines] == [5, 18]


def lines_of(client: ApiClient, address: str, **query: str) -> str:
    client.get(f"/api/v1/{address}", {"form": "ndjson", **query})
    return client.received.decode()


def import_lines(client: ApiClient, text: str) -> Any:
    return client.post("/api/v1/records/", text.encode(), content_type="application/x-ndjson")


def test_records_come_back_from_lines_of_json_as_they_were(api: Api, anna: User, bert: User) -> None:
    start = "WW....B.......W......BBB w 0 0 0"
    (first, _second) = imported(api(anna), f'{PLAYOK}\n[White "a\\"b"]\n[Position "{start}"]\n1. g4-g7xc5 0-1')
    notes = {"title": "Club", "note": "two\u2028lines\n{and} more"}
    api(anna).patch(f"/api/v1/records/{first['number']}/", notes, format="json")
    text = lines_of(api(anna), "records/export/")

    answer = import_lines(api(bert), text)

    assert answer.status_code == 201, answer.content
    assert len(text.splitlines()) == 2
    changing = {"number", "imported_at"}
    before, after = (
        [json.loads(line) for line in lines_of(api(each), "records/export/").splitlines()] for each in (anna, bert)
    )
    assert [{name: row[name] for name in row.keys() - changing} for row in before] == [
        {name: row[name] for name in row.keys() - changing} for row in after
    ]
    assert (after[0]["title"], after[0]["note"]) == (notes["title"], notes["note"])


@pytest.mark.parametrize("way", ["body", "json", "page"])
def test_games_of_this_server_can_be_imported_from_lines_of_json(
    api: Api, begin: Begin, anna: User, bert: User, reader: Callable[[User], Any], way: str
) -> None:
    ended, resigned, going = begin(), begin(Agreement(rules="classic")), begin()
    play(ended, *STONES.split())
    play(resigned, "a7", "b2", "d7", "f2", "g7xb2")
    resign(resigned.number, bert)
    play(going, "d6", "f4", "d2", "b4")
    text = lines_of(api(anna), "players/anna/games/", order="oldest")

    if way == "page":
        reader(anna).post("/records/", {"written": text, "rules": "standard"})
    else:
        answer = import_lines(api(anna), text) if way == "body" else api(anna).send("records/", text=text)
        assert answer.status_code == 201, answer.content

    found = [api(anna).read(f"records/{row.number}/") for row in Record.objects.order_by("number")]
    assert [(each["result"], each["termination"], each["rules"], each["white"]) for each in found] == [
        ("0-1", "stones", "standard", "anna"),
        ("1-0", "resignation", "classic", "anna"),
        ("*", None, "standard", "anna"),
    ]
    assert [each["moves"] for each in found] == [
        STONES.split(),
        ["a7", "b2", "d7", "f2", "g7xb2"],
        ["d6", "f4", "d2", "b4"][: found[2]["ply"]],
    ]
    assert found[1]["tags"]["GameId"] == str(resigned.number)


@pytest.mark.parametrize(
    ("line", "reason", "ply"),
    [
        ("[1]", "no_record", None),
        ("{}", "no_record", None),
        ('{"moves": 3}', "no_record", None),
        ('{"moves": [], "result": "2-0"}', "no_record", None),
        ('{"moves": [], "tags": {"a b": "c"}}', "no_record", None),
        ('{"moves": [], "tags": {"a": 3}}', "no_record", None),
        ('{"moves": ["d6", "nonsense"]}', "no_move", 2),
        ('{"moves": ["d6", 7]}', "no_move", 2),
        ('{"moves": ["d6", "d6"]}', "occupied", 2),
        ('{"moves": ["d6"], "note": "\\u0007"}', None, None),
        ("not json", "no_record", None),
        ("[" * 100_000, "no_record", None),
    ],
)
def test_a_line_that_is_no_record_is_named_and_nothing_is_stored(
    api: Api, anna: User, line: str, reason: str | None, ply: int | None
) -> None:
    with unchanged():
        answer = import_lines(api(anna), f'{{"moves": ["d6"]}}\n\n{line}\n')

    [fault] = refused(answer, 422, "records_refused")["faults"]
    assert (fault["game"], fault["line"], fault["reason"], fault["ply"]) == (2, 3, reason, ply)


@pytest.mark.parametrize("text", ["{a remark and nothing else}", "; as is this", "(1. d6)"])
def test_a_text_without_a_game_is_refused(api: Api, anna: User, text: str) -> None:
    with unchanged():
        answer = api(anna).send("records/", text=text)

    assert answer.status_code == 400, answer.content


def test_what_has_been_changed_is_told_as_json_only(api: Api, anna: User) -> None:
    record = records.import_records(anna, "1. d6 f4 *", rules="standard")[0]
    address = f"/api/v1/records/{record.number}/"

    with unchanged():
        by_accept = api(anna).patch(address, {"title": "x"}, format="json", HTTP_ACCEPT="application/x-muehle-pgn")
        by_address = api(anna).patch(f"{address}?form=pgn", {"title": "x"}, format="json")

    refused(by_accept, 406, "not_acceptable")
    refused(by_address, 400, "invalid")


def test_a_record_is_packed_for_who_can_unpack_it(api: Api, anna: User) -> None:
    text = f'[Event "{"The same again. " * 20}"]\n\n1. d6 f4 *'
    record = records.import_records(anna, text, rules="standard")[0]
    address = f"/api/v1/records/{record.number}/?form=pgn"

    packed = api(anna).get(address, HTTP_ACCEPT_ENCODING="gzip")

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == api(anna).get(address).content
