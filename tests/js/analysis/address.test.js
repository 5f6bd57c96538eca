// @ts-check

import { addressOf, fragmentOf, readFragment, treeOfLine } from "./js/analysis/address.js";
import { newRoot, playAll, readTree, written } from "./js/analysis/tree.js";
import { drawn } from "../board/fixtures.js";
import { equal, test } from "../testing.js";

const START = drawn({ white: "a7 d7", black: "g1", turn: "b" });
const PAGE = { urls: { page: "/analysis/" }, longest_address: 6000 };
const rulesKnown = ["standard", "lasker"];

/** @param {string} text */
function analysis(text) {
  const root = readTree(text) ?? newRoot();
  return { rules: "standard", start: null, root, node: root.end, game: null };
}

test("a fragment has what differs from an empty board", () => {
  equal(fragmentOf(analysis("")), "rules=standard");
  equal(fragmentOf({ ...analysis("d6f4(f2)d2"), game: 12 }), "rules=standard&tree=d6f4(f2)d2&at=4&game=12");
});

test("a fragment leads back to the same analysis", () => {
  const before = { ...analysis("d6f4(f2b4)d2"), rules: "lasker", start: START, game: "12" };
  const node = playAll(before.root, ["d6", "f2"]);
  const after = readFragment(`#${fragmentOf({ ...before, node })}`, { rulesKnown });
  equal([after?.rules, after?.start, after?.game], ["lasker", START, "12"]);
  equal([after && written(after.root), after?.node.moves], ["d6f4(f2b4)d2", ["d6", "f2"]]);
});

test("a fragment that cannot be read is none", () => {
  for (const fragment of ["", "#", "rules=chess", "tree=d6", "rules=standard&tree=d6(", "rules=standard&tree=z9"]) {
    equal([fragment, readFragment(fragment, { rulesKnown })], [fragment, null]);
  }
});

test("a fragment without a place begins at the root", () => {
  equal(readFragment("rules=standard&tree=d6f4", { rulesKnown })?.node.ply, 0);
});

test("a place that is not in the tree is its root, and no number is no game", () => {
  const found = readFragment("rules=standard&tree=d6&at=9&game=x1", { rulesKnown });
  equal([found?.node === found?.root, found?.game], [true, null]);
});

test("the address of one line can be read by the server", () => {
  const lies = { turned: /** @type {1} */ (1), quarter: null };
  equal(addressOf(PAGE, analysis("")), "/analysis/?rules=standard");
  equal(addressOf(PAGE, analysis("d6f4")), "/analysis/?rules=standard&moves=d6,f4");
  equal(
    addressOf(PAGE, { ...analysis("d6f4"), start: START, lies }),
    `/analysis/?turned=1&rules=standard&position=${START.replaceAll(" ", "+")}&moves=d6,f4`,
  );
});

test("the address of one line says where in it one stands", () => {
  const { root, ...rest } = analysis("d6f4d2");
  equal(addressOf(PAGE, { ...rest, root, node: root.children[0] }), "/analysis/?rules=standard&moves=d6,f4,d2&ply=1");
  equal(addressOf(PAGE, { ...rest, root, node: root }), "/analysis/?rules=standard&moves=d6,f4,d2&ply=0");
});

test("a line that is too long for an address of the server is behind the number sign too", () => {
  equal(addressOf({ ...PAGE, longest_address: 30 }, analysis("d6f4")), "/analysis/#rules=standard&tree=d6f4&at=2");
});

test("the address of a tree has it behind the number sign", () => {
  equal(addressOf(PAGE, analysis("d6f4(f2)")), "/analysis/#rules=standard&tree=d6f4(f2)&at=2");
  const lies = { quarter: /** @type {1} */ (1) };
  equal(addressOf(PAGE, { ...analysis("d6(f4)"), lies }), "/analysis/?quarter=1#rules=standard&tree=d6(f4)&at=1");
});

test("a line of the server becomes a tree with its positions", () => {
  const line = [{ move: "d6", position: "one" }, { move: "f4", position: "two" }];
  const { root, node } = treeOfLine(line, 1);
  equal([node.move, node.position, root.end.position], ["d6", "one", "two"]);
  equal(treeOfLine(line, 0).node.ply, 0);
});
