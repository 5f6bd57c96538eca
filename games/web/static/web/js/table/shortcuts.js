// @ts-check
// Keys for what there are buttons for, and the dialog that tells them. Single letters can be switched off, and never
// count while something is written.

import { all, closest, one } from "../dom.js";
import { keep, kept } from "../storage.js";

/** @import { Step } from "./travel.js" */

const KEY = "muehle-shortcuts-off";
const WRITING = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open]";
/** @type {Record<string, Step>} */
const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

/**
 * Letters press the buttons and links that say so in their data, so that neither can do what the other cannot; other
 * keys walk through the game.
 */
export class Shortcuts {
  /**
   * @param {object} page
   * @param {HTMLElement} page.dialog
   * @param {((to: Step) => void) | null} [page.travel]  Where there is no game to walk through, it is left out.
   * @param {Record<string, () => void>} [page.letters]  Keys for which there is no button.
   */
  constructor({ dialog, travel = null, letters = {} }) {
    this.travel = travel;
    this.letters = letters;
    this.areOff = kept(KEY) !== null;
    document.addEventListener("keydown", (event) => this.#key(event));
    const choice = one(dialog, "[data-shortcuts-on]", HTMLInputElement);
    choice.checked = !this.areOff;
    choice.addEventListener("change", () => this.#keep(!choice.checked));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || closest(event, WRITING)) return;
    const isDone = event.key in STEPS ? this.#walk(event.key) : !this.areOff && this.#press(event.key.toLowerCase());
    if (isDone) event.preventDefault();
  }

  /** @param {string} key */
  #walk(key) {
    this.travel?.(STEPS[key]);
    return this.travel !== null;
  }

  /** @param {string} key */
  #press(key) {
    if (!/^[a-z?]$/.test(key)) return false;
    this.letters[key]?.();
    const button = all(document, `[data-key="${key}"]`).find(canBePressed);
    if (button && !button.matches(":disabled")) button.click();
    return key in this.letters || button !== undefined;
  }

  /** @param {boolean} areOff */
  #keep(areOff) {
    this.areOff = areOff;
    keep(KEY, areOff ? 1 : null);
  }
}

/**
 * Whether it can be seen, or is only folded away: in a menu, or behind a tab.
 * @param {HTMLElement} button
 */
function canBePressed(button) {
  if (button.checkVisibility()) return true;
  return !button.closest("[hidden]") && button.closest("details:not([open]), .desk__sheet:not([data-shown])") !== null;
}
