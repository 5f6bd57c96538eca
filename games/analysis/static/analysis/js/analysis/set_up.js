// @ts-check
// A position in the making: stones, side to move, hands, quiet half-moves, and its text. Pure; the server judges it.

import { STONES_EACH, countStones, parsePosition } from "../../../web/js/board/position.js";

/** @import { Colour, Position } from "../../../web/js/board/position.js" */

const LETTERS = { white: "W", black: "B" };
const SHAPE = /^[WB.]{24} [wb] [0-9] [0-9] (0|[1-9][0-9]{0,8})$/;
/** @type {Colour[]} */
const SIDES = ["white", "black"];

/**
 * The position in the text, or null if it is incomplete.
 * @param {string} text
 * @param {string[]} points
 */
export function readSetUp(text, points) {
  const tidy = text.trim().replace(/\s+/g, " ");
  return SHAPE.test(tidy) ? parsePosition(tidy, points) : null;
}

/**
 * @param {Position} position
 * @param {string[]} points
 */
export function writtenSetUp({ stones, turn, hand, quiet }, points) {
  const letters = points.map((point) => {
    const colour = stones.get(point);
    return colour ? LETTERS[colour] : ".";
  });
  return `${letters.join("")} ${turn[0]} ${hand.white} ${hand.black} ${quiet}`;
}

/**
 * The point gets a stone of the colour, or none for ""; a stone that lies there already is taken away. Where a side has
 * all nine, the new stone comes from its hand.
 * @param {Position} setUp
 * @param {string} point
 * @param {Colour | ""} colour
 */
export function put(setUp, point, colour) {
  const stones = new Map(setUp.stones);
  if (!colour || stones.get(point) === colour) stones.delete(point);
  else stones.set(point, colour);
  const hand = { ...setUp.hand };
  for (const side of SIDES) {
    const { onBoard } = countStones({ stones, hand }, side);
    hand[side] = Math.max(0, Math.min(hand[side], STONES_EACH - onBoard));
  }
  return { ...setUp, stones, hand };
}

/** @returns {Position} */
export function cleared() {
  return { stones: new Map(), turn: "white", hand: { white: STONES_EACH, black: STONES_EACH }, quiet: 0 };
}
