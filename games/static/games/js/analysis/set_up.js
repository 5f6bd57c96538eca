// A position in the making: stones, side to move, hands, quiet half-moves, and its text. Pure; the server judges it.

import { countStones, parsePosition } from "../board/position.js";

const LETTERS = { white: "W", black: "B" };
const SHAPE = /^[WB.]{24} [wb] [0-9] [0-9] (0|[1-9][0-9]{0,8})$/;
const STONES_EACH = 9;

// What the text shows, or null while it shows nothing.
export function readSetUp(text, points) {
  const tidy = text.trim().replace(/\s+/g, " ");
  if (!SHAPE.test(tidy)) return null;
  return { ...parsePosition(tidy, points), quiet: Number(tidy.split(" ")[4]) };
}

export function writtenSetUp({ stones, turn, hand, quiet }, points) {
  const board = points.map((point) => LETTERS[stones.get(point)] ?? ".").join("");
  return `${board} ${turn[0]} ${hand.white} ${hand.black} ${quiet}`;
}

// The point gets a stone of the colour, or none for ""; a stone that lies there already is taken away. Where a side has
// all nine, the new stone comes from its hand.
export function put(setUp, point, colour) {
  const stones = new Map(setUp.stones);
  if (!colour || stones.get(point) === colour) stones.delete(point);
  else stones.set(point, colour);
  const hand = { ...setUp.hand };
  for (const side of ["white", "black"]) {
    const { onBoard } = countStones({ stones, hand }, side);
    hand[side] = Math.max(0, Math.min(hand[side], STONES_EACH - onBoard));
  }
  return { ...setUp, stones, hand };
}

export function cleared() {
  return { stones: new Map(), turn: "white", hand: { white: STONES_EACH, black: STONES_EACH }, quiet: 0 };
}
