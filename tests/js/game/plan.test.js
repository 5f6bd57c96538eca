// @ts-check

import { Plan, foreseenFrom } from "../site/js/game/plan.js";
import { newRoot, readTree } from "../analysis/js/analysis/tree.js";
import { equal, test } from "../testing.js";

/** @param {string} text */
function foreseen(text) {
  const { lines, answers, open } = foreseenFrom(readTree(text) ?? newRoot());
  return { lines: lines.map((line) => line.join(" ")), answers, open: open.map((node) => node.moves.join(" ")) };
}

/**
 * A plan of these lines, while the opponent is to move.
 * @param {string[]} lines
 */
function planned(...lines) {
  return new Plan(lines.map((line) => line.split(" ")), false);
}

/**
 * @param {Plan} plan
 * @param {string[]} moves
 */
function enter(plan, ...moves) {
  plan.node = plan.root;
  return moves.map((move) => plan.play(move));
}

test("nothing foreseen is no plan", () => {
  equal(foreseen(""), { lines: [], answers: 0, open: [] });
});

test("a longer line is one line", () => {
  equal(foreseen("d6f4d2g7"), { lines: ["d6 f4 d2 g7"], answers: 2, open: [] });
});

test("a move without an answer is open and in no line", () => {
  equal(foreseen("d6"), { lines: [], answers: 0, open: ["d6"] });
  equal(foreseen("d6f4d2"), { lines: ["d6 f4"], answers: 1, open: ["d6 f4 d2"] });
});

test("several moves of the opponent are several lines, which share their beginning", () => {
  equal(foreseen("d6(b4b2)f4"), { lines: ["d6 f4", "b4 b2"], answers: 2, open: [] });
  equal(foreseen("d6f4d2(b4b2)g7"), { lines: ["d6 f4 d2 g7", "d6 f4 b4 b2"], answers: 3, open: [] });
});

test("another answer takes the place of the first, and what was there can be restored", () => {
  const plan = planned("f4 d2 b4 b2");

  equal([enter(plan, "f4", "g7"), plan.text], [[false, true], "f4 g7"]);
  plan.restore();

  equal([plan.text, plan.isChanged], ["f4 d2 b4 b2", false]);
});

test("a removed move goes with what follows it, and can be restored", () => {
  const plan = planned("f4 d2 b4 b2", "g7 g4");
  enter(plan, "f4", "d2", "b4");

  plan.remove(plan.root.children[0]);

  equal([plan.text, plan.node === plan.root, plan.isChanged], ["g7 g4", true, true]);
  plan.restore();
  equal(plan.text, "f4 d2 b4 b2\ng7 g4");
});

test("the played move leaves the plan, its answer is known, and what follows the answer is kept", () => {
  const plan = planned();
  enter(plan, "f4", "d2", "b4", "b2");
  enter(plan, "g7", "g4");

  equal([plan.follow(["f4"]), plan.answer?.move, plan.isChanged, plan.lost], [true, "d2", true, []]);
  equal([plan.follow(["d2"]), plan.answer, plan.text], [true, null, "b4 b2"]);
});

test("a move and its answer played at once are followed at once", () => {
  const plan = planned("f4 d2 b4 b2");

  equal([plan.follow(["f4", "d2"]), plan.text, plan.isOwnTurn], [true, "b4 b2", false]);
});

test("what a plan does not have puts its lines aside", () => {
  const plan = planned("f4 d2 b4 b2", "g7 g4");
  enter(plan, "a1");

  equal([plan.follow(["b6"]), plan.text, plan.isOwnTurn], [false, "", true]);
  equal(plan.lost, ["f4 d2 b4 b2", "g7 g4"]);
});

test("another answer than the planned one puts what followed it aside", () => {
  const plan = planned("f4 d2 b4 b2");
  plan.follow(["f4"]);

  equal([plan.follow(["g7"]), plan.lost, plan.isChanged], [false, ["d2 b4 b2"], true]);
  plan.adopt([]);
  equal(plan.isChanged, false);
});

test("what the server has replaces what was not changed here, and nothing else", () => {
  const [unchanged, changed] = [planned("f4 d2"), planned("f4 d2")];
  enter(changed, "g7", "g4");
  for (const plan of [unchanged, changed]) plan.adopt([["b6", "b4"]]);

  equal([unchanged.text, unchanged.isChanged], ["b6 b4", false]);
  equal([changed.text, changed.isChanged], ["f4 d2\ng7 g4", true]);
});

test("saving leaves the tree as it is, with the moves that have no answer", () => {
  const plan = planned();
  enter(plan, "f4", "d2");
  enter(plan, "g7");

  plan.adopt([["f4", "d2"]]);

  equal([plan.isChanged, plan.foreseen.open.map(({ move }) => move)], [false, ["g7"]]);
});

test("the end of the game leaves nothing that could be saved", () => {
  const plan = planned();
  enter(plan, "f4", "d2");

  plan.end();

  equal([plan.isChanged, plan.lost], [false, ["f4 d2"]]);
});
