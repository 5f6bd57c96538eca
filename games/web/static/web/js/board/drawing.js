// @ts-check
// Shows a board: compares what is wanted with what is drawn, and changes only what differs.

import { all, svgElement } from "../dom.js";
import { SIZE, TURNED_ROUND, UPRIGHT, cellOf, isSame, spotOf } from "./geometry.js";

/**
 * @import { Zwickmuehle } from "./board.js"
 * @import { Draft } from "./draft.js"
 * @import { BoardOrientation, Spot } from "./geometry.js"
 * @import { Colour, Line, Stones } from "./position.js"
 */

/**
 * The content of the drawing.
 * @typedef {object} View
 * @property {Stones} stones
 * @property {Line[]} lines  Closed mills.
 * @property {Draft | null} last  The last move.
 * @property {string | null} chosen  The point of the stone that moves.
 * @property {Set<string>} targets  Where it may go.
 * @property {boolean} placing  Whether a stone comes from the hand: where it may go is not pointed out then.
 * @property {Set<string>} takes  Stones that may be taken.
 * @property {boolean} playable
 * @property {Set<string>} liftable  The stones that may be dragged.
 * @property {[point: string, label: string][]} labels
 * @property {BoardOrientation} orientation
 * @property {Zwickmuehle[]} zwickmuehlen
 */

/** @typedef {[point: string, stone: SVGGElement]} Placed */

const SLIDE = { duration: 260, easing: "cubic-bezier(.3, .1, .2, 1)" };
// Where a coordinate stands: from the left edge, from the lower edge, and how far its foot is below its middle.
const [BESIDE, BELOW, HALF_A_FIGURE] = [10, 7, 6];
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Drawing {
  /**
   * The place of each stone, also while it is dragged.
   * @type {WeakMap<SVGGElement, Spot>}
   */
  #spots = new WeakMap();
  /** @type {string | null} */
  #linesShown = null;
  /** @type {string | null} */
  #lastShown = null;
  /** @type {string | null} */
  #zwickmuehlenShown = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.layers = Object.fromEntries(all(root, "[data-layer]", SVGGElement).map((g) => [g.dataset.layer, g]));
    this.buttons = new Map(all(root, "button[data-point]").map((button) => [button.dataset.point ?? "", button]));
    const drawn = all(root, "[data-layer=stones] > [data-point]", SVGGElement);
    this.stones = new Map(drawn.map((stone) => [stone.dataset.point ?? "", stone]));
    /** @type {BoardOrientation} */
    this.orientation = root.hasAttribute("data-flipped") ? TURNED_ROUND : UPRIGHT;
    for (const [point, stone] of this.stones) this.#spots.set(stone, spotOf(point, this.orientation));
  }

  /** @param {View} view */
  show(view) {
    if (!isSame(view.orientation, this.orientation)) this.#turn(view.orientation);
    this.#showStones(view);
    this.#showLines(view.lines);
    this.#showLast(view.last);
    this.#showHints(view);
    this.#showZwickmuehlen(view.zwickmuehlen);
    for (const [point, label] of view.labels) setAttribute(this.buttons.get(point), "aria-label", label);
    this.root.classList.toggle("board--playable", view.playable);
  }

  /**
   * Puts a stone somewhere between the points, under the finger.
   * @param {SVGGElement} stone
   * @param {Spot} place
   */
  carry(stone, place) {
    stone.classList.add("board__stone--carried");
    this.#put(stone, place);
    if (stone !== this.layers.stones.lastElementChild) this.layers.stones.append(stone);
  }

  /** @param {SVGGElement} stone */
  release(stone) {
    stone.classList.remove("board__stone--carried");
  }

  /**
   * Lets the stone of a point go back to where it belongs, after a drag that led nowhere.
   * @param {string} point
   */
  letGo(point) {
    const stone = this.stones.get(point);
    if (stone) this.#slide(stone, spotOf(point, this.orientation));
  }

  /** @param {Colour} colour */
  makeStone(colour) {
    const stone = svgElement("g", { class: `board__stone board__stone--${colour}` });
    stone.append(svgElement("use", { href: `#piece-${colour}` }));
    this.layers.stones.append(stone);
    return stone;
  }

  /** @param {BoardOrientation} orientation */
  #turn(orientation) {
    this.orientation = orientation;
    for (const [point, button] of this.buttons) {
      const { column, row } = cellOf(point, orientation);
      button.className = `board__point board__point--column-${column} board__point--row-${row}`;
    }
    for (const [point, stone] of this.stones) this.#put(stone, spotOf(point, orientation));
    for (const text of all(this.root, "[data-file]", SVGElement)) this.#putCoordinate(text, `${text.dataset.file}4`);
    for (const text of all(this.root, "[data-rank]", SVGElement)) this.#putCoordinate(text, `d${text.dataset.rank}`);
    this.#linesShown = this.#lastShown = this.#zwickmuehlenShown = null;
  }

  /**
   * Files are named at the lower edge and ranks at the left; after a quarter turn it is the other way round.
   * @param {SVGElement} text
   * @param {string} point
   */
  #putCoordinate(text, point) {
    const isBelow = "file" in text.dataset === (this.orientation.turns % 2 === 0);
    const { x, y } = spotOf(point, this.orientation);
    setAttribute(text, "x", String(isBelow ? x : BESIDE));
    setAttribute(text, "y", String(isBelow ? SIZE - BELOW : y + HALF_A_FIGURE));
  }

  /** @param {View} view */
  #showStones({ stones, chosen, takes }) {
    const lifted = [...this.stones].filter(([point, stone]) => colourOf(stone) !== stones.get(point));
    for (const [point] of lifted) this.stones.delete(point);
    for (const [point, colour] of stones) {
      if (!this.stones.has(point)) this.#bring(point, colour, lifted);
    }
    for (const [, stone] of lifted) this.#fade(stone);
    for (const [point, stone] of this.stones) {
      stone.classList.toggle("board__stone--chosen", point === chosen);
      stone.classList.toggle("board__stone--at-stake", takes.has(point));
    }
  }

  /**
   * A stone of the colour that has left another point slides over; else a new one is put down.
   * @param {string} point
   * @param {Colour} colour
   * @param {Placed[]} lifted
   */
  #bring(point, colour, lifted) {
    const index = lifted.findIndex(([, stone]) => colourOf(stone) === colour);
    const spot = spotOf(point, this.orientation);
    const stone = index < 0 ? this.makeStone(colour) : lifted.splice(index, 1)[0][1];
    stone.dataset.point = point;
    this.stones.set(point, stone);
    if (index < 0) this.#drop(stone, spot);
    else this.#slide(stone, spot);
  }

  /**
   * @param {SVGGElement} stone
   * @param {Spot} spot
   */
  #slide(stone, spot) {
    const from = this.#spotOf(stone);
    this.layers.stones.append(stone);
    this.#put(stone, spot);
    if (!still.matches) stone.animate([{ transform: css(from) }, { transform: css(spot) }], SLIDE);
  }

  /**
   * @param {SVGGElement} stone
   * @param {Spot} spot
   */
  #drop(stone, spot) {
    this.#put(stone, spot);
    if (still.matches) return;
    const from = { transform: `${css(spot)} scale(1.25)`, opacity: 0 };
    stone.animate([from, { transform: css(spot), opacity: 1 }], { ...SLIDE, duration: 180 });
  }

  /** @param {SVGGElement} stone */
  #fade(stone) {
    if (still.matches) {
      stone.remove();
      return;
    }
    const at = css(this.#spotOf(stone));
    const fading = [{ transform: at, opacity: 1 }, { transform: `${at} scale(.6)`, opacity: 0 }];
    stone.animate(fading, { ...SLIDE, fill: "forwards" }).finished.then(() => stone.remove(), () => stone.remove());
  }

  /**
   * @param {SVGGElement} stone
   * @param {Spot} spot
   */
  #put(stone, spot) {
    this.#spots.set(stone, spot);
    setAttribute(stone, "transform", `translate(${spot.x} ${spot.y})`);
  }

  /** @param {SVGGElement} stone */
  #spotOf(stone) {
    return this.#spots.get(stone) ?? spotOf(stone.dataset.point ?? "", this.orientation);
  }

  /** @param {Line[]} lines */
  #showLines(lines) {
    const wanted = lines.map((line) => line.join("")).join(" ");
    if (wanted === this.#linesShown) return;
    this.#linesShown = wanted;
    this.layers.mills.replaceChildren(...lines.map((line) => {
      const [start, end] = [spotOf(line[0], this.orientation), spotOf(line[2], this.orientation)];
      return svgElement("line", { class: "board__mill", x1: start.x, y1: start.y, x2: end.x, y2: end.y });
    }));
  }

  /** @param {Draft | null} move */
  #showLast(move) {
    const wanted = move ? `${move.source}${move.target}${move.removed}` : "";
    if (wanted === this.#lastShown) return;
    this.#lastShown = wanted;
    const marks = [];
    if (move?.source) marks.push(this.#mark("circle", "board__came-from", move.source, { r: 24 }));
    if (move?.target) marks.push(this.#mark("circle", "board__went-to", move.target, { r: 44 }));
    if (move?.removed) marks.push(this.#mark("path", "board__taken", move.removed, { d: "M-17-17l34 34m0-34l-34 34" }));
    this.layers.last.replaceChildren(...marks);
  }

  /**
   * Two arrows between the two points, and a ring round each of the four stones that stay.
   * @param {Zwickmuehle[]} zwickmuehlen
   */
  #showZwickmuehlen(zwickmuehlen) {
    const wanted = JSON.stringify(zwickmuehlen);
    if (wanted === this.#zwickmuehlenShown) return;
    this.#zwickmuehlenShown = wanted;
    this.layers.zwickmuehlen.replaceChildren(...zwickmuehlen.flatMap(({ u, v, partners }) => [
      ...partners.map((point) => this.#mark("circle", "board__partner", point, { r: 40 })),
      svgElement("path", { class: "board__swing", d: this.#swing(u, v) }),
    ]));
  }

  /**
   * @param {string} u
   * @param {string} v
   */
  #swing(u, v) {
    const [from, to] = [spotOf(u, this.orientation), spotOf(v, this.orientation)];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
    /** @type {(tip: Spot, way: number) => string} */
    const arrow = (tip, way) => {
      /** @param {number} side */
      const wing = (side) => `${tip.x - way * 18 * x + side * 13 * y} ${tip.y - way * 18 * y - side * 13 * x}`;
      return `M${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}`;
    };
    return `M${from.x} ${from.y}L${to.x} ${to.y}${arrow(to, 1)}${arrow(from, -1)}`;
  }

  /** @param {View} view */
  #showHints({ chosen, targets, takes, playable, liftable, placing }) {
    const marks = chosen ? [this.#mark("circle", "board__chosen", chosen, { r: 46 })] : [];
    if (playable && !placing) for (const point of targets) marks.push(this.#mark("circle", "board__target", point, { r: 17 }));
    for (const point of takes) marks.push(this.#mark("circle", "board__take", point, { r: 42 }));
    this.layers.hints.replaceChildren(...marks);
    for (const [point, button] of this.buttons) {
      button.classList.toggle("board__point--open", playable && (targets.has(point) || takes.has(point)));
      button.classList.toggle("board__point--liftable", liftable.has(point));
    }
  }

  /**
   * @param {"circle" | "path"} name
   * @param {string} className
   * @param {string} point
   * @param {Record<string, unknown>} attributes
   */
  #mark(name, className, point, attributes) {
    const spot = spotOf(point, this.orientation);
    return svgElement(name, { class: className, transform: `translate(${spot.x} ${spot.y})`, ...attributes });
  }
}

/**
 * @param {SVGGElement} stone
 * @returns {Colour}
 */
function colourOf(stone) {
  return stone.classList.contains("board__stone--white") ? "white" : "black";
}

/** @param {Spot} spot */
function css({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}

/**
 * @param {Element | undefined} node
 * @param {string} name
 * @param {string} value
 */
function setAttribute(node, name, value) {
  if (node && node.getAttribute(name) !== value) node.setAttribute(name, value);
}
