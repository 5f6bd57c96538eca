// @ts-check
// The lobby: the filters act as soon as one is chosen. The challenges are renewed when one of the reader's is answered, when
// the page is looked at again, and while it is looked at: it asks now and then whether there is another version.

import { all, byId } from "../../web/js/dom.js";
import { renewOnNews } from "../../web/js/renewing.js";
import "../../site/js/site.js";

const SHORTEST_PAUSE = 15_000;
const LONGEST_PAUSE = 30_000;
// For about an hour, unless the page is looked at again.
const MOST_QUESTIONS = 160;

const filters = byId("filters", HTMLFormElement);
for (const filter of all(filters, "select")) filter.addEventListener("change", () => filters.requestSubmit());

const hasMouse = matchMedia("(hover: hover)");
let isBehind = false;

/** Whether the reader points at a challenge or stands on one: it must not move away under them. */
function isInUse() {
  const lists = byId("lobby-lists");
  return Boolean(lists.querySelector("tbody :focus") ?? (hasMouse.matches && lists.querySelector("tbody tr:hover")));
}

/** @param {HTMLElement} region */
function isHeld({ id }) {
  if (id !== "lobby-lists") return false;
  isBehind = isInUse();
  return isBehind;
}

const lobby = renewOnNews({ isNews: (type) => type.startsWith("challenge_"), isHeld });

/** What was held is shown as soon as nobody is on it. */
function catchUp() {
  setTimeout(() => isBehind && !isInUse() && lobby.refresh());
}

for (const left of ["pointerout", "focusout"]) document.addEventListener(left, catchUp);

let questions = 0;

async function ask() {
  if (document.visibilityState === "visible" && questions < MOST_QUESTIONS) {
    questions += 1;
    if (await isOutdated()) await lobby.refresh();
  }
  setTimeout(ask, SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE));
}

async function isOutdated() {
  const version = byId("lobby-lists").dataset.version ?? "";
  try {
    const { status } = await fetch(window.location.href, { method: "HEAD", headers: { "If-None-Match": version } });
    return status === 200;
  } catch {
    return false;
  }
}

document.addEventListener("visibilitychange", () => {
  questions = 0;
});
setTimeout(ask, SHORTEST_PAUSE);
