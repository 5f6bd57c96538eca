// @ts-check
// The table at which both sides are played: its parts, put together, and what hands do at it.

import { Board } from "../../../web/js/board/board.js";
import { byId, closest, one } from "../../../web/js/dom.js";
import { Sounds } from "../../../web/js/sounds.js";
import { listenToLooks } from "../../../web/js/table/looks.js";
import { Shortcuts } from "../../../web/js/table/shortcuts.js";
import { listenToTools } from "../../../web/js/table/tools.js";
import { stepOf } from "../../../web/js/table/travel.js";
import { Answers } from "./answers.js";
import { Asking } from "./asking.js";
import { List } from "./list.js";
import { Showing } from "./showing.js";
import { State } from "./state.js";

/**
 * @import { Colour } from "../../../web/js/board/position.js"
 * @import { AnalysisIntent, Actions as TableActions } from "./actions.js"
 * @import { AnalysisPage } from "./state.js"
 */

/**
 * @param {AnalysisPage} data
 * @param {object} page
 * @param {typeof TableActions} page.Actions  What hands may do here.
 * @param {() => void} page.onChange  Called after every change.
 * @param {() => Colour | ""} [page.brush]  Says what a set-up puts on a point.
 */
export function sitDown(data, { Actions, onChange, brush = () => "" }) {
  const answers = new Answers(data.urls.moves);
  const state = new State(data, { answers, onChange });
  const sounds = new Sounds({ isOn: () => state.preferences.sounds });
  const asking = new Asking({ state, answers, sounds, tell });
  const actions = new Actions({ state, asking, sounds, tell, brush });
  /** @param {AnalysisIntent} intent */
  const intend = (intent) => actions.intend(intent);
  const boardRoot = byId("playing-board");
  const board = new Board(boardRoot, { points: data.points, lines: data.lines, texts: { ...data.texts, ...state.stones.texts }, intend });
  const list = new List(byId("tree"), { state, visit: (node) => intend({ type: "visit", node }) });
  const showing = new Showing({ state, board, list, boardRoot });
  listen({ state, asking, sounds, intend });
  return { answers, state, asking, intend, showing };
}

/** @param {string} sentence  Stands below the board; empty takes it away. */
export function tell(sentence) {
  const notice = document.importNode(byId("notice-shape", HTMLTemplateElement).content, true);
  one(notice, "p").textContent = sentence;
  byId("notice").replaceChildren(...(sentence ? [notice] : []));
}

/**
 * @typedef {(intent: AnalysisIntent) => void} Intend
 * @param {{state: State, asking: Asking, sounds: Sounds, intend: Intend}} table
 */
function listen({ state, asking, sounds, intend }) {
  const page = byId("analysis");
  byId("play").addEventListener("submit", (event) => {
    event.preventDefault();
    const { value } = byId("typed", HTMLInputElement);
    if (value.trim()) intend({ type: "type", text: value });
  });
  for (const type of /** @type {const} */ (["undo", "promote", "remove", "restore"])) {
    byId(type).addEventListener("click", () => intend({ type }));
  }
  listenToTools(page, { intend });
  listenToLooks({ onStyle: () => state.change({}), onFlag: () => state.change({}), sounds, preferences: state.preferences });
  new Shortcuts({
    dialog: byId("shortcuts"),
    travel: (to) => intend({ type: "travel", to }),
    letters: { t: () => intend({ type: "write" }) },
  });
  byId("again").addEventListener("click", () => asking.again());
  page.addEventListener("click", (event) => {
    const button = closest(event, "[data-travel]");
    if (!button) return;
    event.preventDefault();
    intend({ type: "travel", to: stepOf(button) });
  });
}
