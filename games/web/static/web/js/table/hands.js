// @ts-check
// What hands do to the move in the making, the same on every page with a board to play on. A page says what a step and
// a whole move lead to (proceed), and what is said to a point that means nothing now (scold).

import { EMPTY, isBound, touch } from "../board/draft.js";
import { byId } from "../dom.js";
import { fill, say } from "../words.js";

/**
 * @import { Draft, TouchMove } from "../board/draft.js"
 * @import { BoardIntent } from "../board/input.js"
 * @import { Texts } from "../words.js"
 * @import { Orientation } from "./orientation.js"
 */

/**
 * The inputs at the board and at the buttons beside it. Each type is a method, of Hands or of the page.
 * @typedef {BoardIntent | {type: "turn", quarters: number} | {type: "mirror"} | {type: "help"}} TableIntent
 */

/**
 * @typedef {object} TableState
 * @property {Draft} draft
 * @property {string[]} legal
 * @property {Texts} texts
 * @property {TouchMove} touchMove
 * @property {Orientation} [orientation]  Where the board can be turned.
 * @property {(changes: {draft?: Draft}) => void} change
 */

/**
 * @template {TableState} [S=TableState]
 * @template {{type: string}} [I=TableIntent]
 */
export class Hands {
  /** @param {{state: S}} parts */
  constructor({ state }) {
    this.state = state;
  }

  /** @param {I} intent */
  intend(intent) {
    const actions = /** @type {Record<string, (intent: I) => void>} */ (/** @type {unknown} */ (this));
    actions[intent.type](intent);
  }

  /** @param {{point: string}} intent */
  touch({ point }) {
    const { legal, draft, touchMove } = this.state;
    const next = touch(legal, draft, point, touchMove);
    if (next) this.proceed(next);
    else this.scold(point);
  }

  /** @param {{point: string | null}} intent */
  lift({ point }) {
    if (!this.isBound) this.state.change({ draft: point ? { ...EMPTY, source: point } : EMPTY });
  }

  /**
   * A stone that was dropped nowhere is put back, unless it has been touched for good.
   * @param {{point: string | null}} intent
   */
  drop({ point }) {
    const { legal, draft, touchMove } = this.state;
    const next = point && touch(legal, draft, point, touchMove);
    if (next && next.target === point) this.proceed(next);
    else if (this.isBound) this.proceed({ ...EMPTY, source: draft.source });
    else this.state.change({ draft: EMPTY });
  }

  /**
   * A step towards a move, or a whole one.
   * @param {Draft} draft
   */
  proceed(draft) {
    this.state.change({ draft });
  }

  /**
   * A point was touched that means nothing now.
   * @param {string} _point
   */
  scold(_point) {}

  /** @param {{quarters: number}} intent */
  turn({ quarters }) {
    this.state.orientation?.turn(quarters);
    this.#turned(this.state.texts.turned);
  }

  mirror() {
    this.state.orientation?.mirror();
    this.#turned(this.state.texts.mirrored);
  }

  /** @param {string} told */
  #turned(told) {
    this.state.change({});
    say(told);
  }

  help() {
    byId("shortcuts", HTMLDialogElement).showModal();
  }

  /** Whether a stone has been touched that must be moved. */
  get isBound() {
    return isBound(this.state.draft, this.state.touchMove);
  }

  get touched() {
    return fill(this.state.texts.touched, { point: this.state.draft.source });
  }
}
