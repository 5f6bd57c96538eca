// @ts-check

import { ConditionalMoves, foreseenFrom } from "../site/js/game/conditional_moves.js";
import { newRoot, readTree } from "../analysis/js/analysis/tree.js";
import { equal, test } from "../testing.js";

/** @param {string} text */
function foreseen(text) {
  const { lines, answers, open } = foreseenFrom(readTree(text) ?? newRoot());
  return { lines: lines.map((line) => line.join(" ")), answers, open: open.map((node) => node.moves.join(" ")) };
}

/**
 * A conditional of these lines, while the opponent is to move.
 * @param {string[]} lines
 */
function entered(...lines) {
  return new ConditionalMoves(lines.map((line) => line.split(" ")), false);
}

/**
 * @param {ConditionalMoves} conditional
 * @param {string[]} moves
 */
function enter(conditional, ...moves) {
  conditional.node = conditional.root;
  return moves.map((move) => conditional.play(move));
}

test("nothing foreseen is no conditional", () => {
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
  const conditional = entered("f4 d2 b4 b2");

  equal([enter(conditional, "f4", "g7"), conditional.text], [[false, true], "f4 g7"]);
  conditional.restore();

  equal([conditional.text, conditional.isChanged], ["f4 d2 b4 b2", false]);
});

test("a removed move goes with what follows it, and can be restored", () => {
  const conditional = entered("f4 d2 b4 b2", "g7 g4");
  enter(conditional, "f4", "d2", "b4");

  conditional.remove(conditional.root.children[0]);

  equal([conditional.text, conditional.node === conditional.root, conditional.isChanged], ["g7 g4", true, true]);
  conditional.restore();
  equal(conditional.text, "f4 d2 b4 b2\ng7 g4");
});

test("the played move leaves the conditional, its answer is known, and what follows the answer is kept", () => {
  const conditional = entered();
  enter(conditional, "f4", "d2", "b4", "b2");
  enter(conditional, "g7", "g4");

  equal([conditional.follow(["f4"]), conditional.answer?.move, conditional.isChanged, conditional.lost], [true, "d2", true, []]);
  equal([conditional.follow(["d2"]), conditional.answer, conditional.text], [true, null, "b4 b2"]);
});

test("a move and its answer played at once are followed at once", () => {
  const conditional = entered("f4 d2 b4 b2");

  equal([conditional.follow(["f4", "d2"]), conditional.text, conditional.isOwnTurn], [true, "b4 b2", false]);
});

test("what a conditional does not have puts its lines aside", () => {
  const conditional = entered("f4 d2 b4 b2", "g7 g4");
  enter(conditional, "a1");

  equal([conditional.follow(["b6"]), conditional.text, conditional.isOwnTurn], [false, "", true]);
  equal(conditional.lost, ["f4 d2 b4 b2", "g7 g4"]);
});

test("another answer than the entered one puts what followed it aside", () => {
  const conditional = entered("f4 d2 b4 b2");
  conditional.follow(["f4"]);

  equal([conditional.follow(["g7"]), conditional.lost, conditional.isChanged], [false, ["d2 b4 b2"], true]);
  conditional.adopt([]);
  equal(conditional.isChanged, false);
});

test("what the server has replaces what was not changed here, and nothing else", () => {
  const [unchanged, changed] = [entered("f4 d2"), entered("f4 d2")];
  enter(changed, "g7", "g4");
  for (const conditional of [unchanged, changed]) conditional.adopt([["b6", "b4"]]);

  equal([unchanged.text, unchanged.isChanged], ["b6 b4", false]);
  equal([changed.text, changed.isChanged], ["f4 d2\ng7 g4", true]);
});

test("saving leaves the tree as it is, with the moves that have no answer", () => {
  const conditional = entered();
  enter(conditional, "f4", "d2");
  enter(conditional, "g7");

  conditional.adopt([["f4", "d2"]]);

  equal([conditional.isChanged, conditional.foreseen.open.map(({ move }) => move)], [false, ["g7"]]);
});

test("the end of the game leaves nothing that could be saved", () => {
  const conditional = entered();
  enter(conditional, "f4", "d2");

  conditional.end();

  equal([conditional.isChanged, conditional.lost], [false, ["f4 d2"]]);
});
