"""A problem as JSON: the members of RFC 9457, ours, and those that apps add for their errors.

Apps declare members, and the state that an answer shows, in their module `api.problems`, which is imported when Django
starts.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.request import Request

from games.core.errors import Refusal

Problem = dict[str, Any]
E = TypeVar("E", bound=Refusal)

_members: dict[str, serializers.Field[Any, Any, Any, Any]] = {}
_states: dict[type[Refusal], Callable[[Any, Request], Problem]] = {}


def add_members(**members: serializers.Field[Any, Any, Any, Any]) -> None:
    """Describe members of problems, each required by none; raises ValueError for one that is there already."""
    if taken := members.keys() & {*_members, *ProblemSerializer._declared_fields}:  # noqa: SLF001
        raise ValueError(f"problems have members of these names already: {', '.join(sorted(taken))}")
    _members.update(members)


def current_state(kind: type[E]) -> Callable[[Callable[[E, Request], Problem]], Callable[[E, Request], Problem]]:
    """A decorator: the function gives the state to show with errors of this class and its subclasses."""

    def register(state: Callable[[E, Request], Problem]) -> Callable[[E, Request], Problem]:
        _states[kind] = state
        return state

    return register


def state_with(error: Refusal, request: Request) -> Problem:
    """The current state that a problem shows besides the error."""
    state = next((_states[kind] for kind in type(error).__mro__ if kind in _states), None)
    return state(error, request) if state else {}


class LimitSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    requests = serializers.IntegerField()
    seconds = serializers.IntegerField()


class ProblemSerializer(serializers.Serializer[Any]):
    """Why the request was refused; nothing has changed. `code` is stable, `detail` is for people."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    request_id = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]  # a field leaves the class again
        child=serializers.ListField(child=serializers.CharField()), required=False, help_text="Messages by field."
    )
    limit = LimitSerializer(required=False)
    required_scope = serializers.CharField(required=False)
    most = serializers.IntegerField(required=False)
    reason = serializers.CharField(required=False, help_text="With `illegal_move`: the rule that is broken.")
    why = serializers.CharField(required=False, help_text="The `reason` in words.")
    ply = serializers.IntegerField(required=False)
    count = serializers.IntegerField(required=False)
    longest = serializers.IntegerField(required=False)
    until = serializers.DateTimeField(required=False, help_text="When it is possible again.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), **deepcopy(_members)}
