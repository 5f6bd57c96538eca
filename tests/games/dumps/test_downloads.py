"""Dumps are listed and downloaded without an account, and not sent to those who have them."""

import gzip
import hashlib
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import time_machine
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.disputes.verdict_kinds import Verdict
from games.dumps import making
from games.dumps.models import Dump
from games.dumps.pages import views
from kit.downloads import SLOTS
from tests.games.dumps.conftest import MARCH, Played, day, dump_of, make_all
from tests.support.api import Api
from tests.support.ruling import decided, dispute_about

ADDRESS = "/dumps/muehle-rated-2026-03.ndjson.gz"


@pytest.fixture
def made(clock: time_machine.Traveller, played: Played) -> Dump:
    played(day(3, 10))
    played(day(3, 10))
    clock.move_to(day(4, 2))
    make_all()
    return dump_of(MARCH)


def test_a_file_comes_whole_from_the_web_process(live_server_url: str, made: Dump) -> None:
    answer = httpx.get(live_server_url + ADDRESS)

    assert hashlib.sha256(answer.content).hexdigest() == made.sha256
    assert gzip.decompress(answer.content).count(b"\n") == 2
    assert answer.headers["Content-Type"] == "application/gzip"
    assert int(answer.headers["Content-Length"]) == made.size == len(answer.content)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{made.name}"'
    assert "Content-Encoding" not in answer.headers
    head = httpx.head(live_server_url + ADDRESS)
    assert (head.status_code, head.headers["Content-Length"], head.content) == (200, str(made.size), b"")


def test_those_who_have_a_file_get_it_no_more(client: Client, made: Dump) -> None:
    answer = client.get(ADDRESS)
    assert hashlib.sha256(b"".join(answer)).hexdigest() == made.sha256
    assert answer["ETag"] == f'"{made.sha256}"'

    again = client.get(ADDRESS, headers={"If-None-Match": answer["ETag"]})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert client.get(ADDRESS, headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_visitor_has_one_download_at_a_time(client: Client, made: Dump) -> None:
    first: Any = client.get(ADDRESS)

    second = client.get(ADDRESS)

    assert (second.status_code, second["Content-Type"]) == (429, "text/plain; charset=utf-8")
    first.slot.release()
    assert client.get(ADDRESS).status_code == 200


def test_too_many_downloads_are_refused_for_a_while(
    client: Client, made: Dump, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "COST", 1000)

    answer = client.get(ADDRESS)

    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert SLOTS.taken == 0


@pytest.mark.parametrize(
    "name",
    [
        "muehle-rated-2026-04.ndjson.gz",
        "muehle-rated-2026-13.pgn.gz",
        "muehle-rated-2026-03.csv.gz",
        "muehle-rated-2026-03.ndjson",
        "other.gz",
    ],
)
def test_other_files_are_not_found(client: Client, made: Dump, name: str) -> None:
    assert client.get(f"/dumps/{name}").status_code == 404


def test_a_file_that_is_not_ready_is_neither_found_nor_listed(
    client: Client, api: Api, clock: time_machine.Traveller, played: Played
) -> None:
    played(day(3, 10))
    clock.move_to(day(4, 2))
    making.add_months()

    assert client.get(ADDRESS).status_code == 404
    assert api().read("dumps/")["results"] == []
    assert client.get("/dumps/SHA256SUMS").content == b""


def test_a_download_that_a_new_edition_overtakes_breaks_off(
    made: Dump, played: Played, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "GAMES_A_PART", 1)
    pieces = making.pieces_of(making.make(made))
    next(pieces)

    making.make(dump_of(MARCH))

    with pytest.raises(making.ReplacedError):
        next(pieces)


def test_the_checksums_are_those_of_the_files(client: Client, made: Dump) -> None:
    answer = client.get("/dumps/SHA256SUMS")

    lines = [line.split("  ") for line in answer.content.decode().splitlines()]
    assert [name for _sum, name in lines] == ["muehle-rated-2026-03.ndjson.gz", "muehle-rated-2026-03.pgn.gz"]
    for digest, name in lines:
        assert hashlib.sha256(b"".join(client.get(f"/dumps/{name}"))).hexdigest() == digest


def test_the_list_over_the_api_has_pages(
    api: Api, made: Dump, clock: time_machine.Traveller, django_assert_num_queries: Callable[..., Any]
) -> None:
    clock.move_to(day(6, 2))
    make_all()

    first = api().get("/api/v1/dumps/", {"page_size": "3"}).json()
    rest = api().get(first["next"]).json()

    assert [(row["month"], row["format"]) for row in first["results"] + rest["results"]] == [
        (month, form) for month in ("2026-05", "2026-04", "2026-03") for form in ("ndjson", "pgn")
    ]
    assert rest["results"][1] == {
        "name": made.name,
        "month": "2026-03",
        "format": "ndjson",
        "games": 2,
        "size": made.size,
        "sha256": made.sha256,
        "made_at": "2026-04-02T12:00:00Z",
        "outdated": False,
        "url": settings.SITE_URL + ADDRESS,
    }
    with django_assert_num_queries(1):
        api().get("/api/v1/dumps/")


def test_an_outdated_dump_says_so(
    api: Api, client: Client, made: Dump, anna: User, arbiter: User, played: Played, clock: time_machine.Traveller
) -> None:
    game = played(day(3, 30))
    clock.move_to(day(4, 2))
    making.make(made)

    decided(dispute_about(game, anna), arbiter, Verdict.ANNULLED)

    assert [row["outdated"] for row in api().read("dumps/")["results"]] == [True, True]
    assert "Something has changed since." in client.get("/dumps/").content.decode()


def test_the_page_lists_the_files_of_each_month_together(
    client: Client, made: Dump, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    with django_assert_max_num_queries(2):
        text = client.get("/dumps/").content.decode()

    assert "March 2026" in text
    for form in Dump.Form:
        assert f'href="/dumps/muehle-rated-2026-03.{form}.gz"' in text
    assert made.sha256 in text
    assert "https://creativecommons.org/publicdomain/zero/1.0/" in text


def test_without_a_dump_the_page_says_so(client: Client, db: None) -> None:
    text = client.get("/dumps/").content.decode()

    assert "There are no files yet" in text
    assert "SHA256SUMS" not in text
