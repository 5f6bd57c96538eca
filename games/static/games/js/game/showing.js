// Shows the state: the board, the trays beside it, where in the game one is, and the bar from which a move is sent.

import { EMPTY, choices, undone } from "../board/draft.js";
import { parseMove, parsePosition, withMove } from "../board/position.js";
import { AfterPaint } from "../table/after_paint.js";
import { showTrays } from "../table/trays.js";
import { showAddresses } from "./addresses.js";
import { showCounters } from "./counters.js";
import { prompt } from "./prompt.js";
import { showTravel } from "./travel.js";

export class Showing {
  #where = [];

  // `play` is the form from which moves are sent; a guest's page has none.
  constructor({ state, board, play, zwick }) {
    Object.assign(this, { state, board, play, zwick });
    this.beside = new AfterPaint(() => this.#showBeside());
  }

  // The board first: of a move in the making, everything else is shown a frame later.
  show() {
    const { state, board } = this;
    const { legal, draftShown: draft, touchMove } = state;
    const last = this.#lastMove();
    const position = this.#position();
    board.show({ position, legal, draft, last, orientation: state.orientation.now, ...touchMove, ...this.#marks() });
    if (this.#isElsewhere()) this.#showWhere();
    else this.beside.ask();
    this.zwick.show();
  }

  // What changes with every touch.
  #showBeside() {
    const { state, board } = this;
    showTrays(withMove(this.#position(), state.draftShown), { texts: state.texts, playable: board.trayColour() });
    if (this.play) this.showPlay();
  }

  // And what a move in the making does not change.
  #showWhere() {
    const { state } = this;
    this.#showBeside();
    showTravel(state);
    showCounters(state, { quiet: this.#position().quiet, seen: this.#seen(), sequence: this.#sequence() });
    showAddresses(state);
  }

  // Whether another game, half-move or lie of the board is shown than before.
  #isElsewhere() {
    const { game, shown, orientation } = this.state;
    const { turns, mirrored } = orientation.now;
    const where = [game, shown, turns, mirrored];
    const isElsewhere = where.some((part, index) => part !== this.#where[index]);
    this.#where = where;
    return isElsewhere;
  }

  // While a move is in the making, what was found of the position before it would be in the way.
  #marks() {
    const { preferences, draftShown, zwickmuehlen } = this.state;
    return { marks: preferences.marks, zwickmuehlen: draftShown === EMPTY ? zwickmuehlen : [] };
  }

  showPlay() {
    const { state, play } = this;
    play.hidden = state.game.status !== "ongoing";
    play.dataset.turn = state.isMine ? "mine" : "theirs";
    play.dataset.waits = choices(state.legal, state.draft).complete ? "send" : "";
    play.elements.ply.value = state.game.ply + 1;
    document.getElementById("undo").disabled = !this.#canUndo();
    document.getElementById("send").disabled = !this.#canSend();
    document.getElementById("prompt").textContent = prompt(state, this.#typed);
  }

  #canUndo() {
    const { draftShown, sending, touchMove } = this.state;
    return draftShown !== EMPTY && !sending && undone(draftShown, touchMove) !== null;
  }

  #canSend() {
    const { state, play } = this;
    const isReady = play.dataset.waits === "send" || this.#typed !== "";
    return state.isMine && state.isLive && !state.sending && isReady;
  }

  get #typed() {
    return this.play.elements.notation.value.trim();
  }

  #position() {
    return parsePosition(this.#positionText(), this.state.points);
  }

  #positionText() {
    const { state } = this;
    if (state.isLive) return state.game.position.text;
    return state.shown === 0 ? state.data.start : document.getElementById(`ply-${state.shown}`).dataset.position;
  }

  #seen() {
    const { state } = this;
    if (state.isLive) return state.game.repetitions;
    return Number(document.getElementById(`ply-${state.shown}`)?.dataset.seen ?? 1);
  }

  #sequence() {
    const { state } = this;
    if (state.isLive) return state.game.sequence;
    const again = document.getElementById(`ply-${state.shown}`)?.dataset.again;
    if (!again) return null;
    const [length, times] = again.split(" ");
    return { length, times };
  }

  #lastMove() {
    const { game, ply } = this.state;
    const played = game.moves.find((move) => move.ply === ply);
    return played ? parseMove(played.move) : null;
  }
}
