// @ts-check
// A case of the panel: the game replayed in place, reasons that are ready, and keys. Without this file links and the
// server do the same.

import { all, byId, byIdOrNull, clickedLink, field, jsonOf, one, oneOrNull, svgElement } from "../../web/js/dom.js";
import { Shortcuts } from "../../web/js/table/shortcuts.js";
import { stepsFrom } from "../../web/js/table/travel.js";

/** @import { Step } from "../../web/js/table/travel.js" */

/**
 * The board after a half-move, in the drawing's units.
 * @typedef {[x: number, y: number]} Place
 * @typedef {object} Frame
 * @property {number} ply
 * @property {string} label
 * @property {string} words
 * @property {Place[]} white
 * @property {Place[]} black
 * @property {[start: Place, end: Place][]} mills
 * @property {Place | null} left
 * @property {Place | null} reached
 * @property {Place | null} taken
 */

class Replay {
  #men = byId("men", SVGGElement);
  #slider = byId("slider", HTMLInputElement);
  #label = byId("frame-label");
  #words = byId("frame-words");

  /**
   * @param {Frame[]} frames
   * @param {number} ply
   */
  constructor(frames, ply) {
    this.frames = frames;
    this.at = Math.max(0, this.#index(ply));
    this.#slider.hidden = false;
    this.#slider.addEventListener("input", () => this.show(Number(this.#slider.value)));
    this.#say();
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** @param {number} at */
  show(at) {
    this.at = at;
    this.#draw(this.frames[at]);
    this.#say();
  }

  /** @param {Step} step */
  walk(step) {
    this.show(stepsFrom({ ply: this.at, last: this.frames.length - 1 })[step]);
  }

  /** @param {MouseEvent} event */
  #follow(event) {
    const link = clickedLink(event, "a[data-ply], a[data-step]");
    if (!link) return;
    const { step, ply } = link.dataset;
    const to = step ? this.at : this.#index(Number(ply));
    if (to < 0) return;
    event.preventDefault();
    if (step) this.walk(/** @type {Step} */ (step));
    else this.show(to);
    if (!link.closest(".replay")) byId("board").scrollIntoView({ block: "nearest" });
  }

  /** @param {number} ply */
  #index(ply) {
    return this.frames.findIndex((frame) => frame.ply === ply);
  }

  #say() {
    const frame = this.frames[this.at];
    this.#slider.value = String(this.at);
    this.#slider.setAttribute("aria-valuetext", frame.label);
    this.#label.textContent = frame.label;
    this.#words.textContent = frame.words;
    for (const link of all(document, ".replay__moves a")) {
      if (Number(link.dataset.ply) !== frame.ply) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "step");
        keepInSight(link);
      }
    }
  }

  /** @param {Frame} frame */
  #draw({ mills, white, black, left, reached, taken }) {
    const lines = mills.map(([[x1, y1], [x2, y2]]) => svgElement("line", { class: "replay__mill", x1, y1, x2, y2 }));
    const stones = [...white.map((at) => stone("#w", at)), ...black.map((at) => stone("#b", at))];
    const rings = [...ring("left", left, 24), ...ring("reached", reached, 44), ...ring("taken", taken, 30)];
    this.#men.replaceChildren(...lines, ...stones, ...rings);
  }
}

/**
 * Rolls the list of moves, and nothing else, to where the link can be seen.
 * @param {HTMLElement} link
 */
function keepInSight(link) {
  const list = one(document, ".replay__moves");
  const top = link.offsetTop - list.scrollTop;
  if (top < 0 || top + link.offsetHeight > list.clientHeight) list.scrollTop += top - list.clientHeight / 2;
}

/**
 * @param {string} href
 * @param {Place} at
 */
function stone(href, [x, y]) {
  return svgElement("use", { href, x, y });
}

/**
 * @param {string} kind
 * @param {Place | null} at
 * @param {number} r
 */
function ring(kind, at, r) {
  return at ? [svgElement("circle", { class: `replay__${kind}`, cx: at[0], cy: at[1], r })] : [];
}

/**
 * Puts the sentence that is chosen into the field, unless something of the arbiter's own stands there.
 * @param {HTMLSelectElement} select
 * @param {HTMLTextAreaElement} reason
 * @param {Record<string, string>} ready
 */
function offerReasons(select, reason, ready) {
  select.addEventListener("change", () => {
    const isOwn = reason.value.trim() && !Object.values(ready).includes(reason.value.trim());
    if (!isOwn) reason.value = ready[select.value] ?? "";
    reason.focus();
  });
}

const frames = /** @type {Frame[]} */ (jsonOf("frames"));
const replay = new Replay(frames, Number(oneOrNull(document, ".replay__moves [aria-current]")?.dataset.ply ?? 0));
const verdict = byIdOrNull("verdict", HTMLFormElement);
if (verdict) {
  const ready = /** @type {Record<string, string>} */ (jsonOf("ready-reasons"));
  offerReasons(field(verdict, "ready", HTMLSelectElement), field(verdict, "reason", HTMLTextAreaElement), ready);
}
const dialog = byId("shortcuts", HTMLDialogElement);
const keys = byId("keys", HTMLButtonElement);
keys.hidden = false;
keys.addEventListener("click", () => dialog.showModal());
new Shortcuts({
  dialog,
  travel: (step) => replay.walk(step),
  letters: verdict ? { v: () => field(verdict, "reason", HTMLTextAreaElement).focus() } : {},
});
