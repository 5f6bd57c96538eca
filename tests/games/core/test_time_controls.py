"""A time control that is registered is there everywhere: in the API and its schema, on pages, and in records."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client as Browser
from django.utils.functional import lazystr

from accounts.models import User
from games.challenges.models import Challenge
from games.core import time_controls
from games.core.models.games import Game
from games.core.time_controls import Figure, Presenter
from kit import requests
from kit.schema import generated
from muehle import clocks
from muehle.clocks import TimeControl, parameter
from tests.games.site.api import contract
from tests.support.api import Api, refused
from tests.support.playing import fresh, play
from tests.support.reading import mistakes, text_of

HOUR = 3_600


@dataclass(frozen=True, slots=True)
class HoursPerMove(TimeControl):
    """Every move has the same number of hours."""

    system = "hours_per_move"
    carries_over = False

    hours: int = parameter(36, least=12, most=96)

    @property
    def initial_seconds(self) -> int:
        return self.hours * HOUR

    def seconds_after_move(self, seconds_left: int, *, seconds_spent: int) -> int:
        return self.hours * HOUR

    @property
    def pgn_tags(self) -> dict[str, str]:
        return {"TimeControl": f"1/{self.initial_seconds}"}

    @classmethod
    def from_pgn_tags(cls, tags: Mapping[str, str]) -> Self | None:
        return None


class HoursPerMovePresenter(Presenter[HoursPerMove]):
    kind = HoursPerMove
    name = label = lazystr("Hours per move")
    explanation = lazystr("Every move has so many hours.")
    rule = lazystr("Hours per move are for the quick.")
    figures = (Figure(parameter="hours", name="hours", label=lazystr("Hours")),)
    missing = lazystr("How many hours?")

    def pace(self, figure: Callable[[str], Any]) -> Any:
        return figure("hours") * HOUR

    def sentence(self, clock: HoursPerMove) -> str:
        return f"{clock.hours} hours per move"


@pytest.fixture(autouse=True)
def _another_kind() -> Iterator[None]:
    """For one test there is one kind more; what was made from the registry before is made anew."""
    made = (generated, contract._strict_schema, contract._validator, clocks.parameter_names)
    clocks.register(HoursPerMove)
    time_controls.register(HoursPerMovePresenter)
    for cached in made:
        cached.cache_clear()
    requests._kept.fields.clear()
    yield
    del clocks.KINDS[HoursPerMove.system], time_controls.PRESENTERS[HoursPerMove.system]
    for cached in made:
        cached.cache_clear()
    requests._kept.fields.clear()


def test_it_is_played_over_the_api(clock: time_machine.Traveller, api: Api, anna: User, bert: User) -> None:
    agreed = {"system": "hours_per_move", "hours": 20}

    sent = api(anna).send("challenges/", kind="direct", opponent="bert", colour="white", clock=agreed).json()
    number = api(bert).send(f"challenges/{sent['number']}/acceptance/").json()["game"]
    clock.shift(timedelta(hours=19))
    after = api(anna).play(number, "d6", 1).json()

    assert sent["clock"].items() >= {"system": "hours_per_move", "hours": 20, "days_per_move": None}.items()
    assert after["clock"]["remaining_seconds"] == {"white": 20 * HOUR, "black": 20 * HOUR}
    assert after["clock"]["deadline_at"] == "2026-03-04T03:00:00Z"
    assert '[TimeControl "1/72000"]' in api().get(f"/api/v1/games/{number}/record/").content.decode()


@pytest.mark.parametrize(
    ("agreed", "field"),
    [
        ({"system": "hours_per_move", "hours": 11}, "clock.hours"),
        ({"system": "hours_per_move", "days_per_move": 3}, "clock.days_per_move"),
        ({"hours": 20}, "clock.hours"),
    ],
)
def test_its_parameters_are_validated(api: Api, anna: User, agreed: dict[str, object], field: str) -> None:
    problem = refused(api(anna).send("challenges/", kind="open", clock=agreed), 400, "invalid")

    assert list(problem["errors"]) == [field]
    assert not Challenge.objects.exists()


def test_the_schema_has_it() -> None:
    shapes = generated()["components"]["schemas"]

    assert "hours_per_move" in shapes["SystemEnum"]["enum"]
    hours = shapes["ClockInputRequest"]["properties"]["hours"]
    assert (hours["minimum"], hours["maximum"]) == (12, 96)
    assert hours["description"] == "For `hours_per_move`; 36 by default."


def test_it_is_chosen_and_played_on_the_pages(client: Browser, anna: User, bert: User) -> None:
    form = {"kind": "open", "rules": "standard", "clock_system": "hours_per_move", "colour": "lot"}
    client.force_login(anna)

    missing = client.post("/challenges/new/", form)
    answer = client.post("/challenges/new/", form | {"hours": "48"})
    terms = text_of(client.get(answer["Location"]))
    lobby = text_of(client.get("/lobby/"))
    client.force_login(bert)
    fast, slow = (text_of(client.get(f"/lobby/?pace={pace}&sort=pace")) for pace in ("fast", "slow"))
    begun = client.post(f"{answer['Location']}accept/")

    assert mistakes(missing) == {"hours": ["How many hours?"]}
    assert "Time control 48 hours per move Every move has so many hours." in terms
    assert "48 hours per move" in lobby
    assert ("48 hours per move" in fast, "48 hours per move" in slow) == (True, False)
    assert "48 hours per move" in text_of(client.get(begun["Location"]))
    assert play(Game.objects.get(), "d6", "f4").clock == HoursPerMove(48)
    assert fresh(Game.objects.get()).seconds_of(fresh(Game.objects.get()).turn) == 48 * HOUR
    assert "Hours per move are for the quick." in text_of(client.get("/rules/"))


def test_it_needs_no_migration(db: None) -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
