// @ts-check
// How the reader has turned the board. That is presentation only: this browser keeps it, for all games, on top of how
// the board lies before a seat; no move and no name depends on it.

import { keep, kept } from "../storage.js";

/** @import { BoardOrientation } from "../board/geometry.js" */

const KEY = "muehle-board-turned";
const AS_SEATED = { turns: 0, mirrored: false };

export class Orientation {
  /**
   * `seated` is how the server has drawn the board: turned round for Black. A link may show it as somebody else had it,
   * until the readers turn it themselves.
   * @param {BoardOrientation} seated
   */
  constructor(seated) {
    this.seated = seated;
    this.own = keptOrientation();
    this.linked = linkedIn(location.search);
  }

  /** @returns {BoardOrientation} */
  get now() {
    return this.linked ?? { turns: (this.seated.turns + this.own.turns) % 4, mirrored: this.own.mirrored };
  }

  /** Whether the board lies otherwise than the server draws it for whoever sits here. */
  get isTurned() {
    return this.now.turns !== this.seated.turns || this.now.mirrored;
  }

  /** @param {number} quarters */
  turn(quarters) {
    this.#adopt();
    this.#keep({ ...this.own, turns: (this.own.turns + quarters) % 4 });
  }

  /** From left to right as it is seen: what had been turned clockwise is now turned against the clock. */
  mirror() {
    this.#adopt();
    this.#keep({ turns: (4 - this.own.turns) % 4, mirrored: !this.own.mirrored });
  }

  #adopt() {
    if (!this.linked) return;
    const { turns, mirrored } = this.linked;
    this.own = { turns: (turns - this.seated.turns + 4) % 4, mirrored };
    this.linked = null;
  }

  /** @param {BoardOrientation} own */
  #keep(own) {
    this.own = own;
    keep(KEY, own);
  }
}

/** @typedef {Record<"turned" | "quarter" | "mirrored", 1 | null>} Wishes */

/**
 * How a board lies as the part of an address that pictures and pages understand; null for what need not be said.
 * @param {BoardOrientation} orientation
 * @returns {Wishes}
 */
export function wishesOf({ turns, mirrored }) {
  return { turned: turns >= 2 ? 1 : null, quarter: turns % 2 ? 1 : null, mirrored: mirrored ? 1 : null };
}

/**
 * @param {string} search
 * @returns {BoardOrientation | null}
 */
function linkedIn(search) {
  const query = new URLSearchParams(search);
  const [turned, quarter, mirrored] = ["turned", "quarter", "mirrored"].map((name) => query.get(name) === "1");
  return turned || quarter || mirrored ? { turns: (turned ? 2 : 0) + (quarter ? 1 : 0), mirrored } : null;
}

/** @returns {BoardOrientation} */
function keptOrientation() {
  const own = /** @type {Partial<BoardOrientation> | null} */ (kept(KEY));
  if (own?.turns === undefined || ![0, 1, 2, 3].includes(own.turns)) return AS_SEATED;
  return { turns: own.turns, mirrored: own.mirrored === true };
}
