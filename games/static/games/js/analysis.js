// The analysis board, and the game of two on one screen. One state; every input becomes an intent, changes it, and is
// shown again. This file only puts the parts together; each of them stands in analysis/.

import { addressOf, treeOfLine } from "./analysis/address.js";
import { Deeds } from "./analysis/deeds.js";
import { Memory } from "./analysis/memory.js";
import { recordOf } from "./analysis/record.js";
import { RecordForm } from "./analysis/record_form.js";
import { SetUpForm } from "./analysis/set_up_form.js";
import { showSurroundings } from "./analysis/surroundings.js";
import { sitDown, tell } from "./analysis/table.js";
import { Two } from "./analysis/two.js";
import { copy } from "./game/sharing.js";
import "./site.js";
import { AfterPaint } from "./table/after_paint.js";
import { fill, say } from "./words.js";

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("analysis-data").textContent);
const { texts, urls } = data;

const memory = new Memory(data);
const { answers, state, asking, intend, showing } = sitDown(data, { Deeds, onChange: changed, brush: () => setUpForm.brush });
const surroundings = new AfterPaint(() => showSurroundings(state));

// --- Where it begins ---

const known = readHere();
const [remembered] = [memory.last];
if (known) Object.assign(state, known);
else if (!isNamed()) Object.assign(state, remembered?.analysis);
else Object.assign(state, namedByAddress());
if (data.is_for_two && remembered) {
  const { names, turning, touching, ended } = remembered;
  Object.assign(state, { names, turning, touching, ended: known || !isNamed() ? ended : null });
}
answers.keep({ rules: data.answer.rules, start: startOf(data.answer), moves: data.answer.moves.map((step) => step.move) }, data.answer);

// Whether the address says what is to be seen; for two players it may say no more than that they are two.
function isNamed() {
  const { search } = window.location;
  const names = new URLSearchParams(search);
  return data.is_for_two ? ["rules", "position", "moves"].some((name) => names.has(name)) : search !== "";
}

function readHere() {
  return window.location.hash ? memory.read(window.location.hash) : null;
}

// What the server has read from the query and played out.
function namedByAddress() {
  const { answer, game, line } = data;
  return { rules: answer.rules, start: startOf(answer), game: game?.number ?? null, ...treeOfLine(line, answer.ply) };
}

function startOf({ start }) {
  return start === data.empty ? null : start;
}

// --- Showing ---

const setUpForm = data.is_for_two ? null : new SetUpForm(byId("fold-set-up"), { state, place });
const two = data.is_for_two ? new Two(byId("two"), { state, intend }) : null;

function changed() {
  show();
  if (!state.setUp) memory.keep(state);
  asking.want();
}

function show() {
  two?.prepare();
  showing.show();
  surroundings.ask();
  setUpForm?.show();
  two?.show();
}

// --- Positions and records from outside ---

async function place(start) {
  const found = await asking.other(urls.moves, { rules: state.rules, start, moves: [] });
  if (!found) return texts.offline;
  if (!found.ok) return found.data.detail;
  answers.keep({ rules: state.rules, start: startOf(found.data), moves: [] }, found.data);
  intend({ type: "begin", start: found.data.start });
  say(texts.set_up_done);
  return "";
}

async function replay(record) {
  const found = await asking.other(urls.record, { record, rules: state.rules });
  if (!found) return { detail: texts.offline };
  if (!found.ok) return found.data;
  const { rules, start, moves } = found.data;
  intend({ type: "begin", rules, start, ...treeOfLine(moves, 0) });
  say(fill(texts.read, { count: moves.length }));
  return null;
}

if (!data.is_for_two) new RecordForm(byId("fold-record"), { texts, replay });

// --- Hands ---

byId("rules").addEventListener("change", ({ target }) => {
  if (two && !state.root.isLeaf) two.askForNewGame(target.value);
  else intend({ type: "choose", rules: target.value });
});
byId("rules-form").addEventListener("submit", (event) => event.preventDefault());
byId("new").addEventListener("click", (event) => {
  event.preventDefault();
  intend({ type: "begin" });
});
byId("zwick").hidden = !data.may_mark;
byId("zwick-on").addEventListener("change", ({ target }) => state.change({ marksZwickmuehlen: target.checked }));

// A link of the list, opened here by other means than a click, or an address that was pasted.
window.addEventListener("hashchange", () => {
  const found = readHere();
  if (found) intend({ type: "begin", ...found });
  else tell(texts.unreadable);
});

// --- Taking along ---

byId("copy-link").addEventListener("click", ({ currentTarget: button }) => {
  const { href } = new URL(addressOf(urls.page, state.shared), window.location.href);
  copy(href, { button, done: texts.copied, failed: texts.not_copied });
});
byId("copy-record").addEventListener("click", ({ currentTarget: button }) => {
  const { rules, start, root, names } = state;
  const result = state.node === root.end ? ((state.ended ?? state.answer)?.result ?? "*") : "*";
  const record = recordOf({ rules, start, moves: root.end.moves, result, names });
  copy(record, { button, done: texts.record_copied, failed: texts.not_copied });
});

if (!known && window.location.hash) tell(texts.unreadable);
state.recall();
show();
asking.want();
byId("analysis").toggleAttribute("data-ready", true);
