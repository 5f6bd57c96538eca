"""The opening explorer over the API."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.explorer.orientation import orientation_of
from muehle import Move, Position
from tests.games.explorer.conftest import Played, count_all
from tests.support.api import Api, refused


def test_visitors_read_what_was_played_in_a_position(api: Api, played: Played) -> None:
    played("d6", "f4", "b4", "d2")
    played("d6", "d2", "b4", "f4")
    count_all()
    after = Position.start().play(Move.parse("f4"))

    answer = api().read("openings/?position=" + after.text.replace(" ", "%20"))

    assert (answer["position"], answer["rules"], answer["band"], answer["year"]) == (after.text, "standard", None, None)
    assert (answer["games"], answer["white_won"], answer["drawn"], answer["black_won"]) == (2, 0, 0, 2)
    [beside, opposite] = answer["moves"]
    assert (opposite["move"], opposite["equivalent"], opposite["games"]) == ("d2", ["d6"], 1) or (
        beside["move"],
        beside["equivalent"],
        beside["games"],
    ) == ("d2", ["d6"], 1)
    assert {each["move"] for each in answer["moves"]} == {"b4", "d2"}
    assert Position.parse(opposite["position"]) == after.play(Move.parse(opposite["move"]))


def test_without_a_position_it_is_the_start(api: Api, played: Played) -> None:
    played()
    count_all()

    answer = api().read("openings/")

    assert answer["position"] == Position.start().text
    [first] = answer["moves"]
    assert sorted([first["move"], *first["equivalent"]]) == ["b4", "d2", "d6", "f4"]
    assert {first["games"], first["black_won"], answer["games"]} == {1}


def test_band_year_and_rules_choose_the_games(api: Api, played: Played) -> None:
    played()
    count_all()
    year = api().read("openings/?band=from_1400")
    assert (year["games"], year["band"]) == (1, "from_1400")

    assert api().read("openings/?band=casual")["games"] == 0
    assert api().read("openings/?rules=classic")["games"] == 0
    assert api().read("openings/?year=1999")["games"] == 0


def test_what_is_no_position_is_refused(api: Api, db: None) -> None:
    refused(api().get("/api/v1/openings/?position=nothing"), 400, "malformed_position")
    refused(api().get(f"/api/v1/openings/?position={'W' * 24}%20w%200%200%200"), 422, "impossible_position")
    refused(api().get("/api/v1/openings/?band=best"), 400, "invalid")
    refused(api().get("/api/v1/openings/?color=white"), 400, "invalid")


def test_a_client_that_has_the_answer_gets_it_once(api: Api, played: Played) -> None:
    played()
    count_all()
    first = api().get("/api/v1/openings/")

    again = api().get("/api/v1/openings/", headers={"if-none-match": first["ETag"]})
    played()
    count_all()
    other = api().get("/api/v1/openings/", headers={"if-none-match": first["ETag"]})

    assert (again.status_code, other.status_code) == (304, 200)


def test_a_position_is_found_through_the_index(api: Api, played: Played) -> None:
    """With rows of many other positions, and without a count of games: one query reads what is asked for."""
    played()
    count_all()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO explorer_openingmove (rules, position, move, band, year, white_won, drawn, black_won)"
            " SELECT 'standard', number, 'd6', 1400, 2026, 1, 0, 0 FROM generate_series(1, 20000) AS number"
        )
        cursor.execute("ANALYZE explorer_openingmove")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        api().read("openings/")
    [query] = [each["sql"] for each in queries if "explorer_openingmove" in each["sql"]]

    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {query}")
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert "explorer_openingmove_pkey" in plan
    assert "Seq Scan" not in plan
    condition = next(line for line in plan.splitlines() if "Index Cond" in line)
    assert "rules" in condition
    assert str(orientation_of(Position.start()).number) in condition
