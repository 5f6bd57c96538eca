// @ts-check
// News: the game and the texts of the page, fetched again after an event.

import { EMPTY } from "../../../web/js/board/draft.js";
import { closesMill, linesOf, parseMove, parsePosition } from "../../../web/js/board/position.js";
import { localTimes } from "../../../web/js/clocks.js";
import { one } from "../../../web/js/dom.js";
import { Looking } from "../../../web/js/looking.js";
import { fetchPage, putRegions } from "../../../web/js/regions.js";
import { fill, say } from "../../../web/js/words.js";
import { showWaiting, waitingIn } from "../waiting.js";
import { tell } from "./notice.js";
import { followConditional } from "./conditional_board.js";

/**
 * @import { News as NewsEvent } from "../../../web/js/player_events.js"
 * @import { Colour } from "../../../web/js/board/position.js"
 * @import { Sounds } from "../../../web/js/sounds.js"
 * @import { Stream } from "../../../web/js/stream.js"
 * @import { Texts } from "../../../web/js/words.js"
 * @import { Game, GamePage, State } from "./state.js"
 */

/**
 * The data of the event "move_played"; `legal_moves` are for the player on move.
 * @typedef {object} MovePlayed
 * @property {number} ply
 * @property {string} move
 * @property {string} position
 * @property {Colour | null} turn
 * @property {string[] | null} legal_moves
 * @property {object | null} outcome
 */

// What changes, in another game, which games wait and until when.
const OF_OTHERS = ["game_started", "move_played", "game_finished", "deadline_moved", "time_given", "moves_taken_back", "game_paused"];

export class News {
  #looking = new Looking(() => this.#look());
  /** @type {string | null} */
  #ending;
  /**
   * The game's own stream, for whoever looks on.
   * @type {Stream | null}
   */
  stream = null;
  /**
   * Called whenever what the server has said is on the page.
   * @type {(() => void)[]}
   */
  listeners = [];

  /** @param {{state: State, sounds: Sounds}} parts */
  constructor({ state, sounds }) {
    this.state = state;
    this.sounds = sounds;
    this.#ending = state.data.ending;
  }

  /**
   * The game as the server has it. A move in the making survives unless the game has moved on.
   * @param {Game} game
   * @param {string[][] | null} [lines]  The reader's conditional moves as the server has them.
   */
  receive(game, lines = null) {
    const { state } = this;
    const before = state.game;
    if (game.ply < before.ply) return;
    const isElsewhere = game.ply !== before.ply || game.status !== before.status;
    if (isElsewhere) state.touched.forget();
    const followed = isElsewhere ? followConditional(state, game) : null;
    if (lines) state.conditional?.adopt(lines);
    const draft = followed?.draft ?? EMPTY;
    state.change({ game, ...(isElsewhere ? { draft, unsent: false, scolded: false } : {}) });
    this.#sound(before, game);
    const sentence = game.ply > before.ply && before.turn !== state.color ? this.#played(game) : "";
    if (followed?.words) tell([sentence, followed.words].filter(Boolean).join(" "), { isNews: true });
    else if (sentence) say(sentence);
  }

  /**
   * @param {Game} before
   * @param {Game} game
   */
  #sound(before, game) {
    if (game.status !== before.status) this.sounds.play("end");
    else if (game.ply > before.ply) this.sounds.play(this.#closedMill(game) ? "mill" : "move");
  }

  /** @param {Game} game */
  #closedMill(game) {
    const { points, data } = this.state;
    return closesMill(parsePosition(game.position.text, points), parseMove(lastMove(game)), linesOf(data.lines));
  }

  /** @param {Game} game */
  #played(game) {
    const { texts } = this.state;
    const mover = game.ply % 2 === 1 ? "white" : "black";
    const move = lastMove(game);
    const { removed } = parseMove(move);
    const sentence = removed ? texts.played_taking : this.#closedMill(game) ? texts.played_mill : texts.played;
    return fill(sentence, { player: game.players[mover].display_name, move, removed });
  }

  /**
   * An event of the player's, or null for "look": it tells of this game, or of which others wait.
   * @param {NewsEvent | null} event
   */
  tell(event) {
    const { game } = this.state;
    const isKnown = event?.type === "move_played" && event.game === game.number && playedIn(event).ply <= game.ply;
    if (isKnown) return;
    if (event === null || event.game === game.number) this.hear(event);
    else if (OF_OTHERS.includes(event.type)) this.refresh();
    else if (game.status !== "ongoing" && event.type.startsWith("challenge_")) this.refresh();
  }

  /**
   * What an event says is shown before the words for it have been fetched, and the player on move may answer at once.
   * A move that is being sent lies on the board already, and its answer knows whether it has ended the game.
   * @param {NewsEvent | null} event
   */
  hear(event) {
    const { game, sending } = this.state;
    if (!sending && event?.type === "move_played" && playedIn(event).ply === game.ply + 1) {
      const { ply, move, position: text, turn, legal_moves, outcome } = playedIn(event);
      tell(game.turn === this.state.color ? fill(this.state.texts.sent_elsewhere, { move }) : "");
      const status = outcome ? "finished" : game.status;
      const moves = [...game.moves, { ply, move }];
      const position = { ...game.position, text };
      this.receive({ ...game, ply, status, turn, legal_moves, position, moves });
    }
    this.refresh();
  }

  /** Fetch the page and take over its words. */
  refresh() {
    return this.#looking.refresh();
  }

  async #look() {
    const found = await fetchPage(this.state.urls.page);
    if (found) this.takeOver(found);
    else window.location.reload();
  }

  /**
   * A notice belongs to a position; it is removed when the position has changed.
   * @param {{page: Document, data: GamePage}} found
   */
  takeOver({ page, data: fresh }) {
    const { state, stream } = this;
    if (fresh.last_event < state.lastEvent || fresh.takebacks < state.data.takebacks) return;
    if (fresh.takebacks > state.data.takebacks) return this.#goBack(fresh.takebacks);
    if (fresh.game.ply < state.game.ply) return;
    if (fresh.game.ply !== state.game.ply || fresh.game.status !== state.game.status) tell("");
    putRegions(page);
    takeOverTexts(state.texts, fresh.texts, page);
    showWaiting(waitingIn(page, fresh.waiting));
    if (state.data.is_visitor) localTimes(document.documentElement.lang);
    state.lastEvent = fresh.last_event;
    if (stream) stream.after = Math.max(stream.after, fresh.last_event);
    Object.assign(state, { maySeeZwickmuehlen: fresh.may_see_zwickmuehlen, next: fresh.next });
    this.receive(fresh.game, fresh.conditional_moves);
    this.#tellEnding(fresh.ending);
    for (const listener of this.listeners) listener();
    this.#goToRematch(fresh.rematch);
  }

  /**
   * Moves were taken back: the page begins again with what is left, unless something is unsent here.
   * @param {number} takebacks
   */
  #goBack(takebacks) {
    const { state } = this;
    state.data.takebacks = takebacks;
    if (state.hasUnsaved) tell(state.texts.went_back, { isNews: true });
    else window.location.reload();
  }

  /**
   * Both players go to the rematch when it begins, unless something is unsent here.
   * @param {string | null} address
   */
  #goToRematch(address) {
    const { state } = this;
    const isNew = address !== null && state.rematch === null;
    state.rematch = address;
    if (isNew && state.hasUnsaved) tell(state.texts.stays, { isNews: true });
    else if (isNew) window.location.assign(address);
  }

  /**
   * Once, and beside what is said of the last move.
   * @param {string | null} sentence
   */
  #tellEnding(sentence) {
    if (sentence && !this.#ending) say(sentence, { assertive: true });
    this.#ending = sentence;
  }
}

/** @param {Game} game */
function lastMove({ moves }) {
  return moves[moves.length - 1].move;
}

/** @param {NewsEvent} event */
function playedIn({ data }) {
  return /** @type {MovePlayed} */ (data);
}

/**
 * The names of stones depend on the board style, which may have changed.
 * @param {Texts} texts
 * @param {Texts} fresh
 * @param {Document} page
 */
function takeOverTexts(texts, fresh, page) {
  Object.assign(texts, fresh);
  const [old, other] = [document, page].map((where) => one(where, ".board__points"));
  old.setAttribute("aria-label", other.getAttribute("aria-label") ?? "");
}
