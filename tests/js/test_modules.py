"""Modules without a page: geometry, positions, drafts, trees and the like. The tests are the files beside this one."""

import pytest

from tests.js.modules import Faults, files_of_tests, names_in

pytestmark = pytest.mark.e2e

COLLECTED = {file: names_in(text) for file, text in files_of_tests().items()}
TESTS = [pytest.param(file, name, id=f"{file}: {name}") for file, names in COLLECTED.items() for name in names]


@pytest.mark.parametrize(("file", "name"), TESTS)
def test_module(faults: Faults, file: str, name: str) -> None:
    found = faults[file]
    fault = found[""] if "" in found else found[name]

    if fault is not None:
        pytest.fail(fault, pytrace=False)


def test_every_test_in_a_file_is_collected(faults: Faults) -> None:
    assert {file: list(faults[file]) for file in COLLECTED} == COLLECTED


def test_what_is_wrong_fails(faults: Faults) -> None:
    faulty, torn = faults["faulty.test.js"], faults["torn.test.js"]

    assert faulty["is right"] is None
    assert 'found:    {"found": Set {1}}\n  expected: {"found": Set {2}}' in str(faulty["is wrong"])
    assert "TypeError: late" in str(faulty["rejects"])
    assert "SyntaxError" in str(torn[""])
