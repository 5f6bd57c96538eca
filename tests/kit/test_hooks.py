"""Hooks: functions of higher apps that a lower app calls."""

from kit.hooks import Hook


def test_a_hook_returns_what_its_functions_return_in_their_order() -> None:
    hook: Hook[[int], str] = Hook()
    hook.add(str)

    @hook.add
    def doubled(number: int) -> str:
        return str(2 * number)

    assert (hook(7), doubled(1)) == (["7", "14"], "2")


def test_a_hook_without_functions_returns_nothing() -> None:
    hook: Hook[[], int] = Hook()

    assert hook() == []
