// @ts-check

import { standsIn } from "./js/analysis/withheld.js";
import { drawn } from "../board/fixtures.js";
import { equal, test } from "../testing.js";

const SAME = Array.from({ length: 24 }, (_, index) => index);
const REVERSED = SAME.toReversed();
const GAME = `${stones({ white: "a7 d7", black: "g1" })} w`;

/** @param {{white?: string, black?: string}} position */
function stones(position) {
  return drawn(position).split(" ")[0];
}

/**
 * @param {{white?: string, black?: string}} position
 * @param {number[][]} symmetries
 */
function stands(position, symmetries = [SAME]) {
  return standsIn([GAME], { stones: stones(position), symmetries });
}

test("where no game is played, nothing is withheld", () => {
  equal(standsIn([], { stones: stones({}), symmetries: [SAME] }), false);
});

test("the position of the game is withheld", () => {
  equal(stands({ white: "a7 d7", black: "g1" }), true);
});

test("every position after the next half-move is withheld", () => {
  equal(stands({ white: "a7 d7 g7", black: "g1" }), true);
  equal(stands({ white: "a7 d6", black: "g1" }), true);
  equal(stands({ white: "a7 d6", black: "" }), true);
});

test("what takes more than a half-move of the side on move is not withheld", () => {
  equal(stands({ white: "a7 d7", black: "g1 a1" }), false);
  equal(stands({ white: "a4 d6", black: "g1" }), false);
  equal(stands({ white: "a7 d7", black: "" }), false);
  equal(stands({ white: "a7", black: "g1" }), false);
  equal(stands({ white: "g7", black: "g1" }), false);
  equal(stands({ white: "a7 d7", black: "d1" }), false);
});

test("a half-move takes one stone at most", () => {
  const game = `${stones({ white: "a7 d7", black: "g1 d1 a1" })} w`;
  const after = (/** @type {string} */ black) => standsIn([game], { stones: stones({ white: "a7 d6", black }), symmetries: [SAME] });
  equal([after("g1 d1 a1"), after("g1 d1"), after("g1")], [true, true, false]);
});

test("a position is the same on a board that is turned", () => {
  equal(stands({ white: "g1 d1", black: "a7" }), false);
  equal(stands({ white: "g1 d1", black: "a7" }, [SAME, REVERSED]), true);
});
