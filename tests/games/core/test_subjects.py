"""A subject is added as one folder and one line of INSTALLED_APPS."""

from tests.support.inner_pytest import run_pytest


def test_a_subject_is_one_folder_and_one_line() -> None:
    """Everything in `in_toasts.py` holds for the app `toasts`, in a process that has the line."""
    answer = run_pytest("tests/games/core/subjects/in_toasts.py", "tests.games.core.subjects.settings")

    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert " passed" in answer.stdout
