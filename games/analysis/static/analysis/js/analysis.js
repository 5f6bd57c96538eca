// @ts-check
// The analysis board, and the game of two on one screen. One state; every input becomes an intent, changes it, and is
// shown again. This file only puts the parts together; each of them stands in analysis/.

import { addressOf, treeOfLine } from "./analysis/address.js";
import { Actions } from "./analysis/actions.js";
import { Evaluation } from "./analysis/evaluation.js";
import { Memory } from "./analysis/memory.js";
import { recordOf } from "./analysis/record.js";
import { RecordForm } from "./analysis/record_form.js";
import { SetUpForm } from "./analysis/set_up_form.js";
import { showSurroundings } from "./analysis/surroundings.js";
import { sitDown, tell } from "./analysis/table.js";
import { Two } from "./analysis/two.js";
import { byId, byIdOrNull, jsonOf } from "../../web/js/dom.js";
import { copy } from "../../web/js/table/sharing.js";
import "../../site/js/site.js";
import { AfterPaint } from "../../web/js/table/after_paint.js";
import { fill, say } from "../../web/js/words.js";

/**
 * @import { Answer, Problem } from "./analysis/answers.js"
 * @import { AnalysisPage } from "./analysis/state.js"
 */

const data = /** @type {AnalysisPage} */ (jsonOf("analysis-data"));
const { texts, urls } = data;

const memory = new Memory(data);
const { answers, state, asking, intend, showing } = sitDown(data, { Actions, onChange: changed, brush: () => setUpForm?.brush ?? "" });
const surroundings = new AfterPaint(() => showSurroundings(state));

// --- Where it begins ---

const known = readHere();
const remembered = memory.last;
if (known) Object.assign(state, known);
else if (!isNamed()) Object.assign(state, remembered?.analysis);
else Object.assign(state, namedByAddress());
if (data.is_for_two && remembered) {
  const { ended = null, ...chosen } = remembered.two;
  Object.assign(state, { ...chosen, ended: known || !isNamed() ? ended : null });
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

// The analysis that the server has read from the query.
function namedByAddress() {
  const { answer, game, beyond } = data;
  return { rules: answer.rules, start: startOf(answer), game: game?.number ?? null, ...treeOfLine([...answer.moves, ...beyond], answer.ply) };
}

/** @param {Pick<Answer, "start">} answer */
function startOf({ start }) {
  return start === data.empty ? null : start;
}

// --- Showing ---

const setUpForm = data.is_for_two ? null : new SetUpForm(byId("fold-set-up", HTMLDetailsElement), { state, place });
const evaluation = byIdOrNull("evaluation") ? new Evaluation({ state, intend }) : null;
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
  evaluation?.show();
  two?.show();
}

// --- Positions and records from outside ---

/**
 * The error in a position as a sentence; "" if it is accepted.
 * @param {string} start
 */
async function place(start) {
  const found = await asking.other(urls.moves, { rules: state.rules, start, moves: [] });
  if (!found) return texts.offline;
  if (!found.ok) return found.data.detail;
  answers.keep({ rules: state.rules, start: startOf(found.data), moves: [] }, found.data);
  intend({ type: "begin", start: found.data.start });
  say(texts.set_up_done);
  return "";
}

/**
 * The error in a record; null if it is accepted.
 * @param {string} record
 * @returns {Promise<Problem | null>}
 */
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

const rulesField = byId("rules", HTMLSelectElement);
rulesField.addEventListener("change", () => {
  if (two && !state.root.isLeaf) two.askForNewGame(rulesField.value);
  else intend({ type: "choose", rules: rulesField.value });
});
byId("rules-form").addEventListener("submit", (event) => event.preventDefault());
byId("new").addEventListener("click", (event) => {
  event.preventDefault();
  intend({ type: "begin" });
});
byId("zwick").hidden = !data.may_mark;
const zwickField = byId("zwick-on", HTMLInputElement);
zwickField.addEventListener("change", () => state.change({ marksZwickmuehlen: zwickField.checked }));

// A link of the list, opened here by other means than a click, or an address that was pasted.
window.addEventListener("hashchange", () => {
  const found = readHere();
  if (found) intend({ type: "begin", ...found });
  else tell(texts.unreadable);
});

// --- Taking along ---

const [copyLink, copyRecord] = ["copy-link", "copy-record"].map((id) => byId(id));
copyLink.addEventListener("click", () => {
  const { href } = new URL(addressOf(data, state.shared), window.location.href);
  copy(href, { button: copyLink, done: texts.copied, failed: texts.not_copied });
});
copyRecord.addEventListener("click", () => {
  const { rules, start, root, names } = state;
  const result = state.node === root.end ? ((state.ended ?? state.answer)?.result ?? "*") : "*";
  const record = recordOf({ rules, start, moves: root.end.moves, result, names });
  copy(record, { button: copyRecord, done: texts.record_copied, failed: texts.not_copied });
});

if (!known && window.location.hash) tell(texts.unreadable);
state.recall();
show();
asking.want();
byId("analysis").toggleAttribute("data-ready", true);
