// @ts-check
// The board for moves ahead: the opponent's moves and one's answers become lines, which the form takes to the server.

import { PlanActions, planOf } from "./analysis/planning.js";
import { sitDown } from "./analysis/table.js";
import { newRoot, playAll } from "./analysis/tree.js";
import { byId, jsonOf } from "./dom.js";
import "./site.js";
import { fill } from "./words.js";

/**
 * @import { Plan } from "./analysis/planning.js"
 * @import { AnalysisPage, PlanData } from "./analysis/state.js"
 */

const data = /** @type {AnalysisPage & {plan: PlanData}} */ (jsonOf("analysis-data"));
const { texts } = data;
const { answers, state, asking, showing } = sitDown(data, { Actions: PlanActions, onChange: changed });

const root = newRoot();
for (const line of data.plan.lines) playAll(root, line);
Object.assign(state, { rules: data.answer.rules, start: data.answer.start, root, node: root });
state.seat(data.plan.color);
answers.keep({ ...state.question, moves: [] }, data.answer);

// --- Showing ---

const lines = byId("id_lines", HTMLTextAreaElement);
const kept = lines.value.trim();

function changed() {
  show();
  asking.want();
}

function show() {
  showing.show();
  const plan = planOf(state.root);
  lines.value = plan.lines.map((line) => line.join(" ")).join("\n");
  byId("plan-words").textContent = wordsFor(plan, { isChanged: lines.value !== kept });
}

/**
 * @param {Plan} plan
 * @param {{isChanged: boolean}} form
 */
function wordsFor({ lines: answered, answers: count, open }, { isChanged }) {
  return [
    answered.length ? fill(texts.plan_answers, { count }) : texts.plan_none,
    open.length ? fill(texts.plan_open, { moves: open.map((node) => node.move).join(", ") }) : "",
    isChanged ? texts.plan_changed : "",
  ].filter(Boolean).join(" ");
}

byId("play").hidden = false;
byId("plan-text").hidden = true;
byId("plan-words").hidden = false;
state.recall();
show();
asking.want();
byId("analysis").toggleAttribute("data-ready", true);
