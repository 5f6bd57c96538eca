// @ts-check
// Conditional moves: what of a tree is a plan, and how it is made on the board.

import { say } from "../words.js";
import { fragmentOf } from "./address.js";
import { Actions } from "./actions.js";

/**
 * @import { Node } from "./tree.js"
 * @typedef {{lines: string[][], answers: number, open: Node[]}} Plan  Lists of moves, how many answers are in them, and
 *   the moves of the opponent that have none.
 */

/**
 * The plan in a tree that begins with moves of the opponent: all of them are foreseen, and of one's own the first is the
 * answer. Pure.
 * @param {Node} root
 */
export function planOf(root) {
  /** @type {Plan} */
  const found = { lines: [], answers: 0, open: [] };
  foresee(root, found);
  return found;
}

/**
 * Whether any move from here on is answered.
 * @param {Node} node
 * @param {Plan} found
 */
function foresee(node, found) {
  const answered = node.children.filter((theirs) => !theirs.isLeaf).map((theirs) => theirs.children[0]);
  found.open.push(...node.children.filter((theirs) => theirs.isLeaf));
  found.answers += answered.length;
  for (const answer of answered) if (!foresee(answer, found)) found.lines.push(answer.moves);
  return answered.length > 0;
}

export class PlanActions extends Actions {
  /**
   * A move has one answer: another takes its place, and what was there can be brought back.
   * @override
   * @param {string} move
   */
  play(move) {
    const { node } = this.state;
    const others = node.ply % 2 === 1 && node.children.some((child) => child.move !== move);
    const deleted = others ? fragmentOf(this.state.kept) : null;
    if (others) node.children = node.children.filter((child) => child.move === move);
    super.play(move);
    if (!others) return;
    this.state.change({ deleted });
    say(this.state.texts.plan_replaced);
  }
}
