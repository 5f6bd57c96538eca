"""What functions declare by `@raises`, and that a refusal which is not declared fails in tests."""

from collections.abc import Callable

import pytest
from django.urls import path
from pytest_django import Settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient

from games.core.errors import GameRefusal
from kit.endpoints import Endpoint
from kit.errors import NotFound, Refusal, StreamsFull, TextMalformed, TextTooLong, raises, refusals_of
from kit.texts import cleaned
from muehle_server import urls


def failing(error: Refusal, *declared: type[Refusal] | Callable[..., object]) -> Callable[[], None]:
    """A function that raises the error, with this declaration."""

    @raises(*declared)
    def fail() -> None:
        raise error

    return fail


def test_a_declared_refusal_comes_through() -> None:
    with pytest.raises(NotFound):
        failing(NotFound(), TextTooLong, NotFound)()


def test_a_subclass_of_a_declared_refusal_comes_through() -> None:
    class Lost(NotFound):
        pass

    with pytest.raises(Lost):
        failing(Lost(), NotFound)()


@pytest.mark.parametrize("declared", [(), (TextTooLong, GameRefusal)])
def test_another_refusal_fails(declared: tuple[type[Refusal], ...]) -> None:
    with pytest.raises(AssertionError, match=r"^fail\(\) does not declare NotFound$") as failure:
        failing(NotFound(), *declared)()

    assert isinstance(failure.value.__cause__, NotFound)


def test_other_errors_and_values_are_left_alone() -> None:
    @raises(NotFound)
    def divide(by: int) -> float:
        """Divide one."""
        return 1 / by

    assert (divide(2), divide.__name__, divide.__doc__) == (0.5, "divide", "Divide one.")
    with pytest.raises(ZeroDivisionError):
        divide(0)


def test_the_refusals_of_other_functions_are_passed_on() -> None:
    passing_on = failing(TextMalformed(), cleaned, StreamsFull)

    assert refusals_of(passing_on) == {TextTooLong, TextMalformed, StreamsFull}
    with pytest.raises(TextMalformed):
        passing_on()


def test_a_function_that_declares_nothing_cannot_be_named() -> None:
    with pytest.raises(AttributeError):
        raises(failing)


def test_without_the_check_functions_are_as_they_were(settings: Settings) -> None:
    settings.CHECK_REFUSALS = False

    def fail() -> None:
        raise NotFound

    assert raises(TextTooLong)(fail) is fail
    assert refusals_of(fail) == {TextTooLong}


class UndeclaredView(Endpoint):
    required_scopes = {"GET": None}

    def get(self, _request: Request) -> Response:
        failing(NotFound())()
        return Response()


urlpatterns = [path("undeclared/", UndeclaredView.as_view()), *urls.urlpatterns]


@pytest.mark.django_db
def test_no_view_answers_for_a_refusal_that_is_not_declared(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__

    with pytest.raises(AssertionError, match="does not declare NotFound"):
        APIClient().get("/undeclared/")
