// A step of the first lesson: one move is tried on the board and answered. What is legal, what is asked for and every
// sentence come from the server; here they are only looked up.

import { Board } from "./board/board.js";
import { EMPTY, choices, isBound, undone } from "./board/draft.js";
import { closesMill, linesOf, parseMove, parsePosition, withMove } from "./board/position.js";
import "./site.js";
import { Sounds } from "./sounds.js";
import { Hands } from "./table/hands.js";
import { Shortcuts } from "./table/shortcuts.js";
import { listenToTools } from "./table/tools.js";
import { fill, say } from "./words.js";

const data = JSON.parse(document.getElementById("learn-data").textContent);
const { texts, points, preferences } = data;
const lines = linesOf(data.lines);
const byId = (id) => document.getElementById(id);
const root = byId("learn");
const position = parsePosition(data.position, points);

// `answered` is the sentence that a touch or a move got, null while nothing has been tried.
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

class Deeds extends Hands {
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

  // A step towards a move; a whole one is answered at once.
  proceed(draft) {
    const { removals, complete } = choices(state.legal, draft);
    if (complete) {
      sounds.play(closesMill(withMove(position, draft), draft, lines) ? "mill" : "move");
      return answer(draft, complete);
    }
    state.change({ draft, is: "ask", answered: draft === EMPTY ? null : prompt(draft, removals) });
    return say(state.answered ?? data.explanation, { assertive: removals.size > 0 });
  }

  // What cannot be touched now is explained, and changes nothing on the board.
  scold(point) {
    const told = data.sentences[data.refusals[soFar()]?.[point]];
    const sentence = told ?? (this.isBound ? this.touched : undefined);
    if (state.is === "right" || sentence === undefined) return;
    state.change({ answered: sentence });
    byId("answer").scrollIntoView({ block: "nearest" });
    say(state.answered);
  }
}

function prompt(draft, removals) {
  if (removals.size) return texts.take;
  const { source: point, target } = draft;
  if (!point || target !== null) return null;
  return fill(isBound(draft, state.touchMove) ? texts.touched_goes : texts.target, { point });
}

function answer(draft, move) {
  const is = data.accepted.includes(move) ? "right" : "miss";
  state.change({ draft, is, answered: data.sentences[data.answers[move]] });
  say(state.answered);
}

// What has been touched, as the refusals are told by it.
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

function showHand(hand) {
  const tray = root.querySelector("[data-tray]");
  if (!tray) return;
  byId("hand-words").textContent = fill(texts.in_hand, { hand });
  tray.querySelectorAll(".learn__stone").forEach((stone, index) => stone.toggleAttribute("data-gone", index >= hand));
}

const deeds = new Deeds({ state });
const intend = (intent) => deeds.intend(intent);
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
if (data.legal_moves.includes(tried)) answer(parseMove(tried), tried);
else intend({ type: "again" });
root.toggleAttribute("data-ready", true);
