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
 * @import { ConditionalMoves } from "./conditional_moves.js"
 * @import { Game, State } from "./state.js"
 */

/**
 * The game has gone on: so do the conditional moves. What is to be said of it, and the answer as a move in the making,
 * which a touched stone alone must not become. Those that the server has are played by themselves.
 * @param {State} state  Still with the game before.
 * @param {Game} game
 * @returns {{words: string, draft?: Draft}}
 */
export function followConditional(state, game) {
  const { conditional, texts, isConditional } = state;
  if (!conditional) return { words: "" };
  const { isChanged } = conditional;
  const isKnown = conditional.follow(game.moves.slice(state.game.ply).map(({ move }) => move));
  if (game.status !== "ongoing") conditional.end();
  if (!isChanged && !isConditional) return { words: "" };
  if (!isKnown) return { words: conditional.lost.length ? texts.conditional_unforeseen : "" };
  if (!conditional.isOwnTurn || game.status !== "ongoing") return { words: "" };
  if (!conditional.answer) return { words: texts.conditional_no_answer };
  const { move } = conditional.answer;
  const draft = parseMove(move);
  const isLaid = !isBound(draft, { touchMove: state.preferences.touch_move });
  const rest = conditional.text ? texts.conditional_rest : "";
  const words = [fill(isLaid ? texts.conditional_foreseen : texts.conditional_meant, { move }), rest].filter(Boolean).join(" ");
  return isLaid ? { words, draft } : { words };
}

export class ConditionalBoard {
  /** @type {number | undefined} */
  #later = undefined;

  /** @param {{state: State, conditional: ConditionalMoves}} parts */
  constructor({ state, conditional }) {
    this.state = state;
    this.conditional = conditional;
    byId("conditional-undo").addEventListener("click", () => this.undo());
    byId("conditional-restore").addEventListener("click", () => this.#restore());
    window.addEventListener("online", () => this.want());
  }

  /**
   * The board is for conditional moves as long as their tab is shown.
   * @param {boolean} isOpen
   */
  open(isOpen) {
    const { state } = this;
    if (isOpen === state.isConditionalOpen) return;
    const before = state.isConditional;
    if (isOpen && state.mayEnter && !state.isLive) history.replaceState(null, "", state.urls.page);
    const place = isOpen && state.mayEnter ? { shown: null } : {};
    state.change({ isConditionalOpen: isOpen, ...place, ...(before ? { draft: EMPTY } : {}) });
    if (state.isConditional) say(prompt(state));
    else if (before) say(state.texts.conditional_left);
  }

  /** Ask for what may be played where one is, unless it is known. */
  async want() {
    const { state } = this;
    clearTimeout(this.#later);
    if (!state.isConditional || state.enteredAnswer) return;
    try {
      const found = await state.answers.find(state.enteredQuestion);
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
    const { state, conditional } = this;
    const { removals, complete } = choices(state.legal, draft);
    if (complete === null) {
      state.change({ draft, scolded: false });
      say(removals.size && draft.removed === null ? state.texts.take : prompt(state), { assertive: removals.size > 0 });
      return;
    }
    const isOther = conditional.play(complete);
    state.change({ draft: EMPTY, scolded: false });
    say(isOther ? state.texts.conditional_replaced : prompt(state));
  }

  /** What is in the making first, then the last move; one that others follow stays, and is only left. */
  undo() {
    const { state, conditional } = this;
    const { node } = conditional;
    const isMaking = state.draft !== EMPTY;
    if (!isMaking && node.isLeaf) conditional.remove(node);
    else if (!isMaking) conditional.node = node.parent ?? node;
    state.change({ draft: isMaking ? (undone(state.draft) ?? EMPTY) : EMPTY });
    say(state.texts.undone);
  }

  /**
   * Along the line, so many half-moves after the game.
   * @param {number} steps
   */
  travel(steps) {
    const { conditional } = this;
    const { path } = conditional.node.end;
    this.visit(steps < 1 ? conditional.root : path[Math.min(steps, path.length) - 1]);
  }

  /** @param {Node} node */
  visit(node) {
    this.conditional.node = node;
    this.state.change({ draft: EMPTY });
    say(prompt(this.state));
  }

  /** @param {Node} node */
  remove(node) {
    this.conditional.remove(node);
    this.state.change({ draft: EMPTY });
    say(fill(this.state.texts.conditional_removed, { move: node.move }));
  }

  #restore() {
    this.conditional.restore();
    this.state.change({ draft: EMPTY });
    say(prompt(this.state));
  }
}
