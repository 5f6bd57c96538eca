// @ts-check
// A game in a frame: walks through its half-moves, whose pictures the server draws, and looks now and then for more.

import { all, byId, clickedLink, one } from "../../web/js/dom.js";
import { stepOf, stepsFrom } from "../../web/js/table/travel.js";

const root = byId("embed");
const board = byId("board", HTMLImageElement);
const count = byId("count");

const state = { last: Number(root.dataset.last), shown: Number(new URL(board.src).searchParams.get("ply")) };

/** @param {number} ply */
function show(ply) {
  state.shown = Math.max(0, Math.min(state.last, ply));
  count.textContent = `${state.shown}/${state.last}`;
  showLinks();
  turnTo(pictureOf(state.shown));
  for (const near of [state.shown - 1, state.shown + 1]) {
    if (near >= 0 && near <= state.last) new Image().src = pictureOf(near);
  }
}

/** @param {number} ply */
function pictureOf(ply) {
  const url = new URL(board.src);
  url.searchParams.set("ply", String(ply));
  return url.href;
}

/**
 * The picture changes when the new one is there, so that nothing flickers.
 * @param {string} url
 */
async function turnTo(url) {
  if (board.src === url) return;
  const next = new Image();
  next.src = url;
  const isThere = await next.decode().then(() => true, () => false);
  if (isThere && pictureOf(state.shown) === url) {
    const { words = "" } = count.dataset;
    board.src = url;
    board.alt = words.replace("%(ply)s", String(state.shown)).replace("%(last)s", String(state.last));
  }
}

function showLinks() {
  const steps = stepsFrom({ ply: state.shown, last: state.last });
  for (const link of all(root, "[data-travel]")) {
    const goal = steps[stepOf(link)];
    link.dataset.ply = String(goal);
    link.toggleAttribute("data-idle", goal === state.shown);
  }
  for (const link of all(root, "#moves a")) {
    const isShown = Number(link.dataset.ply) === state.shown;
    if (isShown) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

// --- What is new ---

async function look() {
  if (document.visibilityState === "hidden") return;
  const present = new URL(location.href);
  present.searchParams.delete("ply");
  const answer = await fetch(present, { credentials: "omit", cache: "no-cache" }).catch(() => null);
  if (answer?.ok) takeOver(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

/** @param {Document} page */
function takeOver(page) {
  const fresh = one(page, "#embed");
  const wasAtEnd = state.shown === state.last;
  state.last = Number(fresh.dataset.last);
  for (const id of ["seat-top", "seat-bottom", "state", "moves"]) {
    const old = byId(id);
    const other = document.importNode(one(page, `#${id}`), true);
    if (old.innerHTML !== other.innerHTML) old.replaceChildren(...other.childNodes);
    old.className = other.className;
  }
  show(wasAtEnd ? state.last : state.shown);
  if (fresh.dataset.poll === "0") clearInterval(timer);
}

const seconds = Number(root.dataset.poll);
const timer = seconds ? setInterval(look, seconds * 1000) : undefined;
if (seconds) document.addEventListener("visibilitychange", look);

root.addEventListener("click", (event) => {
  const link = clickedLink(event, "a[data-ply]");
  if (!link) return;
  event.preventDefault();
  show(Number(link.dataset.ply));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") show(state.shown - 1);
  if (event.key === "ArrowRight") show(state.shown + 1);
});

show(state.shown);
root.toggleAttribute("data-ready", true);
