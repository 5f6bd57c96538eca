// @ts-check
// Input at the board: clicks, drags and arrow keys become intents, which other modules handle.

import { closest } from "../dom.js";
import { SIZE, alongRing, nearest, neighbour } from "./geometry.js";

/**
 * @import { Drawing } from "./drawing.js"
 * @import { Colour } from "./position.js"
 */

/**
 * The inputs at the board itself.
 * @typedef {{type: "touch", point: string}
 *   | {type: "lift", point: string | null}
 *   | {type: "drop", point: string | null}
 *   | {type: "undo"}} BoardIntent
 *   A stone is lifted from a point, or from the tray; and dropped on a point, or nowhere.
 * @typedef {(intent: BoardIntent) => void} Intend
 */

/**
 * @typedef {object} Ask
 * @property {(point: string) => boolean} canLift
 * @property {() => Colour | null} trayColour  The side that may take a stone from its tray.
 * @property {() => Set<string>} targets  Where the stone may go.
 */

/** @typedef {{point: string | null, id: number, x: number, y: number, stone: SVGGElement | null}} Drag */

/** @typedef {{point: string, id: number}} Press  A point that a pointer is on since it was pressed there. */

/** @type {Record<string, [across: number, down: number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, number>} */
const TURNS = { Home: -1, End: 1 };
// How far a pointer goes, in CSS pixels, before a press becomes a drag.
const DRAG_FROM = 6;
const POINT = "button[data-point]";

export class Input {
  /** @type {Drag | null} */
  #drag = null;
  /** @type {Press | null} */
  #press = null;
  // Whether the pointer has done already what the click after it would do.
  #isDone = false;

  /** @param {{root: HTMLElement, drawing: Drawing, points: string[], ask: Ask, intend: Intend}} board */
  constructor({ root, drawing, points, ask, intend }) {
    this.root = root;
    this.drawing = drawing;
    this.points = points;
    this.ask = ask;
    this.intend = intend;
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#rove(event));
    document.addEventListener("pointerdown", (event) => this.#begin(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#release(event));
    document.addEventListener("pointercancel", () => this.cancel());
    // The browser's own dragging, of selected text for instance, would take the pointer away.
    for (const name of ["selectstart", "dragstart"]) {
      document.addEventListener(name, (event) => this.#drag && event.preventDefault());
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const point = closest(event, POINT)?.dataset.point;
    // A pointer acts when it is raised: after a fast drag, browsers leave out the click of the next tap. Keys and
    // screen readers click without a pointer.
    if (point && !(this.#isDone && event.detail > 0)) this.intend({ type: "touch", point });
    this.#isDone = false;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const point = closest(event, POINT)?.dataset.point;
    if (!point || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") this.intend({ type: "undo" });
    const next = this.#next(event.key, point);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) this.drawing.buttons.get(next)?.focus();
  }

  /**
   * The point to which a key leads: null at the edge of the board, undefined for any other key.
   * @param {string} key
   * @param {string} point
   */
  #next(key, point) {
    const { orientation } = this.drawing;
    if (key in ARROWS) return neighbour(this.points, point, ...ARROWS[key], orientation);
    if (key in TURNS) return alongRing(this.points, point, TURNS[key], orientation);
    return undefined;
  }

  /**
   * One tab stop: the point that had the focus last.
   * @param {FocusEvent} event
   */
  #rove(event) {
    const button = closest(event, POINT);
    if (!button) return;
    for (const other of this.drawing.buttons.values()) if (other.tabIndex === 0) other.tabIndex = -1;
    button.tabIndex = 0;
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    this.#isDone = false;
    this.#press = null;
    if (event.button !== 0 || !event.isPrimary) return;
    const tray = closest(event, "[data-tray]")?.dataset.tray;
    const point = closest(event, POINT)?.dataset.point;
    if (point) this.#press = { point, id: event.pointerId };
    const from = { id: event.pointerId, x: event.clientX, y: event.clientY, stone: null };
    if (tray && tray === this.ask.trayColour()) this.#drag = { ...from, point: null };
    else if (point && this.ask.canLift(point)) this.#drag = { ...from, point };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.stone && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
    drag.stone ??= this.#lift(drag);
    if (drag.stone) this.drawing.carry(drag.stone, this.#place(event));
  }

  /** @param {Drag} drag */
  #lift({ point }) {
    this.#isDone = true;
    this.#press = null;
    this.intend({ type: "lift", point });
    document.documentElement.classList.add("is-dragging");
    if (point) return this.drawing.stones.get(point) ?? null;
    const colour = this.ask.trayColour();
    return colour && this.drawing.makeStone(colour);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const drag = this.#drag;
    this.#tap(event);
    if (!drag || event.pointerId !== drag.id) return;
    this.#drag = null;
    if (!drag.stone) return;
    const target = nearest(this.ask.targets(), this.#place(event), this.drawing.orientation);
    this.#end(drag);
    this.intend({ type: "drop", point: target });
    if (target === null && drag.point) this.drawing.letGo(drag.point);
  }

  /**
   * Where the pointer was pressed and is raised.
   * @param {PointerEvent} event
   */
  #tap(event) {
    const press = this.#press;
    this.#press = null;
    if (!press || press.id !== event.pointerId) return;
    const { clientX, clientY } = event;
    const under = document.elementFromPoint(clientX, clientY)?.closest(POINT);
    if (under !== this.drawing.buttons.get(press.point)) return;
    this.#isDone = true;
    this.intend({ type: "touch", point: press.point });
  }

  cancel() {
    const drag = this.#drag;
    this.#press = null;
    this.#drag = null;
    if (!drag?.stone) return;
    this.#end(drag);
    this.intend({ type: "drop", point: null });
    if (drag.point) this.drawing.letGo(drag.point);
  }

  /** @param {Drag} drag */
  #end({ point, stone }) {
    document.documentElement.classList.remove("is-dragging");
    if (!stone) return;
    this.drawing.release(stone);
    if (!point) stone.remove();
  }

  /**
   * Where the pointer is, in the drawing's units.
   * @param {PointerEvent} event
   */
  #place({ clientX, clientY }) {
    const box = this.root.getBoundingClientRect();
    return { x: ((clientX - box.left) * SIZE) / box.width, y: ((clientY - box.top) * SIZE) / box.height };
  }
}
