// @ts-check
// Conditional moves as they are entered: a tree that begins with the game as it stands. Pure: whether a move may be played
// is not known here.

import { newRoot, playAll, readTree, written } from "../../../analysis/js/analysis/tree.js";

/**
 * @import { Node } from "../../../analysis/js/analysis/tree.js"
 * @typedef {{lines: string[][], answers: number, open: Node[]}} Foreseen  Lists of moves, how many answers are in them,
 *   and the moves of the opponent that have none.
 */

/**
 * What is foreseen from a node after which the opponent is to move: of one's own moves, the first is the answer.
 * @param {Node} node
 */
export function foreseenFrom(node) {
  /** @type {Foreseen} */
  const found = { lines: [], answers: 0, open: [] };
  foresee(node, found);
  return found;
}

/**
 * Whether any move from here on is answered.
 * @param {Node} node
 * @param {Foreseen} found
 */
function foresee(node, found) {
  const answered = node.children.filter((theirs) => !theirs.isLeaf).map((theirs) => theirs.children[0]);
  found.open.push(...node.children.filter((theirs) => theirs.isLeaf));
  found.answers += answered.length;
  for (const answer of answered) if (!foresee(answer, found)) found.lines.push(answer.moves);
  return answered.length > 0;
}

export class ConditionalMoves {
  root = newRoot();
  /** Where on the board one is. */
  node = this.root;
  /**
   * What does not fit the game any more, as lines of moves.
   * @type {string[]}
   */
  lost = [];
  /**
   * The tree before something was removed or replaced, as it is written.
   * @type {string | null}
   */
  before = null;

  /**
   * @param {string[][]} lines  As the server has them.
   * @param {boolean} isOwnTurn
   */
  constructor(lines, isOwnTurn) {
    this.isOwnTurn = isOwnTurn;
    this.saved = textOf(lines);
    this.#begin(lines);
  }

  /** @param {string[][]} lines */
  #begin(lines) {
    const root = newRoot();
    for (const line of lines) playAll(root, line);
    this.#restart(root);
  }

  /** @param {Node} root */
  #restart(root) {
    Object.assign(this, { root, node: root, before: null });
  }

  /**
   * The answer to the move that the opponent has just played.
   * @returns {Node | null}
   */
  get answer() {
    return this.isOwnTurn ? (this.root.children[0] ?? null) : null;
  }

  /**
   * Where the opponent is to move next.
   * @returns {Node | null}
   */
  get start() {
    return this.isOwnTurn ? this.answer : this.root;
  }

  get foreseen() {
    return foreseenFrom(this.start ?? newRoot());
  }

  get text() {
    return textOf(this.foreseen.lines);
  }

  /** Whether anything would be lost with the page. */
  get isChanged() {
    return this.text !== this.saved;
  }

  /** Whether the next move is one's own answer. */
  get isAnswering() {
    return this.node.ply % 2 === 1;
  }

  /**
   * The server has these lines now. What has been changed here since stays.
   * @param {string[][]} lines
   */
  adopt(lines) {
    const { isChanged } = this;
    this.saved = textOf(lines);
    if (!isChanged && this.isChanged) this.#begin(lines);
  }

  /**
   * These half-moves were played: the tree goes on from there. Where it does not have them, it is put aside.
   * @param {string[]} moves
   * @returns {boolean} Whether it has them.
   */
  follow(moves) {
    /** @type {Node | undefined} */
    let node = this.root;
    for (const move of moves) node = node?.children.find((child) => child.move === move);
    if (moves.length % 2) this.isOwnTurn = !this.isOwnTurn;
    if (node) this.#restart(readTree(written(node)) ?? newRoot());
    else this.putAside();
    return node !== undefined;
  }

  /** Nothing of it can be played any more. */
  putAside() {
    this.lost.push(...leavesOf(this.root).filter(({ ply }) => ply > 1).map(({ moves }) => moves.join(" ")));
    this.#restart(newRoot());
  }

  /** The game is over. */
  end() {
    this.putAside();
    this.saved = "";
  }

  /**
   * A move has one answer: another takes its place.
   * @param {string} move
   * @returns {boolean} Whether there was another.
   */
  play(move) {
    const { node } = this;
    const isOther = this.isAnswering && node.children.some((child) => child.move !== move);
    this.before = isOther ? written(this.root) : null;
    if (isOther) node.children = node.children.filter((child) => child.move === move);
    this.node = node.play(move);
    return isOther;
  }

  /**
   * The move goes with all that follows it.
   * @param {Node} node
   */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    this.before = written(this.root);
    if (this.node.path.includes(node)) this.node = parent;
    parent.children = parent.children.filter((child) => child !== node);
  }

  restore() {
    const root = readTree(this.before ?? "");
    if (root) this.#restart(root);
  }
}

/** @param {string[][]} lines */
function textOf(lines) {
  return lines.map((line) => line.join(" ")).join("\n");
}

/**
 * @param {Node} node
 * @returns {Node[]}
 */
function leavesOf(node) {
  return node.isLeaf ? [node] : node.children.flatMap(leavesOf);
}
