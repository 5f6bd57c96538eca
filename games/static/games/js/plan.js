// The board for moves ahead: his moves and one's answers become lines, which the form takes to the server.

import { Answers } from "./analysis/answers.js";
import { Asking } from "./analysis/asking.js";
import { List } from "./analysis/list.js";
import { PlanDeeds, planOf } from "./analysis/planning.js";
import { Showing } from "./analysis/showing.js";
import { State } from "./analysis/state.js";
import { newRoot, playAll } from "./analysis/tree.js";
import { Board } from "./board/board.js";
import "./site.js";
import { Sounds } from "./sounds.js";
import { listenToLooks } from "./table/looks.js";
import { Shortcuts } from "./table/shortcuts.js";
import { listenToTools } from "./table/tools.js";
import { fill } from "./words.js";

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("analysis-data").textContent);
const { texts, urls } = data;
const csrfToken = document.querySelector("[name=csrfmiddlewaretoken]").value;

const answers = new Answers(urls.moves, csrfToken);
const state = new State(data, { answers, onChange: changed });
const sounds = new Sounds({ isOn: () => state.preferences.sounds });
const asking = new Asking({ state, answers, sounds, tell });
const deeds = new PlanDeeds({ state, asking, sounds, tell });
const intend = (intent) => deeds.intend(intent);
const boardRoot = byId("playing-board");
const board = new Board(boardRoot, { points: data.points, lines: data.lines, texts: { ...texts, ...state.stones.texts }, intend });
const list = new List(byId("tree"), { state, visit: (node) => intend({ type: "visit", node }) });
const showing = new Showing({ state, board, list, boardRoot });

const root = newRoot();
for (const line of data.plan.lines) playAll(root, line);
Object.assign(state, { rules: data.answer.rules, start: data.answer.start, root, node: root });
state.seat(data.plan.color);
answers.keep({ ...state.question, moves: [] }, data.answer);

// --- Showing ---

const kept = byId("id_lines").value.trim();

function changed() {
  show();
  asking.want();
}

function show() {
  showing.show();
  const plan = planOf(state.root);
  const written = plan.lines.map((line) => line.join(" ")).join("\n");
  byId("id_lines").value = written;
  byId("plan-words").textContent = wordsFor({ ...plan, isChanged: written !== kept });
}

function wordsFor({ lines, answers: count, open, isChanged }) {
  return [
    lines.length ? fill(texts.plan_answers, { count }) : texts.plan_none,
    open.length ? fill(texts.plan_open, { moves: open.map((node) => node.move).join(", ") }) : "",
    isChanged ? texts.plan_changed : "",
  ].filter(Boolean).join(" ");
}

function tell(sentence) {
  const notice = byId("notice-shape").content.cloneNode(true);
  notice.querySelector("p").textContent = sentence;
  byId("notice").replaceChildren(...(sentence ? [notice] : []));
}

// --- Hands ---

byId("play").addEventListener("submit", (event) => {
  event.preventDefault();
  const { value } = byId("typed");
  byId("typed").value = "";
  if (value.trim()) intend({ type: "type", text: value });
});
for (const name of ["undo", "promote", "remove", "restore"]) {
  byId(name).addEventListener("click", () => intend({ type: name }));
}
byId("again").addEventListener("click", () => asking.again());
listenToTools(byId("analysis"), { intend });
listenToLooks({ onStyle: () => state.change({}), onFlag: () => state.change({}), sounds, preferences: state.preferences });
new Shortcuts({
  dialog: byId("shortcuts"),
  travel: (to) => intend({ type: "travel", to }),
  letters: { t: () => intend({ type: "write" }) },
});
byId("analysis").addEventListener("click", (event) => {
  const link = event.target.closest("a[data-travel]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  intend({ type: "travel", to: link.dataset.travel });
});

byId("play").hidden = false;
byId("plan-text").hidden = true;
byId("plan-words").hidden = false;
state.recall();
show();
asking.want();
byId("analysis").toggleAttribute("data-ready", true);
