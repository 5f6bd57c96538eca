// What the analysis page knows: rules, start, the tree of moves and where in it one stands, and the move in the making.

import { EMPTY } from "../board/draft.js";
import { TURNED_ROUND, UPRIGHT } from "../board/geometry.js";
import { parseMove, parsePosition, withMove } from "../board/position.js";
import { Orientation, wishesOf } from "../table/orientation.js";
import { Touched } from "../table/touched.js";
import { newRoot } from "./tree.js";
import { standsIn } from "./withheld.js";

export class State {
  // `onChange` is called after every change, to show it.
  constructor(data, { answers, onChange }) {
    Object.assign(this, { data, answers, onChange, points: data.points, texts: data.texts, isForTwo: data.is_for_two });
    Object.assign(this, { rules: "standard", start: null, root: newRoot(), game: null, deleted: null });
    Object.assign(this, { draft: EMPTY, setUp: null, trouble: null, isTravelling: false, isStuck: false });
    Object.assign(this, { marksZwickmuehlen: false, scolded: false, names: { white: "", black: "" }, turning: false, touching: null, ended: null });
    this.node = this.root;
    this.preferences = data.preferences;
    this.touched = new Touched(data.is_for_two ? "two" : "analysis");
    this.orientation = new Orientation(UPRIGHT);
  }

  change(changes) {
    Object.assign(this, { isTravelling: false }, changes);
    this.recall();
    this.onChange();
  }

  // A stone that was touched in this position, before the page was loaded or left for another, is touched still.
  recall() {
    this.draft = this.touched.draftOf(this, JSON.stringify(this.question));
  }

  // Which side sits below.
  seat(colour) {
    this.orientation.seated = colour === "white" ? UPRIGHT : TURNED_ROUND;
  }

  // What belongs into the address and the memory; what is being touched or set up does not.
  get kept() {
    const { rules, start, root, node, game } = this;
    return { rules, start, root, node, game };
  }

  // The same as it is shared: with the board as it lies.
  get shared() {
    return { ...this.kept, lies: this.orientation.isTurned ? wishesOf(this.orientation.now) : {} };
  }

  get question() {
    return { rules: this.rules, start: this.start, moves: this.node.moves };
  }

  // Whether a stone that has been touched must be moved.
  get touchMove() {
    return { touchMove: this.touching ?? this.preferences.touch_move };
  }

  // Whether a move is in the making.
  get isTouched() {
    return this.draft.source !== null || this.draft.target !== null;
  }

  // What the server has said of the position; null while it has not.
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

  // What the stones look like and are called: as the rules have them, unless the board's style has stones of its own.
  get stones() {
    const { colours_of_style: styles, stones } = this.data;
    const colours = styles[document.documentElement.dataset.style] ?? this.ruleSet.colours;
    return { colours, texts: stones[colours] };
  }

  // How many half-moves stand before the first: those of a game, or 1 where the side that does not begin has the move.
  get skipped() {
    if (this.data.plan) return this.data.plan.ply;
    return this.start?.split(" ")[1] === "b" ? 1 : 0;
  }

  // Whether it is the board of a rated game that the reader still plays: there he finds the Zwickmühlen himself.
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

  // As the server wrote it, or from the one before: a move that was legal is carried out, nothing is judged.
  #positionAt(node) {
    if (!node.parent) return parsePosition(this.start ?? this.data.empty, this.points);
    if (node.position) return parsePosition(node.position, this.points);
    const after = withMove(this.#positionAt(node.parent), parseMove(node.move));
    return { ...after, turn: after.turn === "white" ? "black" : "white" };
  }
}
