// @ts-check

import { closesMill, countStones, fullLines, linesOf, otherSide, parseMove, parsePosition, withMove } from "../web/js/board/position.js";
import { equal, test } from "../testing.js";
import { EMPTY_BOARD, LINES, POINTS, drawn } from "./fixtures.js";

/** @import { Colour } from "../web/js/board/position.js" */

const lines = linesOf(LINES);

/** @param {Parameters<typeof drawn>[0]} stones */
function position(stones) {
  return parsePosition(drawn(stones), POINTS);
}

test("a text becomes stones, the side to move, hands and quiet half-moves", () => {
  equal(parsePosition(`W.${".".repeat(21)}B b 8 7 12`, POINTS), {
    stones: new Map(/** @type {[string, Colour][]} */ ([["a7", "white"], ["g1", "black"]])),
    turn: "black",
    hand: { white: 8, black: 7 },
    quiet: 12,
  });
});

test("a move has a source, a target and a stone that is taken, or not", () => {
  equal(parseMove("d6"), { source: null, target: "d6", removed: null });
  equal(parseMove("d6xa1"), { source: null, target: "d6", removed: "a1" });
  equal(parseMove("d6-f6"), { source: "d6", target: "f6", removed: null });
  equal(parseMove("d6-f6xa1"), { source: "d6", target: "f6", removed: "a1" });
});

test("a placed stone comes from the hand of the side to move", () => {
  const after = withMove(parsePosition(EMPTY_BOARD, POINTS), parseMove("d6"));
  equal(after.stones, new Map([["d6", "white"]]));
  equal(after.hand, { white: 8, black: 9 });
});

test("a moved stone leaves its point, and what it takes is gone", () => {
  const after = withMove(position({ white: "d6 d7", black: "a1 g1" }), parseMove("d6-f6xa1"));
  equal(after.stones, new Map([["d7", "white"], ["f6", "white"], ["g1", "black"]]));
  equal(after.hand, { white: 0, black: 0 });
});

test("a move without a target changes nothing, and no move changes the position before it", () => {
  const before = position({ white: "d6" });
  equal(withMove(before, { source: "d6", target: null, removed: null }) === before, true);
  withMove(before, parseMove("d6-f6"));
  equal(before.stones, new Map([["d6", "white"]]));
});

test("the sixteen lines have three points each", () => {
  equal(lines.length, 16);
  equal(lines[0], ["a7", "d7", "g7"]);
  equal(lines.every((line) => line.length === 3), true);
});

test("a line is full with three stones of one colour", () => {
  equal(fullLines(position({ white: "a7 d7 g7 d6", black: "a1 d1 g4" }), lines), [["a7", "d7", "g7"]]);
  equal(fullLines(position({ white: "a7 d7", black: "g7" }), lines), []);
});

test("a move closes a mill where its target lies on a full line", () => {
  const after = position({ white: "a7 d7 g7 f6" });
  equal(closesMill(after, parseMove("g4-g7"), lines), true);
  equal(closesMill(after, parseMove("f4-f6"), lines), false);
});

test("what is neither in hand nor on the board is lost", () => {
  const { stones, hand } = position({ white: "a7 d7", black: "g1", hands: "3 0" });
  equal(countStones({ stones, hand }, "white"), { hand: 3, onBoard: 2, lost: 4 });
  equal(countStones({ stones, hand }, "black"), { hand: 0, onBoard: 1, lost: 8 });
});

test("a position with more than nine stones of a side has lost none", () => {
  const crowded = position({ white: POINTS.slice(0, 10).join(" ") });
  equal(countStones(crowded, "white"), { hand: 0, onBoard: 10, lost: 0 });
});

test("the other side of White is Black", () => {
  equal(otherSide("white"), "black");
  equal(otherSide("black"), "white");
});
