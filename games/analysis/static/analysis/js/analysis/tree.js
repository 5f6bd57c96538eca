// @ts-check
// Moves as a tree: the first move from a position belongs to the main line, the others are variations. Pure: whether a
// move may be played is not known here.

const TOKEN = /((?:[a-g][1-7]-)?[a-g][1-7](?:x[a-g][1-7])?)|([()])/gy;

let numbers = 0;

export class Node {
  /** @type {Node[]} */
  children = [];
  /**
   * The position after the move, as the server has written it; null while it has not.
   * @type {string | null}
   */
  position = null;

  /**
   * @param {string} move  Empty at the root.
   * @param {Node | null} parent
   */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    this.id = numbers += 1;
    /** @type {number} */
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /**
   * The node after the move, played before or not.
   * @param {string} move
   */
  play(move) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const child = new Node(move, this);
    this.children.push(child);
    return child;
  }

  get isLeaf() {
    return this.children.length === 0;
  }

  /** From the first move to this one. */
  get path() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  get moves() {
    return this.path.map((node) => node.move);
  }

  /** The first continuation of the line that begins here. */
  get end() {
    let node = /** @type {Node} */ (this);
    while (!node.isLeaf) node = node.children[0];
    return node;
  }

  /**
   * The nearest move at or before this one that is not the first choice; null on the main line.
   * @returns {Node | null}
   */
  get branch() {
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) return node;
    }
    return null;
  }
}

export function newRoot() {
  return new Node("", null);
}

/**
 * @param {Node} root
 * @param {string[]} moves
 */
export function playAll(root, moves) {
  return moves.reduce((node, move) => node.play(move), root);
}

/**
 * Every move up to this one becomes the first choice.
 * @param {Node} node
 */
export function promote(node) {
  for (let branch = node.branch; branch?.parent; branch = node.branch) {
    const { children } = branch.parent;
    children.splice(children.indexOf(branch), 1);
    children.unshift(branch);
  }
}

/**
 * The move and all that follows it go; its parent is returned.
 * @param {Node} node
 */
export function remove(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children = parent.children.filter((child) => child !== node);
  return parent;
}

/**
 * Every node in the order in which they are written, the root first.
 * @param {Node} root
 * @returns {Node[]}
 */
export function inOrder(root) {
  const found = [root];
  for (let node = root; !node.isLeaf; [node] = node.children) {
    const [first, ...others] = node.children;
    found.push(first, ...others.flatMap(inOrder));
  }
  return found;
}

/**
 * d6f4(f2b4)d2: each variation in brackets behind the move that it replaces.
 * @param {Node} root
 */
export function written(root) {
  let text = "";
  for (let node = root; !node.isLeaf; [node] = node.children) {
    const [first, ...others] = node.children;
    text += first.move + others.map((other) => `(${other.move}${written(other)})`).join("");
  }
  return text;
}

/**
 * The root of what was written, or null for text that is none.
 * @param {string} text
 */
export function readTree(text) {
  const root = newRoot();
  /** @type {Node[]} */
  const open = [];
  let node = root;
  let read = 0;
  for (const [token, move, bracket] of text.matchAll(TOKEN)) {
    read += token.length;
    if (move) node = node.play(move);
    else if (bracket === "(" && node.parent) {
      open.push(node);
      node = node.parent;
    } else {
      const before = open.pop();
      if (bracket !== ")" || !before) return null;
      node = before;
    }
  }
  return read === text.length && open.length === 0 ? root : null;
}
