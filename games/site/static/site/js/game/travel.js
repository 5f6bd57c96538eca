// @ts-check
// Through the game: links to its half-moves, arrow keys, and which of them is being looked at.

import { all, byIdOrNull, clickedLink, one } from "../../../web/js/dom.js";
import { stepOf, stepsFrom } from "../../../web/js/table/travel.js";

/** @import { State } from "./state.js" */

/** @param {State} state */
export function showTravel({ game, place, urls }) {
  const { ply, last } = place;
  const steps = stepsFrom(place);
  for (const link of all(document, "[data-travel]", HTMLAnchorElement)) {
    const goal = steps[stepOf(link)];
    link.dataset.ply = String(goal);
    link.href = goal === last ? urls.page : `?ply=${goal}`;
    link.toggleAttribute("data-idle", goal === ply);
  }
  const analyse = byIdOrNull("analyse", HTMLAnchorElement);
  if (analyse) analyse.search = `?game=${game.number}&ply=${Math.min(ply, game.ply)}`;
  one(document, "[data-travel-count]").textContent = `${ply}/${last}`;
  for (const link of all(document, ".moves__move[data-ply]")) {
    if (Number(link.dataset.ply) !== ply) link.removeAttribute("aria-current");
    else if (link !== current) setCurrent(link);
  }
}

/** @type {HTMLElement | null} */
let current = null;

/**
 * Mark the move that led to what is shown, and roll the list to where it can be seen.
 * @param {HTMLElement} link
 */
function setCurrent(link) {
  current = link;
  link.setAttribute("aria-current", "true");
  rollToCurrent();
}

/** Roll the list, and nothing else, to the move that led to what is shown. */
export function rollToCurrent() {
  const sheet = current?.closest(".desk__sheet");
  if (!sheet || !current) return;
  const [row, view] = [current, sheet].map((element) => element.getBoundingClientRect());
  if (row.top < view.top || row.bottom > view.bottom) sheet.scrollTop += row.bottom - view.bottom + view.height / 3;
}

/**
 * A link to a half-move opens there, be it ?ply=12 (the server has drawn it) or #ply-12; null is the end of the game.
 * @param {number} last
 */
export function linkedPly(last) {
  const linked = plyBehind(location.hash) ?? Number(new URLSearchParams(location.search).get("ply") ?? last);
  return linked < last ? linked : null;
}

/** @param {string} hash */
function plyBehind(hash) {
  const [, ply = null] = /^#ply-(\d+)$/.exec(hash) ?? [];
  return ply === null ? null : Number(ply);
}

/**
 * @param {HTMLElement} root
 * @param {{intend: (intent: {type: "travel", ply: number}) => void}} hands
 */
export function listenToTravel(root, { intend }) {
  root.addEventListener("click", (event) => {
    const link = clickedLink(event, "a[data-ply]");
    if (!link) return;
    event.preventDefault();
    intend({ type: "travel", ply: Number(link.dataset.ply) });
  });
  window.addEventListener("hashchange", () => {
    const ply = plyBehind(location.hash);
    if (ply !== null) intend({ type: "travel", ply });
  });
}
