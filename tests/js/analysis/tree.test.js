// @ts-check

import { inOrder, newRoot, playAll, promote, readTree, remove, written } from "./js/analysis/tree.js";
import { equal, test } from "../testing.js";

/** @import { Node } from "./js/analysis/tree.js" */

const TREE = "d6f4(f2b4(a1)g7)d2xa7d6-f6";

/** @param {string} text */
function tree(text) {
  const root = readTree(text);
  if (!root) throw new Error(`${text} cannot be read`);
  return root;
}

/**
 * @param {Node} root
 * @param {string[]} moves
 */
function at(root, ...moves) {
  return playAll(root, moves);
}

test("a move played twice leads to the same node", () => {
  const root = newRoot();
  equal(root.play("d6") === root.play("d6"), true);
  equal(root.children.length, 1);
});

test("a node knows its half-move, its line and where that ends", () => {
  const node = at(newRoot(), "d6", "f4", "d2");
  equal([node.ply, node.moves, node.isLeaf], [3, ["d6", "f4", "d2"], true]);
  equal(node.parent?.parent?.end === node, true);
  equal(newRoot().path.length, 0);
});

test("another move in the past begins a variation", () => {
  const root = newRoot();
  at(root, "d6", "f4");
  at(root, "d6", "f2");
  equal(written(root), "d6f4(f2)");
});

test("what was written is read again", () => {
  for (const text of ["", "d6", TREE, "d6(f4)", "d6(f4)(b4)", "d6f4(f2b4(a1)(a4)g7)(b2)d2"]) equal(written(tree(text)), text);
});

test("what was not written so is no tree", () => {
  for (const text of ["d8", "d6(", "d6)", "(d6)", "d6(f4", "d6 f4", "d6-", "x", "d6x", "d6!"]) equal([text, readTree(text)], [text, null]);
});

test("the nodes are in the order in which they are written", () => {
  equal(inOrder(tree(TREE)).map((node) => node.move), ["", "d6", "f4", "f2", "b4", "a1", "g7", "d2xa7", "d6-f6"]);
});

test("a variation becomes the main line, with all that leads to it", () => {
  const root = tree(TREE);
  promote(at(root, "d6", "f2", "a1"));
  equal(written(root), "d6f2(f4d2xa7d6-f6)a1(b4g7)");
});

test("the other variations stay in their order behind it", () => {
  const root = tree("d6(f4)(b4)(a1)");
  promote(at(root, "b4"));
  equal(written(root), "b4(d6)(f4)(a1)");
});

test("on the main line there is nothing to promote", () => {
  const root = tree(TREE);
  equal(root.end.branch, null);
  promote(root.end);
  equal(written(root), TREE);
});

test("the branch of a move is the nearest that is not the first choice", () => {
  const root = tree(TREE);
  equal(at(root, "d6", "f2", "b4", "g7").branch?.move, "f2");
  equal(at(root, "d6", "f2", "a1").branch?.move, "a1");
});

test("a move is removed with all that follows it", () => {
  const root = tree(TREE);
  const left = remove(at(root, "d6", "f2"));
  equal(left.move, "d6");
  equal(written(root), "d6f4d2xa7d6-f6");
});

test("the first of several moves is removed, and the next takes its place", () => {
  const root = tree("d6f4(f2)d2");
  remove(at(root, "d6", "f4"));
  equal(written(root), "d6f2");
});

test("the root cannot be removed", () => {
  const root = tree("d6");
  equal(remove(root) === root, true);
  equal(written(root), "d6");
});
