// @ts-check

import { blocksOf } from "./js/analysis/listing.js";
import { newRoot, readTree } from "./js/analysis/tree.js";
import { equal, test } from "../testing.js";

/** @import { Item } from "./js/analysis/listing.js" */

/**
 * The list as text: a row as [number, first, second], variations as lists of labels and moves.
 * @param {string} text
 * @param {number} skipped
 */
function listed(text, skipped = 0) {
  return blocksOf(readTree(text) ?? newRoot(), skipped).map((block) =>
    "lines" in block ? block.lines.map(words) : [block.number, block.first?.move ?? null, block.second?.move ?? null],
  );
}

/**
 * @param {Item[]} items
 * @returns {string}
 */
function words(items) {
  return items.map(({ label, node, lines }) => [label, node.move, ...lines.map((line) => `(${words(line)})`)].filter(Boolean).join(" ")).join(" ");
}

test("a line without variations is a list of rows", () => {
  equal(listed(""), []);
  equal(listed("d6f4d2"), [[1, "d6", "f4"], [2, "d2", null]]);
});

test("where Black begins, the first row lacks its first move", () => {
  equal(listed("d6f4d2", 1), [[1, null, "d6"], [2, "f4", "d2"]]);
});

test("the rows of conditional moves go on where the game stands", () => {
  equal(listed("d6f4", 6), [[4, "d6", "f4"]]);
});

test("variations stand behind the move that they replace, and the row goes on after them", () => {
  equal(listed("d6(f4)d2g7"), [[1, "d6", null], ["1. f4"], [1, null, "d2"], [2, "g7", null]]);
  equal(listed("d6f4(f2)(b4)d2"), [[1, "d6", "f4"], ["1. … f2", "1. … b4"], [2, "d2", null]]);
});

test("a variation says its number at its beginning, before White, and after another variation", () => {
  equal(listed("d6f4(f2b4g7)d2"), [[1, "d6", "f4"], ["1. … f2 2. b4 g7"], [2, "d2", null]]);
  equal(listed("d6(f4b4(a1)g7)"), [[1, "d6", null], ["1. f4 b4 (1. … a1) 2. g7"]]);
  equal(listed("d6(f4b4g7(a1)a4)"), [[1, "d6", null], ["1. f4 b4 2. g7 (2. a1) 2. … a4"]]);
});
