"""axe-core on the page that a browser shows: what breaks the Web Content Accessibility Guidelines."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Every success criterion of levels A and AA that axe knows; on our own pages its good practices on top.
GUIDELINES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
OURS = [*GUIDELINES, "best-practice"]

_RUN = """tags => axe.run(document, {
    runOnly: {type: 'tag', values: tags},
    rules: {'target-size': {enabled: true}},
    resultTypes: ['violations'],
    preload: false,
  }).then(({violations}) => violations.flatMap(({id, nodes}) => nodes.map(
    (node) => [id, node.target.join(' '), ...[...node.any, ...node.all, ...node.none].map((check) => check.message)]
  ))).then((found) => found.map((words) => words.slice(0, 3).join(': ')))"""


def violations(page: Page, tags: list[str] = OURS) -> list[str]:
    """What is wrong, as `rule: selector: reason`."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_RUN, tags)
    return found
