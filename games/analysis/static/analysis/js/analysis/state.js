// @ts-check
// What the analysis page knows: rules, start, the tree of moves and where in it one stands, and the move in the making.

import { EMPTY } from "../../../web/js/board/draft.js";
import { TURNED_ROUND, UPRIGHT } from "../../../web/js/board/geometry.js";
import { otherSide, parseMove, parsePosition, withMove } from "../../../web/js/board/position.js";
import { Orientation, wishesOf } from "../../../web/js/table/orientation.js";
import { Touched } from "../../../web/js/table/touched.js";
import { newRoot } from "./tree.js";
import { standsIn } from "./withheld.js";

/**
 * @import { Draft } from "../../../web/js/board/draft.js"
 * @import { Colour, Position } from "../../../web/js/board/position.js"
 * @import { Preferences } from "../../../web/js/table/looks.js"
 * @import { Texts } from "../../../web/js/words.js"
 * @import { Analysis } from "./address.js"
 * @import { Answer, Answers, NoAnswer } from "./answers.js"
 * @import { Node } from "./tree.js"
 */

/**
 * The differences between rule sets on the page.
 * @typedef {{colours: string, quiet_limit: number | null, repetition: string | null}} RuleSet
 * @typedef {{result: string, termination: string | null}} Ended  An end that two players have made.
 */

/**
 * The data that the server has put into the page.
 * @typedef {object} AnalysisPage
 * @property {Answer} answer  What is to be said of the position that the address names.
 * @property {{move: string, position: string}[]} beyond  The moves of the address after those of the answer.
 * @property {number} longest_address
 * @property {{number: number, ply: number} | null} game  Where they come from.
 * @property {boolean} is_for_two
 * @property {boolean} may_mark  Whether Zwickmühlen may be pointed out.
 * @property {string[]} withheld  Boards of rated games that the reader plays.
 * @property {number[][]} symmetries
 * @property {string} empty  The empty board.
 * @property {string[]} points
 * @property {string} lines
 * @property {Record<"moves" | "record" | "evaluation" | "page" | "game", string>} urls
 * @property {Preferences} preferences
 * @property {Record<string, Texts>} stones  What stones are called, by what they look like.
 * @property {Record<string, string>} colours_of_style  Styles that have stones of their own.
 * @property {Record<string, RuleSet>} rule_sets
 * @property {Texts} texts
 */

export class State {
  rules = "standard";
  /** @type {string | null} */
  start = null;
  root = newRoot();
  /**
   * The number of the game that the moves come from.
   * @type {number | string | null}
   */
  game = null;
  /**
   * The fragment of the analysis before a deletion, to undo it.
   * @type {string | null}
   */
  deleted = null;
  /** @type {Draft} */
  draft = EMPTY;
  /** @type {Position | null} */
  setUp = null;
  /**
   * Why the server has given no answer.
   * @type {NoAnswer | null}
   */
  trouble = null;
  isTravelling = false;
  // Whether the server knows no answer to this position.
  isStuck = false;
  marksZwickmuehlen = false;
  // Whether it has been said that something is not possible.
  scolded = false;

  // The settings of two players; `touching` is null if there are none.
  names = { white: "", black: "" };
  turning = false;
  /** @type {boolean | null} */
  touching = null;
  /** @type {Ended | null} */
  ended = null;

  /**
   * @param {AnalysisPage} data
   * @param {{answers: Answers, onChange: () => void}} page  `onChange` is called after every change, to show it.
   */
  constructor(data, { answers, onChange }) {
    this.data = data;
    this.answers = answers;
    this.onChange = onChange;
    this.points = data.points;
    this.texts = data.texts;
    this.isForTwo = data.is_for_two;
    this.preferences = data.preferences;
    this.node = this.root;
    this.touched = new Touched(data.is_for_two ? "two" : "analysis");
    this.orientation = new Orientation(UPRIGHT);
  }

  /** @param {Partial<State>} changes */
  change(changes) {
    Object.assign(this, { isTravelling: false }, changes);
    this.recall();
    this.onChange();
  }

  /** A stone that was touched in this position, before the page was loaded or left for another, is touched still. */
  recall() {
    this.draft = this.touched.draftOf(this, JSON.stringify(this.question));
  }

  /**
   * Which side sits below.
   * @param {Colour} colour
   */
  seat(colour) {
    this.orientation.seated = colour === "white" ? UPRIGHT : TURNED_ROUND;
  }

  /**
   * The part of the state that is stored and in the address; without a touched stone or a set-up.
   * @returns {Analysis}
   */
  get kept() {
    const { rules, start, root, node, game } = this;
    return { rules, start, root, node, game };
  }

  /** The same as it is shared: with the board as it lies. */
  get shared() {
    return { ...this.kept, lies: this.orientation.isTurned ? wishesOf(this.orientation.now) : {} };
  }

  get question() {
    return { rules: this.rules, start: this.start, moves: this.node.moves };
  }

  /** Whether a stone that has been touched must be moved. */
  get touchMove() {
    return { touchMove: this.touching ?? this.preferences.touch_move };
  }

  /** Whether a move is in the making. */
  get isTouched() {
    return this.draft.source !== null || this.draft.target !== null;
  }

  /** The answer of the server about the position; null until it arrives. */
  get answer() {
    return this.answers.known(this.question);
  }

  get isOver() {
    return this.ended !== null || (this.answer !== null && this.answer.result !== "*");
  }

  get legal() {
    if (this.setUp || this.ended || (this.isForTwo && !this.node.isLeaf)) return [];
    return this.answer?.legal_moves ?? [];
  }

  get ruleSet() {
    return this.data.rule_sets[this.rules];
  }

  /** The colours and names of stones: those of the rules, unless the board style has its own. */
  get stones() {
    const { colours_of_style: styles, stones } = this.data;
    const colours = styles[document.documentElement.dataset.style ?? ""] ?? this.ruleSet.colours;
    return { colours, texts: stones[colours] };
  }

  /** How many half-moves stand before the first: 1 where the side that does not begin has the move. */
  get skipped() {
    return this.start?.split(" ")[1] === "b" ? 1 : 0;
  }

  /** Whether it is the board of a rated game that the readers still play: there they find the Zwickmühlen themselves. */
  get isWithheld() {
    if (!this.answer) return false;
    const [stones] = this.answer.position.text.split(" ");
    return standsIn(this.data.withheld, { stones, symmetries: this.data.symmetries });
  }

  get zwickmuehlen() {
    return this.marksZwickmuehlen && !this.setUp && !this.isWithheld ? (this.answer?.zwickmuehlen ?? []) : [];
  }

  get position() {
    return this.setUp ?? this.#positionAt(this.node);
  }

  get last() {
    return this.node.move && !this.setUp ? parseMove(this.node.move) : null;
  }

  /**
   * As the server wrote it, or from the one before: a move that was legal is carried out, nothing is judged.
   * @param {Node} node
   * @returns {Position}
   */
  #positionAt(node) {
    if (!node.parent) return parsePosition(this.start ?? this.data.empty, this.points);
    if (node.position) return parsePosition(node.position, this.points);
    const after = withMove(this.#positionAt(node.parent), parseMove(node.move));
    return { ...after, turn: otherSide(after.turn) };
  }
}
