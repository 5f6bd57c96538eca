// @ts-check
// How a tree is listed: the main line as numbered rows of two half-moves, variations between them as lines. Pure.

/**
 * @import { Node } from "./tree.js"
 * @typedef {{number: number, first: Node | null, second: Node | null}} Row  Null is for what stands elsewhere.
 * @typedef {{node: Node, label: string, lines: Item[][]}} Item  A move of a variation; the lines replace it.
 * @typedef {Row | {lines: Item[][]}} Block
 */

/**
 * The main line in rows, with the variations as blocks between them.
 * @param {Node} root
 * @param {number} skipped  How many half-moves stand before the first: 1 where Black begins.
 */
export function blocksOf(root, skipped) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Row | null} */
  let row = null;
  for (let node = root; !node.isLeaf; [node] = node.children) {
    const [move, ...others] = node.children;
    const place = placeOf(move, skipped);
    if (!row || place.isFirst) blocks.push((row = { number: place.number, first: null, second: null }));
    row[place.isFirst ? "first" : "second"] = move;
    if (others.length) {
      blocks.push({ lines: others.map((other) => lineOf(other, skipped)) });
      row = null;
    }
  }
  return blocks;
}

/**
 * A variation from its first move on.
 * @param {Node} start
 * @param {number} skipped
 */
function lineOf(start, skipped) {
  const items = [item(start, skipped, [], { isFirst: true })];
  for (let node = start; !node.isLeaf; [node] = node.children) {
    const [move, ...others] = node.children;
    items.push(item(move, skipped, others, { isFirst: items[items.length - 1].lines.length > 0 }));
  }
  return items;
}

/**
 * @param {Node} node
 * @param {number} skipped
 * @param {Node[]} others
 * @param {{isFirst: boolean}} line  Whether its number must be said, as nothing stands before it.
 * @returns {Item}
 */
function item(node, skipped, others, { isFirst }) {
  const place = placeOf(node, skipped);
  let label = place.isFirst ? `${place.number}.` : "";
  if (!place.isFirst && isFirst) label = `${place.number}. …`;
  return { node, label, lines: others.map((other) => lineOf(other, skipped)) };
}

/**
 * @param {Node} node
 * @param {number} skipped
 */
function placeOf(node, skipped) {
  const index = node.ply - 1 + skipped;
  return { number: Math.floor(index / 2) + 1, isFirst: index % 2 === 0 };
}
