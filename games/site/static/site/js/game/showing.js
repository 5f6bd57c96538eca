// @ts-check
// Shows the state: the board, the trays beside it, where in the game one is, and the bar from which a move is sent.

import { EMPTY, choices, undone } from "../../../web/js/board/draft.js";
import { otherSide, parseMove, parsePosition, withMove } from "../../../web/js/board/position.js";
import { byId, byIdOrNull, field } from "../../../web/js/dom.js";
import { AfterPaint } from "../../../web/js/table/after_paint.js";
import { showTrays } from "../../../web/js/table/trays.js";
import { showAddresses } from "./addresses.js";
import { showBar } from "./bar.js";
import { showCounters } from "./counters.js";
import { prompt } from "./prompt.js";
import { showTravel } from "./travel.js";

/**
 * @import { Board } from "../../../web/js/board/board.js"
 * @import { Position } from "../../../web/js/board/position.js"
 * @import { ConditionalShowing } from "./conditional_showing.js"
 * @import { Sequence } from "../../../web/js/board/position.js"
 * @import { State } from "./state.js"
 * @import { Zwickmuehlen } from "./zwickmuehlen.js"
 * @import { Texts } from "../../../web/js/words.js"
 */

/**
 * The button says the move that it sends: the last look at it before it is final.
 * @param {Texts} texts
 * @param {string | null} move
 */
function showSend({ send, send_this: sendThis }, move) {
  const [before, after] = sendThis.split("%(move)s").map(verb);
  byId("send-words").replaceChildren(...(move ? [before, move, after] : [send]));
}

/**
 * A move that was legal is carried out, nothing is judged.
 * @param {Position} position
 * @param {string} move
 */
function playedOn(position, move) {
  return { ...withMove(position, parseMove(move)), turn: otherSide(position.turn) };
}

/** @param {string} words */
function verb(words) {
  const node = document.createElement("span");
  node.className = "play__verb";
  node.textContent = words;
  return node;
}

export class Showing {
  /** @type {unknown[]} */
  #where = [];

  /**
   * @param {object} page
   * @param {State} page.state
   * @param {Board} page.board
   * @param {HTMLFormElement | null} page.play  The form from which moves are sent; a guest's page has none.
   * @param {Zwickmuehlen} page.zwick
   * @param {ConditionalShowing | null} page.conditionalShowing  Conditional moves, for players.
   */
  constructor({ state, board, play, zwick, conditionalShowing }) {
    this.state = state;
    this.board = board;
    this.play = play;
    this.zwick = zwick;
    this.conditionalShowing = conditionalShowing;
    this.beside = new AfterPaint(() => this.#showBeside());
  }

  /** The board first: of a move in the making, everything else is shown a frame later. */
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

  // The parts that change with every touch.
  #showBeside() {
    const { state, board } = this;
    showTrays(withMove(this.#position(), state.draftShown), { texts: state.texts, playable: board.trayColour() });
    this.showPlay();
    this.conditionalShowing?.show();
  }

  // And what a move in the making does not change.
  #showWhere() {
    const { state } = this;
    this.#showBeside();
    showTravel(state);
    showCounters(state, { quiet: this.#standing().quiet, seen: this.#seen(), sequence: this.#sequence() });
    showAddresses(state);
  }

  // Whether another game, half-move or lie of the board is shown than before.
  #isElsewhere() {
    const { game, shown, entered, orientation } = this.state;
    const { turns, mirrored } = orientation.now;
    const where = [game, shown, entered, turns, mirrored];
    const isElsewhere = where.some((part, index) => part !== this.#where[index]);
    this.#where = where;
    return isElsewhere;
  }

  // While a move is in the making, what was found of the position before it would be in the way.
  #marks() {
    const { preferences, draftShown, entered, zwickmuehlen } = this.state;
    return { marks: preferences.marks, zwickmuehlen: draftShown === EMPTY && !entered ? zwickmuehlen : [] };
  }

  showPlay() {
    const { state, play } = this;
    const typed = play ? field(play, "notation").value.trim() : "";
    showBar(state, typed);
    if (!play) return;
    play.hidden = state.game.status !== "ongoing";
    play.dataset.turn = state.isMine ? "mine" : "theirs";
    const { complete } = choices(state.legal, state.draft);
    field(play, "ply").value = String(state.game.ply + 1);
    const isReady = complete !== null || typed !== "";
    byId("undo", HTMLButtonElement).disabled = !this.#canUndo();
    byId("send", HTMLButtonElement).disabled = !(isReady && (state.isMine || state.isConditional) && state.isLive && !state.sending);
    showSend(state.texts, complete);
    const hint = byIdOrNull("prompt");
    if (hint) hint.textContent = prompt(state, typed);
  }

  #canUndo() {
    const { draftShown, sending, touchMove } = this.state;
    return draftShown !== EMPTY && !sending && undone(draftShown, touchMove) !== null;
  }

  #position() {
    return (this.state.entered?.moves ?? []).reduce(playedOn, this.#standing());
  }

  #standing() {
    return parsePosition(this.#positionText(), this.state.points);
  }

  #positionText() {
    const { state } = this;
    if (state.isLive) return state.game.position.text;
    return state.shown === 0 ? state.data.start : (this.#shownMove?.position ?? "");
  }

  #seen() {
    const { state } = this;
    if (state.isLive) return state.game.repetitions;
    return Number(this.#shownMove?.seen ?? 1);
  }

  /** @returns {Sequence | null} */
  #sequence() {
    const { state } = this;
    if (state.isLive) return state.game.sequence;
    const again = this.#shownMove?.again;
    if (!again) return null;
    const [length, times] = again.split(" ").map(Number);
    return { length, times };
  }

  // The list of moves says of each what stood on the board after it.
  get #shownMove() {
    return byIdOrNull(`ply-${this.state.shown}`)?.dataset;
  }

  #lastMove() {
    const { game, ply, entered } = this.state;
    if (entered?.move) return parseMove(entered.move);
    const played = game.moves.find((move) => move.ply === ply);
    return played ? parseMove(played.move) : null;
  }
}
