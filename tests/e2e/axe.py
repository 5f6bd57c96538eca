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


# What lies under the places at the foot of a phone is reached by scrolling; meanwhile they stand at the end of the
# page, as if it had been scrolled.
_FOOT = "position => document.querySelector('.foot-nav')?.style.setProperty('position', position)"


def violations(page: Page, tags: list[str] = OURS) -> list[str]:
    """What is wrong, as `rule: selector: reason`."""
    page.evaluate(AXE_SCRIPT)
    page.evaluate(_FOOT, "static")
    found: list[str] = page.evaluate(_RUN, tags)
    page.evaluate(_FOOT, "")
    return found
