// @ts-check
// Actions: every input becomes one of these intents, and each of them changes the state.

import { dictated } from "../../../web/js/board/dictation.js";
import { EMPTY, choices, typed, undone } from "../../../web/js/board/draft.js";
import { parseMove } from "../../../web/js/board/position.js";
import { oneOrNull } from "../../../web/js/dom.js";
import { Hands } from "../../../web/js/table/hands.js";
import { fill, say } from "../../../web/js/words.js";
import { openTyping } from "./bar.js";
import { tell } from "./notice.js";
import { prompt } from "./prompt.js";
import { copy, numbered } from "../../../web/js/table/sharing.js";

/**
 * @import { Draft } from "../../../web/js/board/draft.js"
 * @import { TableIntent } from "../../../web/js/table/hands.js"
 * @import { Sending } from "./sending.js"
 * @import { ConditionalBoard } from "./conditional_board.js"
 * @import { State } from "./state.js"
 * @import { Zwickmuehlen } from "./zwickmuehlen.js"
 */

/**
 * @typedef {TableIntent
 *   | {type: "type", text: string}
 *   | {type: "travel", ply: number}
 *   | {type: "send" | "copyMoves" | "zwickmuehlen" | "write"}} GameIntent
 */

/** @extends {Hands<State, GameIntent>} */
export class Actions extends Hands {
  /**
   * @param {{state: State, sending: Sending, zwick: Zwickmuehlen, conditionalBoard: ConditionalBoard | null}} parts
   *   `conditionalBoard` is for players.
   */
  constructor({ state, sending, zwick, conditionalBoard }) {
    super({ state });
    this.sending = sending;
    this.zwick = zwick;
    this.conditionalBoard = conditionalBoard;
  }

  /**
   * A typed move lies on the board like one made by hand, and is sent as that is. What cannot be read is sent as it is,
   * for the server to say what is wrong with it.
   * @param {{text: string}} intent
   */
  type({ text }) {
    const { legal, draft, texts } = this.state;
    const move = dictated(text, { texts, legal }) ?? text.trim().toLowerCase();
    const next = typed(legal, move, draft);
    if (this.isBound && (next ?? parseMove(move)).source !== draft.source) tell(this.touched);
    else if (next) this.proceed(next);
    else if (this.state.isConditional) tell(this.state.enteredAnswer ? fill(texts.not_possible, { point: move }) : texts.unreachable);
    else this.sending.send(move);
  }

  undo() {
    const { state } = this;
    if (state.draft === EMPTY || state.sending || !state.isLive) return;
    const draft = undone(state.draft, state.touchMove);
    if (draft) state.change({ draft, unsent: false });
    say(draft ? state.texts.undone : this.touched);
  }

  send() {
    const { state } = this;
    if (!state.isMine || !state.isLive || state.sending) return;
    const { complete } = choices(state.legal, state.draft);
    if (complete) this.sending.send(complete);
    else say(state.texts.choose_first, { assertive: true });
  }

  /** @param {{ply: number}} intent */
  travel({ ply }) {
    const { state } = this;
    const last = state.game.ply;
    if (state.isConditional) return this.conditionalBoard?.travel(ply - last);
    const shown = ply >= last ? null : Math.max(0, ply);
    history.replaceState(null, "", shown === null ? state.urls.page : `?ply=${shown}`);
    state.change({ shown });
    say(fill(state.texts.past, { ply: shown ?? last, last }));
    return undefined;
  }

  copyMoves() {
    const { state } = this;
    const { copied_moves: done, not_copied: failed } = state.texts;
    copy(numbered(state), { button: oneOrNull(document, "[data-key=c]"), done, failed });
  }

  /** Point out the Zwickmühlen of what is shown, or no longer. */
  zwickmuehlen() {
    this.zwick.toggle();
  }

  /** Go to where a move is typed. */
  write() {
    if (!this.state.isMine && !this.state.isConditional) return;
    openTyping();
  }

  /**
   * A step towards a move; the sentence says what is asked for next. What lies on the board is what will be sent, so
   * that nothing typed may wait beside it.
   * @override
   * @param {Draft} draft
   */
  proceed(draft) {
    const { state } = this;
    this.sending.forgetTyped();
    tell("");
    if (state.isConditional) return this.conditionalBoard?.proceed(draft);
    state.change({ draft, scolded: false, unsent: false });
    const { removals, complete } = choices(state.legal, draft);
    if (complete && !state.preferences.confirm_moves) this.sending.send(complete);
    else if (removals.size && draft.removed === null) say(state.texts.take, { assertive: true });
    else if (draft !== EMPTY) say(prompt(state));
    return undefined;
  }

  /**
   * An illegal input is ignored, and announced once.
   * @override
   * @param {string} point
   */
  scold(point) {
    const { state } = this;
    if (state.scolded || (!state.isMine && !state.enteredAnswer)) return;
    state.scolded = true;
    say(this.isBound ? this.touched : fill(state.texts.not_possible, { point }));
  }
}
