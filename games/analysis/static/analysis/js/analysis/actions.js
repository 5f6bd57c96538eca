// @ts-check
// Actions: every input becomes one of these intents, and each of them changes the state.

import { dictated } from "../../../web/js/board/dictation.js";
import { EMPTY, choices, typed, undone } from "../../../web/js/board/draft.js";
import { closesMill, linesOf, parseMove } from "../../../web/js/board/position.js";
import { byId } from "../../../web/js/dom.js";
import { Hands } from "../../../web/js/table/hands.js";
import { clear } from "../../../web/js/table/typed_field.js";
import { fill, say } from "../../../web/js/words.js";
import { fragmentOf, readFragment } from "./address.js";
import { put } from "./set_up.js";
import { newRoot, promote, remove } from "./tree.js";

/**
 * @import { Draft } from "../../../web/js/board/draft.js"
 * @import { Colour, Position } from "../../../web/js/board/position.js"
 * @import { Sounds } from "../../../web/js/sounds.js"
 * @import { TableIntent } from "../../../web/js/table/hands.js"
 * @import { Step } from "../../../web/js/table/travel.js"
 * @import { Analysis } from "./address.js"
 * @import { Asking } from "./asking.js"
 * @import { Ended, State } from "./state.js"
 * @import { Node } from "./tree.js"
 */

/**
 * @typedef {TableIntent
 *   | {type: "type", text: string}
 *   | {type: "travel", to: Step}
 *   | {type: "visit", node: Node}
 *   | {type: "promote" | "remove" | "restore" | "write"}
 *   | {type: "choose", rules: string}
 *   | {type: "begin"} & Partial<Analysis>
 *   | {type: "end", ended: Ended}} AnalysisIntent
 */

/**
 * `tell` writes a sentence below the board; `brush` says what a set-up puts on a point: a stone or nothing.
 * @typedef {object} Parts
 * @property {State} state
 * @property {Asking} asking
 * @property {Sounds} sounds
 * @property {(sentence: string) => void} tell
 * @property {() => Colour | ""} brush
 */

/** @extends {Hands<State, AnalysisIntent>} */
export class Actions extends Hands {
  /** @param {Parts} parts */
  constructor({ state, asking, sounds, tell, brush }) {
    super({ state });
    this.asking = asking;
    this.sounds = sounds;
    this.tell = tell;
    this.brush = brush;
  }

  // --- On the board ---

  /**
   * @override
   * @param {{point: string}} intent
   */
  touch({ point }) {
    if (this.state.setUp) this.#put(this.state.setUp, point);
    else super.touch({ point });
  }

  /** @param {{text: string}} intent */
  type({ text }) {
    const { state } = this;
    const move = dictated(text, { texts: state.texts, legal: state.legal }) ?? text.trim().toLowerCase();
    const draft = typed(state.legal, move, state.draft);
    if (this.isBound && (draft ?? parseMove(move)).source !== state.draft.source) this.tell(this.touched);
    else if (draft) this.proceed(draft);
    else if (!state.setUp) this.asking.tryMove(move, (legal) => this.play(legal));
  }

  /**
   * What is in the making first, then an end that the players made, then the last move; a move that others follow stays,
   * and is only left.
   */
  undo() {
    const { state } = this;
    const { node, draft } = state;
    const before = state.isTouched && undone(draft, state.touchMove);
    if (before === null) return say(this.touched);
    if (before) state.change({ draft: before });
    else if (state.ended) state.change({ ended: null });
    else if (node.parent) state.change({ node: node.isLeaf ? remove(node) : node.parent });
    else return undefined;
    this.tell("");
    return say(state.texts.undone);
  }

  /**
   * @override
   * @param {Draft} draft
   */
  proceed(draft) {
    const { state } = this;
    const { removals, complete } = choices(state.legal, draft);
    clear(typedField());
    if (complete) {
      this.play(complete);
      return;
    }
    state.change({ draft, scolded: false });
    if (removals.size && draft.removed === null) say(state.texts.take, { assertive: true });
  }

  /** @param {string} move */
  play(move) {
    const { state } = this;
    this.tell("");
    clear(typedField());
    state.touched.forget();
    state.change({ node: state.node.play(move), draft: EMPTY, scolded: false, deleted: null });
    this.sounds.play(closesMill(state.position, parseMove(move), linesOf(state.data.lines)) ? "mill" : "move");
  }

  /**
   * @param {Position} before
   * @param {string} point
   */
  #put(before, point) {
    const { state } = this;
    const setUp = put(before, point, this.brush());
    state.change({ setUp });
    const colour = setUp.stones.get(point);
    say(fill(state.texts.put, { point, content: colour ? state.stones.texts[`stone_${colour}`] : state.texts.free }));
  }

  /**
   * An illegal input is ignored, and announced once.
   * @override
   * @param {string} point
   */
  scold(point) {
    const { state } = this;
    if (state.scolded || !state.answer) return;
    state.scolded = true;
    say(this.isBound ? this.touched : fill(state.texts.not_possible, { point }));
  }

  // --- In the tree ---

  /** @param {{to: Step}} intent */
  travel({ to }) {
    const { root, node } = this.state;
    const goals = { first: root, back: node.parent ?? root, forward: node.children[0] ?? node, last: node.end };
    this.visit({ node: goals[to] });
  }

  /** @param {{node: Node}} intent */
  visit({ node }) {
    const { state } = this;
    if (state.setUp) return;
    this.tell("");
    state.change({ node, draft: EMPTY, isTravelling: true });
    say(fill(state.texts.past, { ply: node.ply, last: node.end.ply }));
  }

  promote() {
    const { state } = this;
    promote(state.node);
    state.change({});
    say(state.texts.promoted);
  }

  remove() {
    const { state } = this;
    const deleted = fragmentOf(state.kept);
    state.change({ node: remove(state.node), draft: EMPTY, deleted });
    say(state.texts.deleted);
  }

  restore() {
    const { state } = this;
    const before = readFragment(state.deleted ?? "", { rulesKnown: Object.keys(state.data.rule_sets) });
    if (!before) return;
    state.change({ root: before.root, node: before.node, deleted: null });
    say(state.texts.restored);
  }

  // --- Everything anew ---

  /**
   * Other rules for the same moves; where these forbid one of them, the server will say so.
   * @param {{rules: string}} intent
   */
  choose({ rules }) {
    this.tell("");
    this.state.change({ rules, draft: EMPTY, ended: null, isStuck: false });
  }

  /** @param {Partial<Analysis>} intent */
  begin({ start = null, root = newRoot(), node = root, rules = this.state.rules, game = null }) {
    this.tell("");
    const fresh = { draft: EMPTY, setUp: null, deleted: null, ended: null, isStuck: false, scolded: false };
    this.state.change({ ...fresh, start: start === this.state.data.empty ? null : start, root, node, rules, game });
  }

  /** @param {{ended: Ended}} intent */
  end({ ended }) {
    this.state.change({ ended, draft: EMPTY });
    this.sounds.play("end");
  }

  /** Go to where a move is typed. */
  write() {
    typedField().focus();
  }
}

function typedField() {
  return byId("typed", HTMLInputElement);
}
