// What the hands intend, and what becomes of it: every input ends in one of these, and each of them changes the state.

import { dictated } from "../board/dictation.js";
import { EMPTY, choices, typed, undone } from "../board/draft.js";
import { closesMill, linesOf, parseMove } from "../board/position.js";
import { Hands } from "../table/hands.js";
import { clear } from "../table/typed_field.js";
import { fill, say } from "../words.js";
import { fragmentOf, readFragment } from "./address.js";
import { put } from "./set_up.js";
import { newRoot, promote, remove } from "./tree.js";

export class Deeds extends Hands {
  // `asking` puts typed moves to the server, `tell` writes a sentence below the board, `brush` is what a set-up puts.
  constructor({ state, asking, sounds, tell, brush }) {
    super({ state });
    Object.assign(this, { asking, sounds, tell, brush });
  }

  // --- On the board ---

  touch({ point }) {
    if (this.state.setUp) this.#put(point);
    else super.touch({ point });
  }

  type({ text }) {
    const { state } = this;
    const { words_to: to, words_takes: takes, words_numbers: numbers } = state.texts;
    const spoken = dictated(text, { words: { to, takes, numbers }, legal: state.legal });
    const move = spoken ?? text.trim().toLowerCase();
    const draft = typed(state.legal, move, state.draft);
    if (this.isBound && (draft ?? parseMove(move)).source !== state.draft.source) this.tell(this.touched);
    else if (draft) this.proceed(draft);
    else if (!state.setUp) this.asking.tryMove(move, (legal) => this.play(legal));
  }

  // What is in the making first, then an end that the players made, then the last move; a move that others follow stays, and is only left.
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

  proceed(draft) {
    const { state } = this;
    const { removals, complete } = choices(state.legal, draft);
    clear(byTyping());
    if (complete) return this.play(complete);
    state.change({ draft, scolded: false });
    if (removals.size && draft.removed === null) say(state.texts.take, { assertive: true });
    return undefined;
  }

  play(move) {
    const { state } = this;
    this.tell("");
    clear(byTyping());
    state.touched.forget();
    state.change({ node: state.node.play(move), draft: EMPTY, scolded: false, deleted: null });
    this.sounds.play(closesMill(state.position, parseMove(move), linesOf(state.data.lines)) ? "mill" : "move");
  }

  #put(point) {
    const { state } = this;
    const setUp = put(state.setUp, point, this.brush());
    state.change({ setUp });
    const colour = setUp.stones.get(point);
    say(fill(state.texts.put, { point, content: colour ? state.stones.texts[`stone_${colour}`] : state.texts.free }));
  }

  // What is against the rules is ignored, and said once.
  scold(point) {
    const { state } = this;
    if (state.scolded || !state.answer) return;
    state.scolded = true;
    say(this.isBound ? this.touched : fill(state.texts.not_possible, { point }));
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
    this.sounds.play("end");
  }

  // Where a move is typed.
  write() {
    byTyping().focus();
  }
}

function byTyping() {
  return document.getElementById("typed");
}
