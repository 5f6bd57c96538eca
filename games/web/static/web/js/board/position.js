// @ts-check
// A position as the server writes it, turned into stones; and what a move does to them. Not whether it may be played.

/**
 * @typedef {"white" | "black"} Colour
 * @typedef {Map<string, Colour>} Stones  By point.
 * @typedef {Record<Colour, number>} Hand  How many stones each side has still to place.
 * @typedef {{stones: Stones, turn: Colour, hand: Hand, quiet: number}} Position
 *   `quiet` counts the half-moves since a stone was placed or a mill closed.
 * @typedef {string[]} Line  Three points on which a mill can be closed.
 */

/**
 * A sequence of moves that has been repeated: how many half-moves it has, and how often they were played running.
 * @typedef {{length: number, times: number}} Sequence
 */

/**
 * A whole move; null stands for what it has not.
 * @typedef {Readonly<{source: string | null, target: string, removed: string | null}>} Move
 */

/** @import { Draft } from "./draft.js" */

/** @type {Record<string, Colour>} */
const COLOURS = { W: "white", B: "black" };
export const STONES_EACH = 9;

/**
 * The position that a text like "W..B… w 8 9 0" describes.
 * @param {string} text
 * @param {string[]} points  In the order of the text.
 * @returns {Position}
 */
export function parsePosition(text, points) {
  const [board, side, white, black, quiet] = text.split(" ");
  /** @type {Stones} */
  const stones = new Map();
  points.forEach((point, index) => {
    if (board[index] !== ".") stones.set(point, COLOURS[board[index]]);
  });
  const hand = { white: Number(white), black: Number(black) };
  return { stones, turn: side === "w" ? "white" : "black", hand, quiet: Number(quiet) };
}

/**
 * @param {Colour} colour
 * @returns {Colour}
 */
export function otherSide(colour) {
  return colour === "white" ? "black" : "white";
}

/**
 * The move that a notation like "d6-f6xa1" describes.
 * @param {string} notation
 * @returns {Move}
 */
export function parseMove(notation) {
  const [path, removed = null] = notation.split("x");
  const [first, second] = path.split("-");
  return { source: second === undefined ? null : first, target: second ?? first, removed };
}

/**
 * The position with a whole or half-finished move of the side to move carried out on it.
 * @param {Position} position
 * @param {Draft} draft
 * @returns {Position}
 */
export function withMove(position, { source, target, removed }) {
  if (target === null) return position;
  const stones = new Map(position.stones);
  const hand = { ...position.hand };
  if (source) stones.delete(source);
  else hand[position.turn] -= 1;
  stones.set(target, position.turn);
  if (removed) stones.delete(removed);
  return { ...position, stones, hand };
}

/**
 * Whether a move that led to the position closed a mill, which need not have taken a stone.
 * @param {Position} position
 * @param {Draft} move
 * @param {Line[]} lines
 */
export function closesMill(position, { target }, lines) {
  return fullLines(position, lines).some((line) => line.some((point) => point === target));
}

/**
 * The counts of a side's nine stones.
 * @param {{stones: Stones, hand: Hand}} position
 * @param {Colour} colour
 */
export function countStones({ stones, hand: hands }, colour) {
  const onBoard = [...stones.values()].filter((stone) => stone === colour).length;
  const hand = hands[colour];
  return { hand, onBoard, lost: Math.max(0, STONES_EACH - hand - onBoard) };
}

/**
 * The lines in a text like "a7d7g7 b6d6f6 …".
 * @param {string} text
 * @returns {Line[]}
 */
export function linesOf(text) {
  return text.split(" ").map((line) => line.match(/../g) ?? []);
}

/**
 * Those of the lines that are full of one colour.
 * @param {{stones: Stones}} position
 * @param {Line[]} lines
 */
export function fullLines({ stones }, lines) {
  return lines.filter((line) => {
    const [first, second, third] = line.map((point) => stones.get(point));
    return first !== undefined && first === second && second === third;
  });
}
