// @ts-check
// Conditional moves on the board of the game: what hands do there while the opponent is to move. The server says what may
// be played after each move.

import { NoAnswer } from "../../../analysis/js/analysis/answers.js";
import { EMPTY, choices, isBound, undone } from "../../../web/js/board/draft.js";
import { parseMove } from "../../../web/js/board/position.js";
import { byId } from "../../../web/js/dom.js";
import { fill, say } from "../../../web/js/words.js";
import { tell } from "./notice.js";
import { prompt } from "./prompt.js";

/**
 * @import { Node } from "../../../analysis/js/analysis/tree.js"
 * @import { Draft } from "../../../web/js/board/draft.js"
 * @import { Plan } from "./plan.js"
 * @import { Game, State } from "./state.js"
 */

/**
 * The game has gone on: so do the conditional moves. What is to be said of it, and the answer as a move in the making,
 * which a touched stone alone must not become. A plan that the server has answers by itself.
 * @param {State} state  Still with the game before.
 * @param {Game} game
 * @returns {{words: string, draft?: Draft}}
 */
export function followPlan(state, game) {
  const { plan, texts, isPlanning } = state;
  if (!plan) return { words: "" };
  const { isChanged } = plan;
  const isKnown = plan.follow(game.moves.slice(state.game.ply).map(({ move }) => move));
  if (game.status !== "ongoing") plan.end();
  if (!isChanged && !isPlanning) return { words: "" };
  if (!isKnown) return { words: plan.lost.length ? texts.plan_unforeseen : "" };
  if (!plan.isOwnTurn || game.status !== "ongoing") return { words: "" };
  if (!plan.answer) return { words: texts.plan_no_answer };
  const { move } = plan.answer;
  const draft = parseMove(move);
  const isLaid = !isBound(draft, { touchMove: state.preferences.touch_move });
  const rest = plan.text ? texts.plan_rest : "";
  const words = [fill(isLaid ? texts.plan_foreseen : texts.plan_meant, { move }), rest].filter(Boolean).join(" ");
  return isLaid ? { words, draft } : { words };
}

export class Planning {
  /** @type {number | undefined} */
  #later = undefined;

  /** @param {{state: State, plan: Plan}} parts */
  constructor({ state, plan }) {
    this.state = state;
    this.plan = plan;
    byId("plan-undo").addEventListener("click", () => this.undo());
    byId("plan-restore").addEventListener("click", () => this.#restore());
    window.addEventListener("online", () => this.want());
  }

  /**
   * The board is for conditional moves as long as their tab is shown.
   * @param {boolean} isOpen
   */
  open(isOpen) {
    const { state } = this;
    if (isOpen === state.isPlanOpen) return;
    const before = state.isPlanning;
    if (isOpen && state.mayPlan && !state.isLive) history.replaceState(null, "", state.urls.page);
    const place = isOpen && state.mayPlan ? { shown: null } : {};
    state.change({ isPlanOpen: isOpen, ...place, ...(before ? { draft: EMPTY } : {}) });
    if (state.isPlanning) say(prompt(state));
    else if (before) say(state.texts.plan_left);
  }

  /** Ask for what may be played where one is, unless it is known. */
  async want() {
    const { state } = this;
    clearTimeout(this.#later);
    if (!state.isPlanning || state.planAnswer) return;
    try {
      const found = await state.answers.find(state.planQuestion);
      if (found?.ok) state.change({});
      else if (found) tell(found.data.detail);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      say(state.texts.unreachable);
      this.#later = setTimeout(() => this.want(), error.wait);
    }
  }

  /**
   * A step towards a move, or the whole one.
   * @param {Draft} draft
   */
  proceed(draft) {
    const { state, plan } = this;
    const { removals, complete } = choices(state.legal, draft);
    if (complete === null) {
      state.change({ draft, scolded: false });
      say(removals.size && draft.removed === null ? state.texts.take : prompt(state), { assertive: removals.size > 0 });
      return;
    }
    const isOther = plan.play(complete);
    state.change({ draft: EMPTY, scolded: false });
    say(isOther ? state.texts.plan_replaced : prompt(state));
  }

  /** What is in the making first, then the last move; one that others follow stays, and is only left. */
  undo() {
    const { state, plan } = this;
    const { node } = plan;
    const isMaking = state.draft !== EMPTY;
    if (!isMaking && node.isLeaf) plan.remove(node);
    else if (!isMaking) plan.node = node.parent ?? node;
    state.change({ draft: isMaking ? (undone(state.draft) ?? EMPTY) : EMPTY });
    say(state.texts.undone);
  }

  /**
   * Along the line, so many half-moves after the game.
   * @param {number} steps
   */
  travel(steps) {
    const { plan } = this;
    const { path } = plan.node.end;
    this.visit(steps < 1 ? plan.root : path[Math.min(steps, path.length) - 1]);
  }

  /** @param {Node} node */
  visit(node) {
    this.plan.node = node;
    this.state.change({ draft: EMPTY });
    say(prompt(this.state));
  }

  /** @param {Node} node */
  remove(node) {
    this.plan.remove(node);
    this.state.change({ draft: EMPTY });
    say(fill(this.state.texts.plan_removed, { move: node.move }));
  }

  #restore() {
    this.plan.restore();
    this.state.change({ draft: EMPTY });
    say(prompt(this.state));
  }
}
