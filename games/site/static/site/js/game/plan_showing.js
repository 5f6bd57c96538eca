// @ts-check
// Shows conditional moves: the tree with what can be done to it, the sentence above it, and the form that is sent.

import { EMPTY } from "../../../web/js/board/draft.js";
import { all, byId, closest, field, one } from "../../../web/js/dom.js";
import { written } from "../../../analysis/js/analysis/tree.js";
import { fill } from "../../../web/js/words.js";

/**
 * @import { Node } from "../../../analysis/js/analysis/tree.js"
 * @import { Plan } from "./plan.js"
 * @import { Planning } from "./planning.js"
 * @import { State } from "./state.js"
 */

export class PlanShowing {
  #drawn = "";
  /** @type {Map<string, Node>} */
  #nodes = new Map();

  /** @param {{state: State, plan: Plan, planning: Planning}} parts */
  constructor({ state, plan, planning }) {
    this.state = state;
    this.plan = plan;
    this.form = byId("plan-form", HTMLFormElement);
    this.tree = byId("plan-tree");
    this.tree.addEventListener("click", (event) => {
      const { node: id = "", removes = "" } = closest(event, "button")?.dataset ?? {};
      const [node, removed] = [id, removes].map((each) => this.#nodes.get(each));
      if (removed) this.#remove(planning, removed);
      else if (node && state.isPlanning) planning.visit(node);
    });
  }

  /**
   * The button is gone with the move: one stands where it can be taken back.
   * @param {Planning} planning
   * @param {Node} node
   */
  #remove(planning, node) {
    planning.remove(node);
    const restore = byId("plan-restore");
    restore.hidden = false;
    restore.focus();
  }

  show() {
    const { state, plan, form, tree } = this;
    byId("game").toggleAttribute("data-planning", state.isPlanning);
    byId("plan").hidden = !state.mayPlan && plan.root.isLeaf && plan.lost.length === 0;
    byId("plan-words").textContent = this.#words();
    byId("plan-restore").hidden = plan.before === null;
    byId("plan-undo", HTMLButtonElement).disabled = state.draft === EMPTY && plan.node.parent === null;
    byId("plan-save", HTMLButtonElement).disabled = !plan.isChanged;
    byId("plan-save-words").textContent = plan.isChanged || !plan.saved ? state.texts.plan_save : state.texts.plan_saved;
    field(form, "ply").value = String(state.game.ply + 1);
    const lines = field(form, "lines", HTMLTextAreaElement);
    lines.value = lines.defaultValue = plan.text;
    this.#showTree();
    for (const button of all(tree, "button", HTMLButtonElement)) {
      button.disabled = !state.mayPlan;
      const isCurrent = state.isPlanning && this.#nodes.get(button.dataset.node ?? "") === plan.node;
      if (isCurrent) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    for (const button of all(document, "#plan-board, #plan-leave")) button.hidden = !state.isPlanning;
    this.#showLost();
  }

  #words() {
    const { plan, state: { texts, mayPlan } } = this;
    if (!mayPlan) {
      const meant = plan.answer ? fill(texts.plan_meant, { move: plan.answer.move }) : "";
      return [meant, plan.isChanged ? texts.plan_waits : ""].filter(Boolean).join(" ");
    }
    const { answers: count, open } = plan.foreseen;
    return [
      count ? fill(texts.plan_answers, { count }) : texts.plan_none,
      open.length ? fill(texts.plan_open, { moves: open.map(({ move }) => move).join(", ") }) : "",
      plan.isChanged ? texts.plan_changed : "",
    ].filter(Boolean).join(" ");
  }

  #showTree() {
    const { plan, state: { game } } = this;
    const drawn = `${plan.root.id} ${game.ply} ${written(plan.root)}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#nodes.clear();
    const start = byId("plan-start");
    start.hidden = plan.root.isLeaf || plan.isOwnTurn;
    this.#link(start, plan.root);
    byId("plan-lines").replaceChildren(...this.#listOf(plan.start?.children ?? []));
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
    const row = one(document.importNode(byId("plan-row", HTMLTemplateElement).content, true), ".plan__row");
    const [theirs, mine, remove] = all(row, "button");
    const ply = game.ply + node.ply;
    one(row, ".plan__number").textContent = `${Math.ceil(ply / 2)}.${ply % 2 ? "" : " …"}`;
    theirs.textContent = node.move;
    this.#link(theirs, node);
    const [answer] = node.children;
    if (answer) this.#link(mine, answer);
    if (answer) mine.textContent = answer.move;
    else mine.replaceWith(Object.assign(document.createElement("span"), { className: "plan__open", textContent: texts.plan_unanswered }));
    remove.dataset.removes = String(node.id);
    remove.title = fill(texts.plan_remove, { move: node.move });
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
    const lost = byId("plan-lost");
    lost.hidden = this.plan.lost.length === 0;
    const entries = this.plan.lost.map((line) => Object.assign(document.createElement("li"), { textContent: line }));
    one(lost, "ul").replaceChildren(...entries);
  }
}
