// @ts-check
// Moves as people type or dictate them, "D6 f6 x a1" or "d6 to f6 takes a1", brought into the notation: d6-f6xa1.
// The words come from the page, in its language; nothing here knows what may be played.

const TOKEN = /([a-g])\s*([1-7])|[\p{L}]+?(?=\s*[a-g]\s*[1-7]\b|[^\p{L}]|$)|[^\s\p{L}]/gu;
const BETWEEN = [..."-‐‑‒–—−→>,.;"];
const TAKING = ["x", "×", ":"];

/** @import { Texts } from "../words.js" */

/**
 * The move in the notation; null for what is no move at all. Two points without a word between them are a step, unless
 * `legal` says that a stone is placed on the first and the second is taken.
 * @param {string} text
 * @param {{texts: Texts, legal?: string[]}} known  The texts `words_to` and `words_takes` list what stands between two
 *   points and what says that a stone is taken, `words_numbers` the numbers from one to seven.
 */
export function dictated(text, { texts, legal = [] }) {
  const tokens = [...withFigures(text, texts.words_numbers).matchAll(TOKEN)];
  /** @type {string[]} */
  const points = [];
  let taken = null;
  for (const [token, file, rank] of tokens) {
    if (file) points.push(file + rank);
    else if (isOneOf(token, TAKING, texts.words_takes)) taken ??= points.length;
    else if (!isOneOf(token, BETWEEN, texts.words_to)) return null;
  }
  return written(points, taken, legal);
}

/**
 * @param {string[]} points
 * @param {number | null} taken  How many points stand before the word that takes a stone.
 * @param {string[]} legal
 */
function written(points, taken, legal) {
  if (points.length === 0 || points.length > 3 || (taken !== null && taken !== points.length - 1)) return null;
  if (points.length === 3) return `${points[0]}-${points[1]}x${points[2]}`;
  if (points.length === 1) return taken === null ? points[0] : null;
  const [placing, step] = [points.join("x"), points.join("-")];
  return taken === 1 || (!legal.some((move) => move.startsWith(step)) && legal.includes(placing)) ? placing : step;
}

/**
 * @param {string} token
 * @param {string[]} signs
 * @param {string} words
 */
function isOneOf(token, signs, words) {
  return signs.includes(token) || words.split(" ").includes(token);
}

/**
 * "d six" is d6.
 * @param {string} text
 * @param {string} numbers
 */
function withFigures(text, numbers) {
  const names = numbers.split(" ");
  const word = /[\p{L}]+/gu;
  return text.toLowerCase().replace(word, (found) => (names.includes(found) ? String(names.indexOf(found) + 1) : found));
}
