"""Which tests try a mutant."""

import json
from pathlib import Path

import pytest
from coverage import CoverageData

from tools.bench.mutation.choice import Measured
from tools.bench.mutation.mutants import Key, Mutant

MUTANT = Mutant(Key("resign", "number", "limit = 1", "limit = 2", 0), "actions.py", "", range(3, 4), "resign")


@pytest.fixture
def measured(tmp_path: Path) -> Measured:
    """A slow test of one file and two fast ones of another execute line 3."""
    seconds = {"test_a.py::test_slow": 5.0, "test_b.py::test_one": 0.1, "test_b.py::test_two": 0.2}
    rows = {name: {"seconds": time, "commits": False} for name, time in seconds.items()}
    (tmp_path / "tests.json").write_text(json.dumps(rows))
    data = CoverageData(str(tmp_path / "coverage"))
    for name in seconds:
        data.set_context(name)
        data.add_lines({str(tmp_path / "actions.py"): [3]})
    data.write()
    return Measured(tmp_path, tmp_path)


def test_a_test_that_takes_too_much_time_keeps_no_faster_one_from_being_chosen(measured: Measured) -> None:
    chosen = [test.name for test in measured.chosen(MUTANT, seconds=3)]

    assert chosen == ["test_b.py::test_one", "test_b.py::test_two"]


def test_with_more_time_a_slow_test_is_chosen_too(measured: Measured) -> None:
    assert len(measured.chosen(MUTANT, seconds=30)) == 3


def test_a_slow_test_is_chosen_if_there_is_no_other(measured: Measured) -> None:
    del measured.tests["test_b.py::test_one"], measured.tests["test_b.py::test_two"]

    assert [test.name for test in measured.chosen(MUTANT, seconds=3)] == ["test_a.py::test_slow"]


def test_all_tests_of_a_file_can_be_chosen(measured: Measured) -> None:
    assert [test.name for test in measured.of_files(["test_b.py"])] == ["test_b.py::test_one", "test_b.py::test_two"]


def test_what_is_executed_on_import_is_tried_first_with_the_tests_that_have_its_name(
    tmp_path: Path, measured: Measured
) -> None:
    (tmp_path / "actions.py").write_text("LIMITS = {\n    1: 2,\n}\n")
    (tmp_path / "test_a.py").write_text("def test_slow():\n    pass\n")
    (tmp_path / "test_b.py").write_text(
        "def test_one():\n    pass\n\n\n@pytest.mark.parametrize('limit', LIMITS)\ndef test_two(limit):\n    pass\n"
    )
    mutant = Mutant(Key("<module>", "number", "1: 2,", "1: 3,", 0), "actions.py", "", range(1, 4), "")

    chosen = [test.name for test in measured.chosen_for_import(mutant, seconds=3)]

    assert chosen == ["test_b.py::test_two", "test_b.py::test_one"]
