// @ts-check
// Shows conditional moves: the tree with what can be done to it, the sentence above it, and the form that is sent.

import { EMPTY } from "../../../web/js/board/draft.js";
import { all, byId, closest, field, one } from "../../../web/js/dom.js";
import { written } from "../../../analysis/js/analysis/tree.js";
import { fill } from "../../../web/js/words.js";

/**
 * @import { Node } from "../../../analysis/js/analysis/tree.js"
 * @import { ConditionalMoves } from "./conditional_moves.js"
 * @import { ConditionalBoard } from "./conditional_board.js"
 * @import { State } from "./state.js"
 */

export class ConditionalShowing {
  #drawn = "";
  /** @type {Map<string, Node>} */
  #nodes = new Map();

  /** @param {{state: State, conditional: ConditionalMoves, conditionalBoard: ConditionalBoard}} parts */
  constructor({ state, conditional, conditionalBoard }) {
    this.state = state;
    this.conditional = conditional;
    this.form = byId("conditional-form", HTMLFormElement);
    this.tree = byId("conditional-tree");
    this.tree.addEventListener("click", (event) => {
      const { node: id = "", removes = "" } = closest(event, "button")?.dataset ?? {};
      const [node, removed] = [id, removes].map((each) => this.#nodes.get(each));
      if (removed) this.#remove(conditionalBoard, removed);
      else if (node && state.isConditional) conditionalBoard.visit(node);
    });
  }

  /**
   * The button is gone with the move: one stands where it can be taken back.
   * @param {ConditionalBoard} conditionalBoard
   * @param {Node} node
   */
  #remove(conditionalBoard, node) {
    conditionalBoard.remove(node);
    const restore = byId("conditional-restore");
    restore.hidden = false;
    restore.focus();
  }

  show() {
    const { state, conditional, form, tree } = this;
    byId("game").toggleAttribute("data-conditional", state.isConditional);
    byId("conditional").hidden = !state.mayEnter && conditional.root.isLeaf && conditional.lost.length === 0;
    byId("conditional-words").textContent = this.#words();
    byId("conditional-restore").hidden = conditional.before === null;
    byId("conditional-undo", HTMLButtonElement).disabled = state.draft === EMPTY && conditional.node.parent === null;
    byId("conditional-save", HTMLButtonElement).disabled = !conditional.isChanged;
    byId("conditional-save-words").textContent = conditional.isChanged || !conditional.saved ? state.texts.conditional_save : state.texts.conditional_saved;
    field(form, "ply").value = String(state.game.ply + 1);
    const lines = field(form, "lines", HTMLTextAreaElement);
    lines.value = lines.defaultValue = conditional.text;
    this.#showTree();
    for (const button of all(tree, "button", HTMLButtonElement)) {
      button.disabled = !state.mayEnter;
      const isCurrent = state.isConditional && this.#nodes.get(button.dataset.node ?? "") === conditional.node;
      if (isCurrent) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    for (const button of all(document, "#conditional-board, #conditional-leave")) button.hidden = !state.isConditional;
    this.#showLost();
  }

  #words() {
    const { conditional, state: { texts, mayEnter } } = this;
    if (!mayEnter) {
      const meant = conditional.answer ? fill(texts.conditional_meant, { move: conditional.answer.move }) : "";
      return [meant, conditional.isChanged ? texts.conditional_waits : ""].filter(Boolean).join(" ");
    }
    const { answers: count, open } = conditional.foreseen;
    return [
      count ? fill(texts.conditional_answers, { count }) : texts.conditional_none,
      open.length ? fill(texts.conditional_open, { moves: open.map(({ move }) => move).join(", ") }) : "",
      conditional.isChanged ? texts.conditional_changed : "",
    ].filter(Boolean).join(" ");
  }

  #showTree() {
    const { conditional, state: { game } } = this;
    const drawn = `${conditional.root.id} ${game.ply} ${written(conditional.root)}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#nodes.clear();
    const start = byId("conditional-start");
    start.hidden = conditional.root.isLeaf || conditional.isOwnTurn;
    this.#link(start, conditional.root);
    byId("conditional-lines").replaceChildren(...this.#listOf(conditional.start?.children ?? []));
  }

  /**
   * A row for each move of the opponent, with the answer to it; below it what follows.
   * @param {Node[]} nodes
   * @returns {HTMLElement[]}
   */
  #listOf(nodes) {
    if (nodes.length === 0) return [];
    const list = document.createElement("ul");
    for (const node of nodes) {
      const entry = document.createElement("li");
      entry.append(this.#row(node), ...this.#listOf(node.children[0]?.children ?? []));
      list.append(entry);
    }
    return [list];
  }

  /** @param {Node} node  A move of the opponent. */
  #row(node) {
    const { texts, game } = this.state;
    const row = one(document.importNode(byId("conditional-row", HTMLTemplateElement).content, true), ".conditional__row");
    const [theirs, mine, remove] = all(row, "button");
    const ply = game.ply + node.ply;
    one(row, ".conditional__number").textContent = `${Math.ceil(ply / 2)}.${ply % 2 ? "" : " …"}`;
    theirs.textContent = node.move;
    this.#link(theirs, node);
    const [answer] = node.children;
    if (answer) this.#link(mine, answer);
    if (answer) mine.textContent = answer.move;
    else mine.replaceWith(Object.assign(document.createElement("span"), { className: "conditional__open", textContent: texts.conditional_unanswered }));
    remove.dataset.removes = String(node.id);
    remove.title = fill(texts.conditional_remove, { move: node.move });
    remove.setAttribute("aria-label", remove.title);
    return row;
  }

  /**
   * @param {HTMLElement} button
   * @param {Node} node
   */
  #link(button, node) {
    button.dataset.node = String(node.id);
    this.#nodes.set(String(node.id), node);
  }

  #showLost() {
    const lost = byId("conditional-lost");
    lost.hidden = this.conditional.lost.length === 0;
    const entries = this.conditional.lost.map((line) => Object.assign(document.createElement("li"), { textContent: line }));
    one(lost, "ul").replaceChildren(...entries);
  }
}
