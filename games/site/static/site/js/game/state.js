// @ts-check
// What the page of a game knows: the game as the server has it, the move in the making, and what is being looked at.

import { Answers } from "../../../analysis/js/analysis/answers.js";
import { EMPTY, isPossible } from "../../../web/js/board/draft.js";
import { byId } from "../../../web/js/dom.js";
import { keep, kept } from "../../../web/js/storage.js";
import { Touched } from "../../../web/js/table/touched.js";
import { hasUnsentText } from "./bar.js";
import { ConditionalMoves } from "./conditional_moves.js";

/**
 * @import { Zwickmuehle } from "../../../web/js/board/board.js"
 * @import { Draft } from "../../../web/js/board/draft.js"
 * @import { Colour, Sequence } from "../../../web/js/board/position.js"
 * @import { Preferences } from "../../../web/js/table/looks.js"
 * @import { Orientation } from "../../../web/js/table/orientation.js"
 * @import { Texts } from "../../../web/js/words.js"
 */

/**
 * A game as the API has it, as far as the page reads it.
 * @typedef {object} Game
 * @property {number} number
 * @property {number} ply  Half-moves played.
 * @property {string} rules
 * @property {string} status
 * @property {Colour | null} turn
 * @property {{text: string}} position
 * @property {{ply: number, move: string}[]} moves
 * @property {Record<Colour, {display_name: string}>} players
 * @property {string[] | null} legal_moves  For the player on move.
 * @property {number | null} quiet_limit
 * @property {number} repetitions
 * @property {Sequence | null} sequence
 * @property {{paused: string[]}} clock
 * @property {string} server_time
 */

/**
 * The data that the server has put into the page of a game.
 * @typedef {object} GamePage
 * @property {Game} game
 * @property {Colour | null} color  The reader's side; null for whoever looks on.
 * @property {boolean} is_visitor  Whether nobody is signed in.
 * @property {string} start  The position before the first move.
 * @property {string[]} points
 * @property {string} lines
 * @property {Record<"moves" | "events" | "presence" | "zwickmuehlen" | "analysis" | "spectator_chat" | "page", string>} urls
 * @property {string[]} event_types
 * @property {number} last_event
 * @property {number} takebacks  How often moves were taken back.
 * @property {string | null} ending  The sentence of how the game has ended.
 * @property {number} waiting  How many games wait for the reader.
 * @property {string | null} next  The address of the next of them.
 * @property {string | null} rematch  The address of the rematch, once it has begun.
 * @property {boolean} may_see_zwickmuehlen
 * @property {string[][] | null} conditional_moves  The reader's conditional moves; null for whoever cannot have any.
 * @property {Preferences} preferences
 * @property {Texts} texts
 */

const HALF_MADE = "muehle-half-made";

export class State {
  /**
   * The move in the making.
   * @type {Draft}
   */
  draft = EMPTY;
  /**
   * The half-move that is looked at; null for the last one.
   * @type {number | null}
   */
  shown = null;
  /** @type {Zwickmuehle[]} */
  zwickmuehlen = [];
  /**
   * The move that is on its way.
   * @type {string | null}
   */
  sending = null;
  // Whether it is sent once more, and whether it could not be sent.
  retrying = false;
  unsent = false;
  // Whether it has been said that something is not possible.
  scolded = false;
  // Whether the tab of conditional moves is shown.
  isConditionalOpen = false;

  /**
   * @param {GamePage} data
   * @param {{orientation: Orientation, onChange: () => void}} page  `onChange` is called after every change, to show it.
   */
  constructor(data, { orientation, onChange }) {
    this.data = data;
    this.game = data.game;
    this.texts = data.texts;
    this.urls = data.urls;
    this.color = data.color;
    this.points = data.points;
    this.preferences = data.preferences;
    this.lastEvent = data.last_event;
    this.maySeeZwickmuehlen = data.may_see_zwickmuehlen;
    this.next = data.next;
    this.rematch = data.rematch;
    this.orientation = orientation;
    this.onChange = onChange;
    this.conditional = data.conditional_moves && new ConditionalMoves(data.conditional_moves, data.game.turn === data.color);
    this.answers = new Answers(data.urls.analysis);
    this.touched = new Touched(data.game.number);
    this.#takeUp();
  }

  /** A move in the making is there again after the page was loaded anew, in this tab. */
  #takeUp() {
    const { game, draft } = /** @type {{game?: string, draft?: Draft}} */ (kept(HALF_MADE, "sessionStorage") ?? {});
    if (draft && game === this.#moment && isPossible(this.legal, draft)) this.draft = draft;
  }

  get #moment() {
    return `${this.game.number}/${this.game.ply}`;
  }

  /** @param {Partial<State>} changes */
  change(changes) {
    Object.assign(this, changes);
    this.recall();
    keep(HALF_MADE, this.draft === EMPTY || this.isConditional ? null : { game: this.#moment, draft: this.draft }, "sessionStorage");
    this.onChange();
  }

  /** A stone that was touched before the page was loaded is touched still. */
  recall() {
    if (this.isMine) this.draft = this.touched.draftOf(this, this.game.ply);
  }

  // --- What may be done now ---

  get isMine() {
    return this.game.status === "ongoing" && this.game.turn === this.color && !this.isFrozen;
  }

  /** Whether a dispute holds the clocks, and nobody may move. */
  get isFrozen() {
    return this.game.clock.paused.includes("dispute");
  }

  get isLive() {
    return this.shown === null;
  }

  get legal() {
    if (this.isConditional) return this.enteredAnswer?.legal_moves ?? [];
    return this.isMine && this.isLive && !this.sending ? (this.game.legal_moves ?? []) : [];
  }

  /** The move in the making waits while the reader looks at the past. */
  get draftShown() {
    return this.isLive ? this.draft : EMPTY;
  }

  /** Whether a stone that has been touched must be moved. */
  get touchMove() {
    return { touchMove: this.preferences.touch_move && !this.isConditional };
  }

  /** The half-move that is being looked at. */
  get ply() {
    return this.shown ?? this.game.ply + (this.entered?.ply ?? 0);
  }

  /** Where that is on the way through the game, or along a line of conditional moves. */
  get place() {
    const { game: { ply: last }, entered, ply } = this;
    return entered ? { ply, first: last, last: last + entered.end.ply } : { ply, first: 0, last };
  }

  /** Whether something would be lost with the page. */
  get hasUnsaved() {
    return (this.conditional?.isChanged ?? false) || hasUnsentText(byId("game"));
  }

  // --- Conditional moves ---

  /** Whether they may be entered: while the opponent is to move. */
  get mayEnter() {
    return this.conditional !== null && this.game.status === "ongoing" && this.game.turn !== this.color;
  }

  /** Whether the board is for them now. */
  get isConditional() {
    return this.isConditionalOpen && this.mayEnter && this.isLive;
  }

  /** Where on the board one is then; null otherwise. */
  get entered() {
    return this.conditional && this.isConditional ? this.conditional.node : null;
  }

  get enteredQuestion() {
    return { rules: this.game.rules, start: this.game.position.text, moves: this.entered?.moves ?? [] };
  }

  /** What the server says of the position there; null until it arrives. */
  get enteredAnswer() {
    return this.answers.known(this.enteredQuestion);
  }
}
