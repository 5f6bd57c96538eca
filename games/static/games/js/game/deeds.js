// What the hands intend, and what becomes of it: every input ends in one of these, and each of them changes the state.

import { EMPTY, choices, touch, typed, undone } from "../board/draft.js";
import { fill, say } from "../words.js";
import { prompt } from "./prompt.js";

export class Deeds {
  constructor({ state, sending }) {
    Object.assign(this, { state, sending });
  }

  intend({ type, ...what }) {
    this[type](what);
  }

  touch({ point }) {
    const draft = touch(this.state.legal, this.state.draft, point);
    if (draft) this.#begin(draft);
    else this.#scold(point);
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
    const draft = typed(this.state.legal, text);
    if (draft) this.#begin(draft, { andSend: true });
    else this.sending.send(text.trim().toLowerCase());
  }

  undo() {
    const { state } = this;
    if (state.draft === EMPTY || state.sending) return;
    state.change({ draft: undone(state.draft), unsent: false });
    say(state.texts.undone);
  }

  send() {
    const { complete } = choices(this.state.legal, this.state.draft);
    if (complete) this.sending.send(complete);
    else say(this.state.texts.choose_first, { assertive: true });
  }

  travel({ ply }) {
    const { state } = this;
    const last = state.game.ply;
    const shown = ply >= last ? null : Math.max(0, ply);
    history.replaceState(null, "", shown === null ? state.urls.page : `?ply=${shown}`);
    state.change({ shown, draft: EMPTY });
    say(fill(state.texts.past, { ply: shown ?? last, last }));
  }

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

  // A step towards a move; the sentence says what is asked for next.
  #begin(draft, { andSend = !this.state.confirm } = {}) {
    const { state } = this;
    state.change({ draft, scolded: false, unsent: false });
    const { removals, complete } = choices(state.legal, draft);
    if (complete && andSend) this.sending.send(complete);
    else if (removals.size && draft.removed === null) say(state.texts.take, { assertive: true });
    else if (draft !== EMPTY) say(prompt(state));
  }

  // What is against the rules is ignored, and said once.
  #scold(point) {
    const { state } = this;
    if (state.scolded || !state.isMine) return;
    state.scolded = true;
    say(fill(state.texts.not_possible, { point }));
  }
}
