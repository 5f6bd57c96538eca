// @ts-check
// An exercise: moves are tried on the board, and the server answers each. The solution is not in the page.

import { Board } from "./board/board.js";
import { EMPTY, choices, isBound, undone } from "./board/draft.js";
import { closesMill, linesOf, parseMove, parsePosition, withMove } from "./board/position.js";
import { byId, jsonOf, one } from "./dom.js";
import { SessionEnded, send } from "./requests.js";
import { Sounds } from "./sounds.js";
import { Hands } from "./table/hands.js";
import { Shortcuts } from "./table/shortcuts.js";
import { listenToTools } from "./table/tools.js";
import { fill, say } from "./words.js";

/**
 * @import { Draft } from "./board/draft.js"
 * @import { Preferences } from "./table/looks.js"
 * @import { TableIntent, TableState } from "./table/hands.js"
 * @import { Texts } from "./words.js"
 */

/**
 * What the server says of the moves so far: `found` are the right ones, separated by spaces.
 * @typedef {{
 *   state: "ask" | "miss" | "right" | "shown", position: string, last: string | null, legal_moves: string[],
 *   found: string, words: string[], hands: string[], themes: string
 * }} Answer
 */

/** @typedef {{answer: Answer, points: string[], lines: string, task: string, texts: Texts, preferences: Preferences}} ExerciseData */
/** @typedef {{draft: Draft, answer: Answer, isSending: boolean, prompt: string | null}} Trial */
/** @typedef {TableState & Trial & {change: (changes: Partial<Trial>) => void}} ExerciseState */
/** @typedef {TableIntent | {type: "again"}} ExerciseIntent */

const data = /** @type {ExerciseData} */ (jsonOf("exercise-data"));
const { texts, points, preferences } = data;
const lines = linesOf(data.lines);
const root = byId("exercise");
const form = byId("form", HTMLFormElement);

/** @type {ExerciseState} */
const state = {
  texts,
  draft: EMPTY,
  answer: data.answer,
  isSending: false,
  prompt: null,
  get legal() {
    return state.isSending ? [] : state.answer.legal_moves;
  },
  get touchMove() {
    return { touchMove: preferences.touch_move && state.answer.state === "ask" };
  },
  change(changes) {
    Object.assign(state, changes);
    show();
  },
};

const position = () => parsePosition(state.answer.position, points);

/** @extends {Hands<ExerciseState, ExerciseIntent>} */
class Actions extends Hands {
  undo() {
    if (state.isSending || state.draft === EMPTY) return;
    const draft = undone(state.draft, state.touchMove);
    if (draft) state.change({ draft, prompt: null });
    say(draft ? texts.undone : this.touched);
  }

  again() {
    state.change({ draft: EMPTY, prompt: data.task });
    say(data.task);
  }

  /**
   * A step towards a move; a whole one is sent at once.
   * @override
   * @param {Draft} draft
   */
  proceed(draft) {
    const { removals, complete } = choices(state.legal, draft);
    if (complete) {
      sounds.play(closesMill(withMove(position(), draft), draft, lines) ? "mill" : "move");
      void ask({ move: complete }, draft);
      return;
    }
    state.change({ draft, prompt: draft === EMPTY ? null : promptFor(draft, removals) });
    if (state.prompt) say(state.prompt, { assertive: removals.size > 0 });
  }
}

/**
 * @param {Draft} draft
 * @param {Set<string>} removals
 */
function promptFor(draft, removals) {
  if (removals.size) return texts.take;
  const { source: point, target } = draft;
  if (!point || target !== null) return null;
  return fill(isBound(draft, state.touchMove) ? texts.touched_goes : texts.target, { point });
}

/**
 * Sends a move, or the wish to see the solution, with the moves that were right.
 * @param {Record<string, string>} wanted
 * @param {Draft} draft
 */
async function ask(wanted, draft) {
  state.change({ draft, isSending: true, prompt: null });
  try {
    const body = new URLSearchParams({ moves: state.answer.found, ...wanted });
    const sent = await send(location.href, { body, headers: { Accept: "application/json" } });
    if (!sent.ok && sent.status !== 422) throw new Error(String(sent.status));
    /** @type {Answer} */
    const answer = await sent.json();
    // A wrong move stays on the board until the next touch, so that one sees what was answered.
    const stays = answer.state === "miss" ? draft : EMPTY;
    state.change({ answer, draft: stays, isSending: false });
    if (answer.state === "right") sounds.play("end");
    byId("side").scrollIntoView({ block: "nearest" });
    say(answer.words.join(" "));
  } catch (error) {
    const prompt = error instanceof SessionEnded ? null : texts.unsent;
    state.change({ draft: EMPTY, isSending: false, prompt });
    if (prompt) say(prompt, { assertive: true });
  }
}

function show() {
  const { legal, draft, touchMove, answer } = state;
  const last = answer.last ? parseMove(answer.last) : null;
  board.show({ position: position(), legal, draft, last, orientation: board.orientation, marks: preferences.marks, ...touchMove });
  root.dataset.state = answer.state;
  byId("answer").textContent = state.prompt ?? answer.words.join(" ");
  byId("hands").textContent = answer.hands.join(" · ");
  byId("themes").textContent = answer.themes;
  byId("themes-row").hidden = answer.themes === "";
  one(form, "[name=moves]", HTMLInputElement).value = answer.found;
}

const actions = new Actions({ state });
/** @param {ExerciseIntent} intent */
const intend = (intent) => actions.intend(intent);
const board = new Board(byId("playing-board"), { points, lines: data.lines, texts, intend });
const sounds = new Sounds({ isOn: () => preferences.sounds });

listenToTools(root, { intend });
new Shortcuts({ dialog: byId("shortcuts") });
byId("again").addEventListener("click", () => intend({ type: "again" }));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!state.isSending) void ask({ give_up: "1" }, EMPTY);
});
show();
root.toggleAttribute("data-ready", true);
