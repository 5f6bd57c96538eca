// @ts-check

import { stepOf, stepsFrom } from "../web/js/table/travel.js";
import { equal, test } from "../testing.js";

test("from the middle of a game the steps lead everywhere", () => {
  equal(stepsFrom({ ply: 3, last: 8 }), { first: 0, back: 2, forward: 4, last: 8 });
});

test("no step leads beyond the beginning or the end", () => {
  equal(stepsFrom({ ply: 0, last: 8 }), { first: 0, back: 0, forward: 1, last: 8 });
  equal(stepsFrom({ ply: 8, last: 8 }), { first: 0, back: 7, forward: 8, last: 8 });
  equal(stepsFrom({ ply: 0, last: 0 }), { first: 0, back: 0, forward: 0, last: 0 });
});

test("a link says its step", () => {
  const link = document.createElement("a");
  link.dataset.travel = "back";
  equal(stepOf(link), "back");
});
