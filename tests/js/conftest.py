"""The faults of all tests of modules, from one page that is loaded once in each worker."""

import pytest
from playwright.sync_api import sync_playwright

from tests.e2e.conftest import chromium_path
from tests.js.modules import Faults, files_of_tests, run

__all__ = ["chromium_path"]

# Must fail, or nothing that passes says anything.
FAULTY = {
    "faulty.test.js": """\
import { equal, test } from "./testing.js";
test("is right", () => equal(new Map([["a", [1, null]]]), new Map([["a", [1, null]]])));
test("is wrong", () => equal({ found: new Set([1]) }, { found: new Set([2]) }));
test("rejects", async () => { throw new TypeError("late"); });
""",
    "torn.test.js": "const = 1;",
}


@pytest.fixture(scope="session")
def faults(chromium_path: str) -> Faults:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        return run(browser.new_page(), files_of_tests() | FAULTY)
