// @ts-check

import { recordOf } from "./js/analysis/record.js";
import { drawn } from "../board/fixtures.js";
import { equal, test } from "../testing.js";

const game = { rules: "standard", start: null, moves: ["d6", "f4", "d2"], result: "*" };

test("a record has tags, an empty line, and numbered moves with the result", () => {
  equal(recordOf(game), '[Result "*"]\n[Variant "standard"]\n\n1. d6 f4 2. d2 *\n');
});

test("players who have a name are named", () => {
  equal(recordOf({ ...game, names: { white: "Anna", black: "" } }).split("\n")[0], '[White "Anna"]');
});

test("names cannot break a tag", () => {
  equal(recordOf({ ...game, names: { black: 'B"\\\n ert' } }).split("\n")[0], '[Black "B\\"\\\\ ert"]');
});

test("a position in which Black begins says so in the first number", () => {
  const start = drawn({ white: "a7", black: "g1", turn: "b" });
  equal(recordOf({ ...game, start }), `[Result "*"]\n[Variant "standard"]\n[Position "${start}"]\n\n1... d6 2. f4 d2 *\n`);
});

test("lines are shorter than eighty characters, and nothing is lost", () => {
  const moves = Array(60).fill("d6-f6xa1");
  const lines = recordOf({ ...game, moves, result: "1-0" }).trimEnd().split("\n").slice(3);
  equal(lines.every((line) => line.length < 80), true);
  equal(lines.join(" ").split(" ").length, 60 + 30 + 1);
});
