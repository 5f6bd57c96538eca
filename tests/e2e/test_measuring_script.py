"""The script that watches a page for `dev.py bench page`."""

import pytest
from playwright.sync_api import Error

from tests.e2e.conftest import NewContext
from tools.bench.page import SCRIPT

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("wait", ["painted('#never', Date.now)", "tapped('#never')"])
def test_what_never_comes_ends_the_measurement(new_context: NewContext, db: None, wait: str) -> None:
    context = new_context(strict=False)
    context.add_init_script(path=SCRIPT)
    page = context.new_page()
    page.clock.install()
    page.goto("about:blank")

    page.evaluate(f"void (window.waited = {wait})")
    page.clock.fast_forward(60_000)

    with pytest.raises(Error, match="did not come within"):
        page.evaluate("waited")
