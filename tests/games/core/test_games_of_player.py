"""The games of a player, a slice of which is read by colour."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign

Begin = Callable[..., Game]


@pytest.fixture
def seven(begin: Begin, bert: User) -> list[int]:
    """Seven games of Anna and Bert, three of which have ended; the colours alternate."""
    games = [begin() for _game in range(7)]
    for game in games[::2]:
        Game.objects.filter(pk=game.pk).update(white=game.black, black=game.white, on_move=game.black)
    for game in games[:3]:
        resign(game.number, bert)
    return [game.number for game in games]


@pytest.mark.parametrize("order", ["number", "-number", "-started_at", "deadline_at"])
@pytest.mark.parametrize("part", [slice(3), slice(2, 5), slice(6, 9), slice(20)])
def test_a_slice_is_the_same_as_that_of_all_games(seven: list[int], anna: User, order: str, part: slice) -> None:
    rows = Game.objects.of(anna.pk).with_players().order_by(order, "number")

    assert list(rows[part]) == list(rows)[part]


def test_a_slice_keeps_what_the_rows_are_narrowed_to(seven: list[int], anna: User, carla: User) -> None:
    rows = Game.objects.ongoing().of(anna.pk).filter(number__gt=seven[3]).order_by("-number")

    assert [game.number for game in rows[:2]] == [seven[6], seven[5]]
    assert list(rows.values_list("number", flat=True)[:2]) == [seven[6], seven[5]]
    assert list(rows.of(carla.pk)[:2]) == []


def test_each_colour_is_read_by_its_index(seven: list[int], anna: User) -> None:
    statement = str(Game.objects.of(anna.pk).order_by("-number")[:3].query)

    assert statement.count("LIMIT 3") == 3
    assert "UNION ALL" in statement
    assert " OR " not in statement


@pytest.mark.django_db(transaction=True)
def test_a_slice_can_be_locked(begin: Begin, anna: User) -> None:
    from django.db import transaction

    numbers = [begin().number for _game in range(3)]

    with transaction.atomic():
        held = list(Game.objects.of(anna.pk).order_by("number").select_for_update()[:2])

    assert [game.number for game in held] == numbers[:2]
