// @ts-check
// The bar: the one place for what is to be decided. What it shows follows the state; its menus open upwards.

import { all, byId, byIdOrNull, one } from "../../../web/js/dom.js";
import { EMPTY, choices } from "../../../web/js/board/draft.js";

/** @import { State } from "./state.js" */

/**
 * What the bar is for now, as the style sheet knows it.
 * @param {State} state
 * @param {string} typed  The move as text that waits to be read, or "".
 */
export function barState(state, typed) {
  if (state.game.status !== "ongoing") return "over";
  if (state.isConditional) return "conditional";
  if (state.isFrozen) return "frozen";
  if (state.sending || state.unsent) return "sending";
  if (!state.isMine) return "wait";
  if (!state.isLive) return "past";
  return choices(state.legal, state.draft).complete || typed ? "draft" : "move";
}

/**
 * @param {State} state
 * @param {string} typed
 */
export function showBar(state, typed) {
  const bar = byId("bar");
  bar.dataset.state = barState(state, typed);
  bar.toggleAttribute("data-making", state.draftShown !== EMPTY);
}

/** A menu closes by Escape and by a click elsewhere. What is done in it closes it as well: see sending.js. */
export function listenToBar() {
  const bar = byId("bar");
  // As high as there is space above the bar, whatever the bar shows. The event of a menu does not bubble.
  const limitMenus = () => bar.style.setProperty("--above-bar", `${bar.getBoundingClientRect().top}px`);
  bar.addEventListener("click", limitMenus, { capture: true });
  bar.addEventListener("toggle", limitMenus, { capture: true });
  new ResizeObserver(limitMenus).observe(bar);
  bar.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" ? openMenu(bar) : null;
    if (!open) return;
    event.preventDefault();
    open.open = false;
    one(open, "summary").focus();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    for (const menu of all(bar, ".pop[open]", HTMLDetailsElement)) {
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
    }
  });
  listenToNotices();
}

/** What is told lies over the board: it is closed, and comes again when there is something else to tell. */
function listenToNotices() {
  const told = byId("game-notices");
  let closed = "";
  byId("close-notices").addEventListener("click", () => {
    closed = told.textContent;
    told.hidden = true;
  });
  const follow = new MutationObserver(() => {
    told.hidden = told.textContent === closed;
  });
  follow.observe(told, { childList: true, subtree: true, characterData: true });
}

export function closeMenus() {
  for (const menu of all(byId("bar"), ".pop[open]", HTMLDetailsElement)) menu.open = false;
}

/** To the field in which a move is typed. */
export function openTyping() {
  for (const name of ["bar-more", "play-more"]) {
    const menu = byIdOrNull(name, HTMLDetailsElement);
    if (menu) menu.open = true;
  }
  byId("notation").focus();
}

/**
 * Whether somebody is writing what has not been sent: it must not be lost by leaving the page.
 * @param {ParentNode} page
 */
export function hasUnsentText(page) {
  const fields = [...page.querySelectorAll("textarea, input:not([type]), input[type=text]")];
  return fields.some((field) => {
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return false;
    return !field.readOnly && field.value !== field.defaultValue && field.value.trim() !== "";
  });
}

/** @param {HTMLElement} bar */
function openMenu(bar) {
  return all(bar, ".pop[open]", HTMLDetailsElement)[0] ?? null;
}
