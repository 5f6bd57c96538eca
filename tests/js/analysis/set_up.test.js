// @ts-check

import { cleared, put, readSetUp, writtenSetUp } from "./js/analysis/set_up.js";
import { EMPTY_BOARD, POINTS, drawn } from "../board/fixtures.js";
import { equal, test } from "../testing.js";

const TEXT = drawn({ white: "a7 d7", black: "g1", turn: "b", hands: "3 4", quiet: 17 });

test("a text that is read is written the same", () => {
  for (const text of [TEXT, EMPTY_BOARD, drawn({ white: "a7" })]) {
    const found = readSetUp(text, POINTS);
    equal(found && writtenSetUp(found, POINTS), text);
  }
});

test("spaces around the parts do not matter", () => {
  equal(readSetUp(`  ${TEXT.replaceAll(" ", "   ")}\n`, POINTS), readSetUp(TEXT, POINTS));
});

test("what is no position shows nothing", () => {
  for (const text of ["", "W", TEXT.replace("W", "X"), TEXT.slice(1), `${TEXT} 1`, TEXT.replace("17", "017"), TEXT.replace("3", "10")]) {
    equal([text, readSetUp(text, POINTS)], [text, null]);
  }
});

test("a stone is put, replaced, and taken away by its own colour or by nothing", () => {
  const one = put(cleared(), "d6", "white");
  equal(one.stones, new Map([["d6", "white"]]));
  equal(put(one, "d6", "black").stones, new Map([["d6", "black"]]));
  equal(put(one, "d6", "white").stones, new Map());
  equal(put(one, "d6", "").stones, new Map());
});

test("the ninth stone and those before it come from the hand", () => {
  let setUp = cleared();
  for (const point of POINTS.slice(0, 9)) setUp = put(setUp, point, "black");
  equal(setUp.hand, { white: 9, black: 0 });
});

test("a stone comes from the hand only where a side has all nine", () => {
  const { hand } = put({ ...cleared(), hand: { white: 2, black: 9 } }, "d6", "white");
  equal(hand, { white: 2, black: 9 });
});

test("what was set up before stays as it was", () => {
  const before = cleared();
  put(before, "d6", "white");
  equal(before, cleared());
});
