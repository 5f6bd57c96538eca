// @ts-check
// The board as one thing: it is shown a position and the legal moves, and says through intents what was done to it.
// It has no state: the owner of the state calls show() after every change.

import { choices, isBound } from "./draft.js";
import { Drawing } from "./drawing.js";
import { cellOf, keyOf } from "./geometry.js";
import { Input } from "./input.js";
import { fullLines, linesOf, withMove } from "./position.js";
import { all } from "../dom.js";
import { fill } from "../words.js";

/**
 * @import { Choices, Draft } from "./draft.js"
 * @import { BoardOrientation } from "./geometry.js"
 * @import { Intend } from "./input.js"
 * @import { Colour, Position } from "./position.js"
 * @import { Texts } from "../words.js"
 */

/**
 * A Zwickmühle: a stone that swings between u and v closes a mill at both, while the partners stay.
 * @typedef {{u: string, v: string, partners: string[]}} Zwickmuehle
 * @typedef {Zwickmuehle & {color: Colour}} SidedZwickmuehle
 */

/**
 * The data that the board shows.
 * @typedef {object} Shown
 * @property {Position} position
 * @property {string[]} legal  Empty where nothing may be played.
 * @property {Draft} draft  The move in the making.
 * @property {Draft | null} last  The last move.
 * @property {BoardOrientation} orientation
 * @property {boolean} [marks]  Whether the last move and closed mills are pointed out.
 * @property {boolean} [touchMove]  Whether a stone that has been touched must be moved.
 * @property {Zwickmuehle[]} [zwickmuehlen]
 */

/** @typedef {Shown & {possible: Choices, zwickmuehlen: Zwickmuehle[], liftable: Set<string>}} Now */

export class Board {
  /** @type {Now | null} */
  #now = null;

  /**
   * @param {HTMLElement} root
   * @param {{points: string[], lines: string, texts: Texts, intend: Intend}} page
   */
  constructor(root, { points, lines, texts, intend }) {
    this.texts = texts;
    this.lines = linesOf(lines);
    this.points = points;
    this.drawing = new Drawing(root);
    this.places = placesOf(root, this.orientation);
    this.input = new Input({ root, drawing: this.drawing, points, ask: this, intend });
  }

  /** How the board lies before the reader now; at first, as the server has drawn it. */
  get orientation() {
    return this.drawing.orientation;
  }

  /** @param {Shown} shown */
  show({ marks = true, touchMove = false, zwickmuehlen = [], ...shown }) {
    const { position, legal, draft, last, orientation } = shown;
    const possible = choices(legal, draft);
    const after = withMove(position, draft);
    const liftable = liftableOf({ legal, draft, possible, bound: isBound(draft, { touchMove }) });
    const now = { ...shown, zwickmuehlen, possible, liftable };
    this.#now = now;
    this.drawing.show({
      stones: after.stones,
      lines: marks ? fullLines(after, this.lines) : [],
      last: draft.target !== null ? draft : marks ? last : null,
      chosen: draft.target === null ? draft.source : null,
      targets: possible.targets,
      placing: draft.source === null,
      takes: draft.removed === null ? possible.removals : new Set(),
      playable: legal.length > 0,
      liftable,
      labels: this.#labels(now, after),
      orientation,
      zwickmuehlen,
    });
  }

  // --- What the hands may ask ---

  /** @param {string} point */
  canLift(point) {
    return this.#now?.liftable.has(point) ?? false;
  }

  /** The side that may take a stone from its tray, or null. */
  trayColour() {
    if (!this.#now) return null;
    const { position, legal } = this.#now;
    const first = choices(legal, { source: null, target: null, removed: null });
    return first.targets.size > 0 ? position.turn : null;
  }

  /** @returns {Set<string>} */
  targets() {
    return this.#now?.possible.targets ?? new Set();
  }

  // --- Words ---

  /**
   * @param {Now} now
   * @param {Position} after
   * @returns {[point: string, label: string][]}
   */
  #labels(now, after) {
    const inLines = new Set(fullLines(after, this.lines).flat());
    return this.points.map((point) => [point, this.#label(point, now, after, inLines)]);
  }

  /**
   * @param {string} point
   * @param {Now} now
   * @param {Position} after
   * @param {Set<string>} inLines
   */
  #label(point, { draft, possible, orientation, zwickmuehlen }, after, inLines) {
    const { texts } = this;
    const colour = after.stones.get(point);
    let content = colour ? texts[`stone_${colour}`] : texts.free;
    if (inLines.has(point)) content = fill(texts.in_mill, { stone: content });
    if (point === draft.source && draft.target === null) content += `, ${texts.selected}`;
    if (draft.source !== null && possible.targets.has(point)) content += `, ${texts.possible}`;
    if (draft.removed === null && possible.removals.has(point)) content += `, ${texts.possible}`;
    for (const { v } of zwickmuehlen.filter(({ u }) => u === point)) {
      content += `, ${fill(texts.in_zwickmuehle, { point: v })}`;
    }
    const place = this.places.get(keyOf(cellOf(point, orientation)));
    return fill(texts.label, { point, place, content });
  }
}

/**
 * The stones that a hand may lift now.
 * @param {{legal: string[], draft: Draft, possible: Choices, bound: boolean}} now
 * @returns {Set<string>}
 */
function liftableOf({ legal, draft, possible, bound }) {
  if (bound) return new Set(draft.source && draft.target === null ? [draft.source] : []);
  const { sources } = choices(legal, { source: null, target: null, removed: null });
  return new Set([...sources].filter((point) => !possible.removals.has(point)));
}

/**
 * The words for where something is seen, by cell: they stay when the board is turned, and the points go elsewhere.
 * @param {HTMLElement} root
 * @param {BoardOrientation} orientation
 */
function placesOf(root, orientation) {
  const buttons = all(root, "button[data-point]");
  return new Map(buttons.map(({ dataset: { point = "", place } }) => [keyOf(cellOf(point, orientation)), place]));
}
