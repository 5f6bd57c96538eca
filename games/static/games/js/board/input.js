// Hands and keys: clicks, drags and arrow keys become intents. What they mean is decided elsewhere.

import { SIZE, alongRing, nearest, neighbour } from "./geometry.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TURNS = { Home: -1, End: 1 };
// How far a pointer goes, in CSS pixels, before a press becomes a drag.
const DRAG_FROM = 6;

export class Input {
  // `ask` answers what can be lifted and where it can go: canLift(point), trayColour(), targets().
  constructor({ root, drawing, points, ask, intend }) {
    Object.assign(this, { root, drawing, points, ask, intend, drag: null });
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#rove(event.target));
    document.addEventListener("pointerdown", (event) => this.#press(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#release(event));
    document.addEventListener("pointercancel", () => this.cancel());
    // The browser's own dragging, of selected text for instance, would take the pointer away.
    for (const name of ["selectstart", "dragstart"]) {
      document.addEventListener(name, (event) => this.drag && event.preventDefault());
    }
  }

  #click(event) {
    const point = event.target.closest("button[data-point]")?.dataset.point;
    // A drag ends with a click as well; one that comes from a key has no count.
    if (point && !(this.dragged && event.detail > 0)) this.intend({ type: "touch", point });
  }

  #key(event) {
    const point = event.target.dataset.point;
    if (!point || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") this.intend({ type: "undo" });
    const next = this.#next(event.key, point);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) this.drawing.buttons.get(next).focus();
  }

  #next(key, point) {
    const { orientation } = this.drawing;
    if (key in ARROWS) return neighbour(this.points, point, ...ARROWS[key], orientation);
    if (key in TURNS) return alongRing(this.points, point, TURNS[key], orientation);
    return undefined;
  }

  // One tab stop: the point that had the focus last.
  #rove(button) {
    if (!button.dataset.point) return;
    for (const other of this.drawing.buttons.values()) if (other.tabIndex === 0) other.tabIndex = -1;
    button.tabIndex = 0;
  }

  #press(event) {
    this.dragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const tray = event.target.closest("[data-tray]")?.dataset.tray;
    const point = event.target.closest("button[data-point]")?.dataset.point;
    const fromTray = tray && tray === this.ask.trayColour();
    if (fromTray || (point && this.ask.canLift(point))) {
      this.drag = { point: fromTray ? null : point, id: event.pointerId, x: event.clientX, y: event.clientY, stone: null };
    }
  }

  #move(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.stone && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
    if (!drag.stone) this.#lift(drag);
    this.drawing.carry(drag.stone, this.#place(event));
  }

  #lift(drag) {
    this.dragged = true;
    this.intend({ type: "lift", point: drag.point });
    drag.stone = drag.point ? this.drawing.stones.get(drag.point) : this.drawing.makeStone(this.ask.trayColour());
    document.documentElement.classList.add("is-dragging");
  }

  #release(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    this.drag = null;
    if (!drag.stone) return;
    const target = nearest(this.ask.targets(), this.#place(event), this.drawing.orientation);
    this.#end(drag);
    this.intend({ type: "drop", point: target });
    if (target === null && drag.point) this.drawing.letGo(drag.point);
  }

  cancel() {
    const { drag } = this;
    this.drag = null;
    if (!drag?.stone) return;
    this.#end(drag);
    this.intend({ type: "drop", point: null });
    if (drag.point) this.drawing.letGo(drag.point);
  }

  #end(drag) {
    document.documentElement.classList.remove("is-dragging");
    this.drawing.release(drag.stone);
    if (!drag.point) drag.stone.remove();
  }

  // Where the pointer is, in the drawing's units.
  #place({ clientX, clientY }) {
    const box = this.root.getBoundingClientRect();
    return { x: ((clientX - box.left) * SIZE) / box.width, y: ((clientY - box.top) * SIZE) / box.height };
  }
}
