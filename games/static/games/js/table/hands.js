// What hands do to the move in the making, the same on every page with a board to play on. A page says what a step and
// a whole move lead to (proceed), and what is said to a point that means nothing now (scold).

import { EMPTY, isBound, touch } from "../board/draft.js";
import { fill, say } from "../words.js";

export class Hands {
  // `state` has draft, legal moves, texts and touchMove, as {touchMove: true or false}, and is changed by change().
  constructor({ state }) {
    this.state = state;
  }

  intend({ type, ...what }) {
    this[type](what);
  }

  touch({ point }) {
    const { legal, draft, touchMove } = this.state;
    const next = touch(legal, draft, point, touchMove);
    if (next) this.proceed(next);
    else this.scold(point);
  }

  lift({ point }) {
    if (!this.isBound) this.state.change({ draft: point ? { ...EMPTY, source: point } : EMPTY });
  }

  // A stone that was dropped nowhere is put back, unless it has been touched for good.
  drop({ point }) {
    const { legal, draft, touchMove } = this.state;
    const next = point && touch(legal, draft, point, touchMove);
    if (next && next.target === point) this.proceed(next);
    else if (this.isBound) this.proceed({ ...EMPTY, source: draft.source });
    else this.state.change({ draft: EMPTY });
  }

  // A page whose board can be turned has an orientation in its state.
  turn({ quarters }) {
    this.#lay((orientation) => orientation.turn(quarters), "turned");
  }

  mirror() {
    this.#lay((orientation) => orientation.mirror(), "mirrored");
  }

  #lay(how, told) {
    how(this.state.orientation);
    this.state.change({});
    say(this.state.texts[told]);
  }

  help() {
    document.getElementById("shortcuts").showModal();
  }

  // Whether a stone has been touched that must be moved.
  get isBound() {
    return isBound(this.state.draft, this.state.touchMove);
  }

  get touched() {
    return fill(this.state.texts.touched, { point: this.state.draft.source });
  }
}
