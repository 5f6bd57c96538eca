// A step of the first lesson: one move is tried on the board and answered. What is legal, what is asked for and every
// sentence come from the server; here they are only looked up.

import { Board } from "./board/board.js";
import { EMPTY, choices, touch, undone } from "./board/draft.js";
import { parseMove, parsePosition, withMove } from "./board/position.js";
import "./site.js";
import { fill, say } from "./words.js";

const data = JSON.parse(document.getElementById("learn-data").textContent);
const { texts, points } = data;
const byId = (id) => document.getElementById(id);
const root = byId("learn");
const position = parsePosition(data.position, points);

// `answered` is the sentence that a touch or a move got, null while nothing has been tried.
const state = { draft: EMPTY, is: "ask", answered: null };
const board = new Board(byId("playing-board"), { points, lines: data.lines, texts, intend });

// --- Intents ---

const deeds = {
  touch({ point }) {
    const draft = touch(legal(), state.draft, point);
    if (draft) begin(draft);
    else refuse(point);
  },
  lift({ point }) {
    change({ draft: point ? { ...EMPTY, source: point } : EMPTY, is: "ask", answered: null });
  },
  drop({ point }) {
    const draft = point && touch(legal(), state.draft, point);
    if (draft && draft.target === point) begin(draft);
    else change({ draft: EMPTY });
  },
  undo() {
    if (state.is === "right" || state.draft === EMPTY) return;
    change({ draft: undone(state.draft), is: "ask", answered: null });
    say(texts.undone);
  },
  again() {
    change({ draft: EMPTY, is: "ask", answered: null });
    say(data.task);
  },
};

function intend({ type, ...what }) {
  deeds[type]?.(what);
}

function legal() {
  return state.is === "right" ? [] : data.legal_moves;
}

// A step towards a move; a whole one is answered at once.
function begin(draft) {
  const { removals, complete } = choices(legal(), draft);
  if (complete) return answer(draft, complete);
  change({ draft, is: "ask", answered: draft === EMPTY ? null : prompt(draft, removals) });
  return say(state.answered ?? data.explanation, { assertive: removals.size > 0 });
}

function prompt({ source, target }, removals) {
  if (removals.size) return texts.take;
  return source && target === null ? fill(texts.target, { point: source }) : null;
}

function answer(draft, move) {
  const is = data.accepted.includes(move) ? "right" : "miss";
  change({ draft, is, answered: data.sentences[data.answers[move]] });
  say(state.answered);
}

// What cannot be touched now is explained, and changes nothing on the board.
function refuse(point) {
  const sentence = data.refusals[touched()]?.[point];
  if (state.is === "right" || sentence === undefined) return;
  change({ answered: data.sentences[sentence] });
  byId("answer").scrollIntoView({ block: "nearest" });
  say(state.answered);
}

function touched() {
  const { source, target } = state.is === "miss" ? EMPTY : state.draft;
  return source ? `${source}-${target ?? ""}` : (target ?? "");
}

// --- Showing ---

function change(changes) {
  Object.assign(state, changes);
  show();
}

function show() {
  board.show({ position, legal: legal(), draft: state.draft, last: null, orientation: board.orientation });
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

byId("again").addEventListener("click", (event) => {
  event.preventDefault();
  intend({ type: "again" });
});
// A link may bring a move with it, as the form without scripts does.
const tried = new URLSearchParams(location.search).get("move");
if (data.legal_moves.includes(tried)) answer(parseMove(tried), tried);
else intend({ type: "again" });
root.toggleAttribute("data-ready", true);
