// @ts-check

import { planOf } from "../web/js/analysis/planning.js";
import { newRoot, readTree } from "../web/js/analysis/tree.js";
import { equal, test } from "../testing.js";

/** @param {string} text */
function plan(text) {
  const { lines, answers, open } = planOf(readTree(text) ?? newRoot());
  return { lines: lines.map((line) => line.join(" ")), answers, open: open.map((node) => node.moves.join(" ")) };
}

test("nothing foreseen is no plan", () => {
  equal(plan(""), { lines: [], answers: 0, open: [] });
});

test("a move and its answer are a line", () => {
  equal(plan("d6f4"), { lines: ["d6 f4"], answers: 1, open: [] });
});

test("a longer line is one line", () => {
  equal(plan("d6f4d2g7"), { lines: ["d6 f4 d2 g7"], answers: 2, open: [] });
});

test("a move without an answer is open and in no line", () => {
  equal(plan("d6"), { lines: [], answers: 0, open: ["d6"] });
  equal(plan("d6f4d2"), { lines: ["d6 f4"], answers: 1, open: ["d6 f4 d2"] });
});

test("several moves of the opponent are several lines", () => {
  equal(plan("d6(b4b2)f4"), { lines: ["d6 f4", "b4 b2"], answers: 2, open: [] });
});

test("lines share the answers with which they begin", () => {
  equal(plan("d6f4d2(b4b2)g7"), { lines: ["d6 f4 d2 g7", "d6 f4 b4 b2"], answers: 3, open: [] });
});

test("of several answers the first counts", () => {
  equal(plan("d6f4(f2)").lines, ["d6 f4"]);
});
