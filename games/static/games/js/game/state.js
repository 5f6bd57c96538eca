// What the page of a game knows: the game as the server has it, the move in the making, and what is being looked at.

import { EMPTY } from "../board/draft.js";
import { Touched } from "../table/touched.js";

export class State {
  // `onChange` is called after every change, to show it.
  constructor(data, { orientation, onChange }) {
    const { game, texts, urls, color, points } = data;
    Object.assign(this, { data, game, texts, urls, color, points, orientation, onChange, lastEvent: data.last_event });
    this.preferences = data.preferences;
    this.touched = new Touched(game.number);
    Object.assign(this, { draft: EMPTY, shown: null, zwickmuehlen: [], maySeeZwickmuehlen: data.may_see_zwickmuehlen });
    this.next = data.next;
    Object.assign(this, { sending: null, retrying: false, unsent: false, scolded: false });
  }

  change(changes) {
    Object.assign(this, changes);
    this.recall();
    this.onChange();
  }

  // A stone that was touched before the page was loaded is touched still.
  recall() {
    if (this.isMine) this.draft = this.touched.draftOf(this, this.game.ply);
  }

  // --- What may be done now ---

  get isMine() {
    return this.game.status === "ongoing" && this.game.turn === this.color && !this.isFrozen;
  }

  // Whether a dispute holds the clocks, and nobody may move.
  get isFrozen() {
    return this.game.clock.paused.includes("dispute");
  }

  get isLive() {
    return this.shown === null;
  }

  get legal() {
    return this.isMine && this.isLive && !this.sending ? (this.game.legal_moves ?? []) : [];
  }

  // The move in the making waits while the reader looks at the past.
  get draftShown() {
    return this.isLive ? this.draft : EMPTY;
  }

  // Whether a stone that has been touched must be moved.
  get touchMove() {
    return { touchMove: this.preferences.touch_move };
  }

  // The half-move that is being looked at.
  get ply() {
    return this.shown ?? this.game.ply;
  }
}
