// @ts-check
// A step of the first lesson: one move is tried on the board and answered. What is legal, what is asked for and every
// sentence come from the server; here they are only looked up.

import { Board } from "../../web/js/board/board.js";
import { EMPTY, choices, isBound, undone } from "../../web/js/board/draft.js";
import { closesMill, linesOf, parseMove, parsePosition, withMove } from "../../web/js/board/position.js";
import { all, byId, jsonOf, oneOrNull } from "../../web/js/dom.js";
import "../../site/js/site.js";
import { Sounds } from "../../web/js/sounds.js";
import { Hands } from "../../web/js/table/hands.js";
import { Shortcuts } from "../../web/js/table/shortcuts.js";
import { listenToTools } from "../../web/js/table/tools.js";
import { fill, say } from "../../web/js/words.js";

/**
 * @import { Draft } from "../../web/js/board/draft.js"
 * @import { Preferences } from "../../web/js/table/looks.js"
 * @import { TableIntent, TableState } from "../../web/js/table/hands.js"
 * @import { Texts } from "../../web/js/words.js"
 */

/**
 * The data that the server has put into the page. Sentences are referred to by their index.
 * @typedef {object} StepData
 * @property {string} position
 * @property {string[]} points
 * @property {string} lines
 * @property {string[]} legal_moves
 * @property {string[]} accepted
 * @property {Record<string, number>} answers  By move.
 * @property {Record<string, Record<string, number>>} refusals  By what has been touched, and by the point touched next.
 * @property {string[]} sentences
 * @property {string} task
 * @property {string} explanation
 * @property {Texts} texts
 * @property {Preferences} preferences
 */

/**
 * `answered` is the sentence that a touch or a move got, null while nothing has been tried.
 * @typedef {{draft: Draft, is: "ask" | "right" | "miss", answered: string | null}} Trial
 * @typedef {TableState & Trial & {change: (changes: Partial<Trial>) => void}} StepState
 * @typedef {TableIntent | {type: "again"}} StepIntent
 */

const data = /** @type {StepData} */ (jsonOf("learn-data"));
const { texts, points, preferences } = data;
const lines = linesOf(data.lines);
const root = byId("learn");
const position = parsePosition(data.position, points);

/** @type {StepState} */
const state = {
  texts,
  draft: EMPTY,
  is: "ask",
  answered: null,
  get legal() {
    return state.is === "right" ? [] : data.legal_moves;
  },
  // After a move that was not asked for, everything may be tried again.
  get touchMove() {
    return { touchMove: preferences.touch_move && state.is === "ask" };
  },
  change(changes) {
    Object.assign(state, changes);
    show();
  },
};

// --- Intents ---

/** @extends {Hands<StepState, StepIntent>} */
class Actions extends Hands {
  /**
   * @override
   * @param {{point: string | null}} intent
   */
  lift({ point }) {
    if (!this.isBound) Object.assign(state, { is: "ask", answered: null });
    super.lift({ point });
  }

  undo() {
    if (state.is === "right" || state.draft === EMPTY) return;
    const draft = undone(state.draft, state.touchMove);
    if (draft) state.change({ draft, is: "ask", answered: null });
    say(draft ? texts.undone : this.touched);
  }

  again() {
    state.change({ draft: EMPTY, is: "ask", answered: null });
    say(data.task);
  }

  /**
   * A step towards a move; a whole one is answered at once.
   * @override
   * @param {Draft} draft
   */
  proceed(draft) {
    const { removals, complete } = choices(state.legal, draft);
    if (complete) {
      sounds.play(closesMill(withMove(position, draft), draft, lines) ? "mill" : "move");
      answer(draft, complete);
      return;
    }
    state.change({ draft, is: "ask", answered: draft === EMPTY ? null : prompt(draft, removals) });
    say(state.answered ?? data.explanation, { assertive: removals.size > 0 });
  }

  /**
   * A touch that is not possible is explained, and changes nothing on the board.
   * @override
   * @param {string} point
   */
  scold(point) {
    const told = data.sentences[data.refusals[soFar()]?.[point]];
    const sentence = told ?? (this.isBound ? this.touched : undefined);
    if (state.is === "right" || sentence === undefined) return;
    state.change({ answered: sentence });
    byId("answer").scrollIntoView({ block: "nearest" });
    say(sentence);
  }
}

/**
 * @param {Draft} draft
 * @param {Set<string>} removals
 */
function prompt(draft, removals) {
  if (removals.size) return texts.take;
  const { source: point, target } = draft;
  if (!point || target !== null) return null;
  return fill(isBound(draft, state.touchMove) ? texts.touched_goes : texts.target, { point });
}

/**
 * @param {Draft} draft
 * @param {string} move
 */
function answer(draft, move) {
  const answered = data.sentences[data.answers[move]];
  state.change({ draft, is: data.accepted.includes(move) ? "right" : "miss", answered });
  say(answered);
}

// The touched points, the key of the refusals.
function soFar() {
  const { source, target } = state.is === "miss" ? EMPTY : state.draft;
  return source ? `${source}-${target ?? ""}` : (target ?? "");
}

// --- Showing ---

function show() {
  const { legal, draft, touchMove } = state;
  board.show({ position, legal, draft, last: null, orientation: board.orientation, marks: preferences.marks, ...touchMove });
  root.dataset.state = state.is;
  byId("answer").textContent = state.answered ?? data.explanation;
  showHand(withMove(position, state.draft).hand.white);
  if (state.is !== "ask") byId("side").scrollIntoView({ block: "nearest" });
}

/** @param {number} hand */
function showHand(hand) {
  const tray = oneOrNull(root, "[data-tray]");
  if (!tray) return;
  byId("hand-words").textContent = fill(texts.in_hand, { hand });
  all(tray, ".learn__stone", SVGElement).forEach((stone, index) => stone.toggleAttribute("data-gone", index >= hand));
}

const actions = new Actions({ state });
/** @param {StepIntent} intent */
const intend = (intent) => actions.intend(intent);
const board = new Board(byId("playing-board"), { points, lines: data.lines, texts, intend });
const sounds = new Sounds({ isOn: () => preferences.sounds });

listenToTools(root, { intend });
new Shortcuts({ dialog: byId("shortcuts") });
byId("again").addEventListener("click", (event) => {
  event.preventDefault();
  intend({ type: "again" });
});
// A link may bring a move with it, as the form without scripts does.
const tried = new URLSearchParams(location.search).get("move");
if (tried && data.legal_moves.includes(tried)) answer(parseMove(tried), tried);
else intend({ type: "again" });
root.toggleAttribute("data-ready", true);
