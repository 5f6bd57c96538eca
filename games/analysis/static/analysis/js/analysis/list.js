// @ts-check
// The tree as the reader sees it: rows and indented variations of links. Drawn anew only where it has changed.

import { clickedLink, closest } from "../../../web/js/dom.js";
import { fragmentOf } from "./address.js";
import { blocksOf } from "./listing.js";
import { written } from "./tree.js";

/**
 * @import { Block, Item } from "./listing.js"
 * @import { State } from "./state.js"
 * @import { Node } from "./tree.js"
 */

const LINK = "a[data-node]";

export class List {
  #drawn = "";
  /** @type {Map<Node, HTMLAnchorElement>} */
  #links = new Map();
  /** @type {Map<string, Node>} */
  #nodes = new Map();

  /**
   * @param {HTMLElement} root
   * @param {{state: State, visit: (node: Node) => void}} page
   */
  constructor(root, { state, visit }) {
    this.root = root;
    this.state = state;
    root.addEventListener("click", (event) => {
      const node = this.#nodeOf(clickedLink(event, LINK));
      if (!node) return;
      event.preventDefault();
      visit(node);
    });
    // A link holds the whole tree; in a long one, that is made only for the link that somebody may follow.
    for (const name of ["pointerover", "focusin"]) {
      root.addEventListener(name, (event) => this.#address(closest(event, LINK, HTMLAnchorElement)));
    }
  }

  show() {
    const { state } = this;
    const drawn = `${state.root.id} ${state.skipped} ${written(state.root)}`;
    if (drawn !== this.#drawn) this.#draw(drawn);
    for (const [node, link] of this.#links) this.#mark(link, node === state.node);
  }

  /** @param {string} drawn */
  #draw(drawn) {
    this.#drawn = drawn;
    this.#links.clear();
    this.#nodes.clear();
    const list = make("ol", "moves__list tree");
    list.append(...blocksOf(this.state.root, this.state.skipped).map((block) => this.#block(block)));
    this.root.replaceChildren(...(this.state.root.isLeaf ? [] : [list]));
  }

  /** @param {Block} block */
  #block(block) {
    if ("lines" in block) {
      const place = make("li", "tree__aside");
      place.append(this.#lines(block.lines));
      return place;
    }
    const { number, first, second } = block;
    const row = make("li");
    const before = first ? this.#move(first) : make("span", "moves__before", "…");
    row.append(make("span", "moves__number", `${number}.`), before, second ? this.#move(second) : make("span"));
    return row;
  }

  /** @param {Item[][]} lines */
  #lines(lines) {
    const list = make("ul", "tree__lines");
    list.setAttribute("aria-label", this.state.texts.variations);
    list.append(...lines.map((line) => this.#line(line)));
    return list;
  }

  /** @param {Item[]} items */
  #line(items) {
    const entry = make("li", "tree__line");
    for (const { node, label, lines } of items) {
      if (label) entry.append(make("span", "tree__number", label));
      entry.append(this.#move(node));
      if (lines.length) entry.append(this.#lines(lines));
    }
    return entry;
  }

  /** @param {Node} node */
  #move(node) {
    const link = make("a", "moves__move", node.move);
    link.dataset.node = String(node.id);
    link.href = "#";
    this.#links.set(node, link);
    this.#nodes.set(String(node.id), node);
    return link;
  }

  /** @param {HTMLAnchorElement | null} link */
  #nodeOf(link) {
    return this.#nodes.get(link?.dataset.node ?? "");
  }

  /** @param {HTMLAnchorElement | null} link */
  #address(link) {
    const node = this.#nodeOf(link);
    if (link && node) link.href = `#${fragmentOf({ ...this.state.kept, node })}`;
  }

  /**
   * Mark the move that led to what is shown, and roll the list, and nothing else, to where it can be seen.
   * @param {HTMLAnchorElement} link
   * @param {boolean} isCurrent
   */
  #mark(link, isCurrent) {
    if (!isCurrent) link.removeAttribute("aria-current");
    const list = this.root.firstElementChild;
    if (!isCurrent || !list || link.hasAttribute("aria-current")) return;
    link.setAttribute("aria-current", "true");
    const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 0 || top + link.offsetHeight > list.clientHeight) list.scrollTop += top - list.clientHeight / 2;
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 */
function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
