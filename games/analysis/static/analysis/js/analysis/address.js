// @ts-check
// A whole analysis as the part of an address behind #, and back: rules, start, tree, and where in it one stands. Pure.

import { inOrder, newRoot, playAll, readTree, written } from "./tree.js";

/**
 * @import { Node } from "./tree.js"
 * @import { Wishes } from "../../../web/js/table/orientation.js"
 */

/**
 * What is analysed: `start` is null for the empty board, `node` is where one stands, `game` the number of the game that
 * it comes from.
 * @typedef {{rules: string, start: string | null, root: Node, node: Node, game: number | string | null}} Analysis
 */

/**
 * As "rules=standard&start=…&tree=d6f4(f2)d2&at=3".
 * @param {Analysis} analysis
 */
export function fragmentOf({ rules, start, root, node, game }) {
  const parts = [`rules=${rules}`];
  if (start) parts.push(`start=${start.replaceAll(" ", "_")}`);
  if (!root.isLeaf) parts.push(`tree=${written(root)}`, `at=${inOrder(root).indexOf(node)}`);
  if (game) parts.push(`game=${game}`);
  return parts.join("&");
}

/**
 * The analysis in the fragment, or null if it cannot be read.
 * @param {string} fragment
 * @param {{rulesKnown: string[]}} page
 * @returns {Analysis | null}
 */
export function readFragment(fragment, { rulesKnown }) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const rules = parts.get("rules") ?? "";
  const root = readTree(parts.get("tree") ?? "");
  if (!rulesKnown.includes(rules) || !root) return null;
  const node = inOrder(root)[Number(parts.get("at") ?? 0)] ?? root;
  const game = /^[0-9]{1,11}$/.test(parts.get("game") ?? "") ? parts.get("game") : null;
  return { rules, root, node, game, start: parts.get("start")?.replaceAll("_", " ") ?? null };
}

/**
 * The shortest address of what is shown: one line can be read by the server if it is not too long, a tree only by this
 * page.
 * @param {{urls: {page: string}, longest_address: number}} data
 * @param {Analysis & {lies?: Partial<Wishes>}} shared  `lies` says how the board lies.
 */
export function addressOf({ urls, longest_address }, { lies = {}, ...analysis }) {
  const { rules, start, root, node } = analysis;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(lies)) if (value !== null) query.set(name, String(value));
  const ofTree = `${urls.page}?${query}#${fragmentOf(analysis)}`.replace("?#", "#");
  query.set("rules", rules);
  if (start) query.set("position", start);
  const { moves } = root.end;
  if (moves.length) query.set("moves", moves.join(","));
  if (node !== root.end) query.set("ply", String(node.ply));
  const ofLine = `${urls.page}?${query.toString().replaceAll("%2C", ",")}`;
  const isLine = inOrder(root).every((each) => each.children.length < 2);
  return isLine && ofLine.length <= longest_address ? ofLine : ofTree;
}

/**
 * The tree of a line that the server has played out, and the node after `ply` of its moves.
 * @param {{move: string, position: string}[]} line
 * @param {number} ply
 */
export function treeOfLine(line, ply) {
  const root = newRoot();
  const { path } = playAll(root, line.map((step) => step.move));
  path.forEach((node, index) => (node.position = line[index].position));
  return { root, node: path[ply - 1] ?? root };
}
