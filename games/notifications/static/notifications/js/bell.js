// @ts-check
// The bell: how much is new, the short list in its menu, and that it has been seen as soon as it has been shown.

import { byIdOrNull, one, oneOrNull } from "../../web/js/dom.js";
import { send } from "../../web/js/requests.js";

/** @import { Waiting } from "../../web/js/player_events.js" */

const bell = byIdOrNull("bell", HTMLDetailsElement);

/** @param {Pick<Waiting, "unread" | "unread_words">} news */
export function showUnread({ unread, unread_words: words = "" }) {
  const counter = bell && oneOrNull(bell, "[data-bell-count]");
  if (!counter || unread === undefined) return;
  counter.hidden = unread === 0;
  const [figure, sentence] = counter.children;
  figure.textContent = unread > 99 ? "99+" : String(unread);
  sentence.textContent = words;
}

/**
 * @param {HTMLDetailsElement} menu
 * @param {string} seq  The newest notification that was shown.
 */
async function markSeen(menu, seq) {
  const body = new URLSearchParams({ seq });
  const answer = await send(menu.dataset.seen ?? "", { body, redirect: "manual" }).catch(() => null);
  if (answer) showUnread({ unread: 0 });
}

/**
 * Fetched anew whenever it is opened.
 * @param {HTMLDetailsElement} menu
 */
async function fill(menu) {
  const place = one(menu, "[data-bell-items]");
  const answer = await fetch(`${menu.dataset.items}?menu=1`, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  place.innerHTML = await answer.text();
  const seq = oneOrNull(place, "[data-seq]")?.dataset.seq;
  if (seq) markSeen(menu, seq);
}

export function listenToBell() {
  if (!bell) return;
  bell.addEventListener("toggle", () => bell.open && fill(bell));
  bell.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !bell.open) return;
    bell.open = false;
    one(bell, "summary").focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !bell.contains(target)) bell.open = false;
  });
  const seq = oneOrNull(document, "main [data-seq]")?.dataset.seq;
  if (seq) markSeen(bell, seq);
}
