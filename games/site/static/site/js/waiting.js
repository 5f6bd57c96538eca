// @ts-check
// How many games wait for the reader: in the title, in the navigation, on the icon; true also on a page left open.

import { showUnread } from "../../notifications/js/bell.js";
import { all, oneOrNull } from "../../web/js/dom.js";
import { Looking } from "../../web/js/looking.js";
import { playerEvents } from "../../web/js/player_events.js";

/** @import { Waiting } from "../../web/js/player_events.js" */

const icon = oneOrNull(document, "link[rel=icon][type='image/svg+xml']", HTMLLinkElement);
const plain = icon?.href ?? "";

/** @param {Waiting} waiting */
export function showWaiting({ count, words, ...more }) {
  showUnread(more);
  document.title = document.title.replace(/^(\(\d+\) )?/, count ? `(${count}) ` : "");
  showBadge(count);
  for (const counter of all(document, "[data-waiting-count]")) {
    counter.hidden = count === 0;
    const [figure, sentence] = counter.children;
    figure.textContent = String(count);
    sentence.textContent = words;
  }
}

/** @param {Document} page */
function counterIn(page) {
  return oneOrNull(page, "[data-waiting-count]");
}

/**
 * As a page has it that was fetched again.
 * @param {Document} page
 * @param {number} count
 * @returns {Waiting}
 */
export function waitingIn(page, count) {
  return { count, words: counterIn(page)?.lastElementChild?.textContent ?? "" };
}

/** The page that holds the stream asks for all of them. */
export function followWaiting() {
  const count = Number(document.body.dataset.waiting ?? 0);
  showBadge(count);
  const events = playerEvents;
  if (!events) return;
  events.waiting = waitingIn(document, count);
  const looking = new Looking(async () => {
    const answer = await fetch(events.waitingUrl, { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer?.status === 403) events.close();
    if (!answer?.ok) return;
    /** @type {Waiting} */
    const waiting = await answer.json();
    showWaiting(waiting);
    events.share(waiting);
  });
  events.listen({
    onNews: (news) => events.isLeading && (news === null || events.counted.includes(news.type)) && looking.refresh(),
    onWaiting: showWaiting,
  });
}

// --- The icon of the tab and of the installed app ---

/** @param {number} count */
function showBadge(count) {
  if (icon) icon.href = count ? badged(count) : plain;
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/**
 * The icon is part of the page as a data URL; the badge is drawn into it.
 * @param {number} count
 */
function badged(count) {
  if (!plain.startsWith("data:")) return plain;
  const text = count > 9 ? "9+" : String(count);
  const badge =
    "<circle cx='22' cy='22' r='10' fill='#a02c20' stroke='#fff' stroke-width='1.5'/>" +
    `<text x='22' y='26.5' fill='#fff' font-family='sans-serif' font-size='${count > 9 ? 11 : 13}' ` +
    `font-weight='700' text-anchor='middle'>${text}</text></svg>`;
  return plain.replace(/%3C\/svg%3E$/, encodeURIComponent(badge).replaceAll("'", "%27"));
}
