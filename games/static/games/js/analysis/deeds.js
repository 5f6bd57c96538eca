// What the hands intend, and what becomes of it: every input ends in one of these, and each of them changes the state.

import { dictated } from "../board/dictation.js";
import { EMPTY, choices, touch, typed, undone } from "../board/draft.js";
import { fill, say } from "../words.js";
import { fragmentOf, readFragment } from "./address.js";
import { put } from "./set_up.js";
import { newRoot, promote, remove } from "./tree.js";

export class Deeds {
  // `asking` puts typed moves to the server, `tell` writes a sentence below the board, `brush` is what a set-up puts.
  constructor({ state, asking, tell, brush }) {
    Object.assign(this, { state, asking, tell, brush });
  }

  intend({ type, ...what }) {
    this[type](what);
  }

  // --- On the board ---

  touch({ point }) {
    const { state } = this;
    if (state.setUp) return this.#put(point);
    const draft = touch(state.legal, state.draft, point);
    if (draft) this.#begin(draft);
    else this.#scold(point);
    return undefined;
  }

  lift({ point }) {
    this.state.change({ draft: point ? { ...EMPTY, source: point } : EMPTY });
  }

  drop({ point }) {
    const draft = point && touch(this.state.legal, this.state.draft, point);
    if (draft && draft.target === point) this.#begin(draft);
    else this.state.change({ draft: EMPTY });
  }

  type({ text }) {
    const { state } = this;
    const { words_to: to, words_takes: takes, words_numbers: numbers } = state.texts;
    const spoken = dictated(text, { words: { to, takes, numbers }, legal: state.legal });
    const move = spoken ?? text.trim().toLowerCase();
    const draft = typed(state.legal, move);
    if (draft) this.#begin(draft);
    else if (!state.setUp) this.asking.tryMove(move, (legal) => this.#play(legal));
  }

  // What is in the making first, then the last move; a move that others follow stays, and is only left.
  undo() {
    const { state } = this;
    const { node, draft } = state;
    if (state.isTouched) state.change({ draft: undone(draft) });
    else if (node.parent) state.change({ node: node.isLeaf ? remove(node) : node.parent, ended: null });
    else return;
    this.tell("");
    say(state.texts.undone);
  }

  #begin(draft) {
    const { state } = this;
    const { removals, complete } = choices(state.legal, draft);
    if (complete) return this.#play(complete);
    state.change({ draft, scolded: false });
    if (removals.size && draft.removed === null) say(state.texts.take, { assertive: true });
    return undefined;
  }

  #play(move) {
    const { state } = this;
    this.tell("");
    state.change({ node: state.node.play(move), draft: EMPTY, scolded: false, deleted: null });
  }

  #put(point) {
    const { state } = this;
    const setUp = put(state.setUp, point, this.brush());
    state.change({ setUp });
    const colour = setUp.stones.get(point);
    say(fill(state.texts.put, { point, content: colour ? state.ruleSet.texts[`stone_${colour}`] : state.texts.free }));
  }

  // What is against the rules is ignored, and said once.
  #scold(point) {
    const { state } = this;
    if (state.scolded || !state.answer) return;
    state.scolded = true;
    say(fill(state.texts.not_possible, { point }));
  }

  // --- In the tree ---

  travel({ to }) {
    const { root, node } = this.state;
    const goals = { first: root, back: node.parent ?? root, forward: node.children[0] ?? node, last: node.end };
    this.visit({ node: goals[to] });
  }

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
    const { root, node } = readFragment(state.deleted, { rulesKnown: Object.keys(state.data.rule_sets) });
    state.change({ root, node, deleted: null });
    say(state.texts.restored);
  }

  // --- Everything anew ---

  // Other rules for the same moves; where these forbid one of them, the server will say so.
  choose({ rules }) {
    this.tell("");
    this.state.change({ rules, draft: EMPTY, ended: null, isStuck: false });
  }

  begin({ start = null, root = newRoot(), node = root, rules = this.state.rules, game = null }) {
    this.tell("");
    const fresh = { draft: EMPTY, setUp: null, deleted: null, ended: null, isStuck: false, scolded: false };
    this.state.change({ ...fresh, start: start === this.state.data.empty ? null : start, root, node, rules, game });
  }

  end({ ended }) {
    this.state.change({ ended, draft: EMPTY });
  }

  // --- How the board lies ---

  turn({ quarters }) {
    this.state.orientation.turn(quarters);
    this.state.change({});
    say(this.state.texts.turned);
  }

  mirror() {
    this.state.orientation.mirror();
    this.state.change({});
    say(this.state.texts.mirrored);
  }
}
