// The tree as the reader sees it: rows and indented variations of links. Drawn anew only where it has changed.

import { fragmentOf } from "./address.js";
import { blocksOf } from "./listing.js";
import { written } from "./tree.js";

export class List {
  #drawn = "";
  #links = new Map();
  #nodes = new Map();

  constructor(root, { state, visit }) {
    Object.assign(this, { root, state });
    root.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-node]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      visit(this.#nodes.get(link.dataset.node));
    });
    // A link holds the whole tree; in a long one, that is made only for the link that somebody may follow.
    for (const name of ["pointerover", "focusin"]) {
      root.addEventListener(name, (event) => this.#address(event.target.closest("a[data-node]")));
    }
  }

  show() {
    const { state } = this;
    const drawn = `${state.root.id} ${state.skipped} ${written(state.root)}`;
    if (drawn !== this.#drawn) this.#draw(drawn);
    for (const [node, link] of this.#links) this.#mark(link, node === state.node);
  }

  #draw(drawn) {
    this.#drawn = drawn;
    this.#links.clear();
    this.#nodes.clear();
    const list = make("ol", "moves__list tree");
    list.append(...blocksOf(this.state.root, this.state.skipped).map((block) => this.#block(block)));
    this.root.replaceChildren(...(this.state.root.isLeaf ? [] : [list]));
  }

  #block({ number, first, second, lines }) {
    if (lines) {
      const place = make("li", "tree__aside");
      place.append(this.#lines(lines));
      return place;
    }
    const row = make("li");
    const before = first ? this.#move(first) : make("span", "moves__before", "…");
    row.append(make("span", "moves__number", `${number}.`), before, this.#move(second));
    return row;
  }

  #lines(lines) {
    const list = make("ul", "tree__lines");
    list.setAttribute("aria-label", this.state.texts.variations);
    list.append(...lines.map((line) => this.#line(line)));
    return list;
  }

  #line(items) {
    const entry = make("li", "tree__line");
    for (const { node, label, lines } of items) {
      if (label) entry.append(make("span", "tree__number", label));
      entry.append(this.#move(node));
      if (lines.length) entry.append(this.#lines(lines));
    }
    return entry;
  }

  #move(node) {
    if (!node) return make("span");
    const link = make("a", "moves__move", node.move);
    link.dataset.node = node.id;
    link.href = "#";
    this.#links.set(node, link);
    this.#nodes.set(String(node.id), node);
    return link;
  }

  #address(link) {
    if (link) link.href = `#${fragmentOf({ ...this.state.kept, node: this.#nodes.get(link.dataset.node) })}`;
  }

  // Mark the move that led to what is shown, and roll the list, and nothing else, to where it can be seen.
  #mark(link, isCurrent) {
    if (!isCurrent) return link.removeAttribute("aria-current");
    if (link.hasAttribute("aria-current")) return undefined;
    link.setAttribute("aria-current", "true");
    const list = this.root.firstElementChild;
    const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 0 || top + link.offsetHeight > list.clientHeight) list.scrollTop += top - list.clientHeight / 2;
    return undefined;
  }
}

function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
