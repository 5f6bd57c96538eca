// The table at which both sides are played, on the analysis board and for moves ahead: its parts, put together, and what
// hands do at it.

import { Board } from "../board/board.js";
import { Sounds } from "../sounds.js";
import { listenToLooks } from "../table/looks.js";
import { Shortcuts } from "../table/shortcuts.js";
import { listenToTools } from "../table/tools.js";
import { Answers } from "./answers.js";
import { Asking } from "./asking.js";
import { List } from "./list.js";
import { Showing } from "./showing.js";
import { State } from "./state.js";

const byId = (id) => document.getElementById(id);

// `Deeds` is what hands may do here, `onChange` is called after every change, `brush` says what a set-up puts.
export function sitDown(data, { Deeds, onChange, brush = () => null }) {
  const csrfToken = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const answers = new Answers(data.urls.moves, csrfToken);
  const state = new State(data, { answers, onChange });
  const sounds = new Sounds({ isOn: () => state.preferences.sounds });
  const asking = new Asking({ state, answers, sounds, tell });
  const deeds = new Deeds({ state, asking, sounds, tell, brush });
  const intend = (intent) => deeds.intend(intent);
  const boardRoot = byId("playing-board");
  const board = new Board(boardRoot, { points: data.points, lines: data.lines, texts: { ...data.texts, ...state.stones.texts }, intend });
  const list = new List(byId("tree"), { state, visit: (node) => intend({ type: "visit", node }) });
  const showing = new Showing({ state, board, list, boardRoot });
  listen({ state, asking, sounds, intend });
  return { answers, state, asking, intend, showing };
}

// A sentence below the board, or none.
export function tell(sentence) {
  const notice = byId("notice-shape").content.cloneNode(true);
  notice.querySelector("p").textContent = sentence;
  byId("notice").replaceChildren(...(sentence ? [notice] : []));
}

function listen({ state, asking, sounds, intend }) {
  const page = byId("analysis");
  byId("play").addEventListener("submit", (event) => typed(event, intend));
  for (const name of ["undo", "promote", "remove", "restore"]) {
    byId(name).addEventListener("click", () => intend({ type: name }));
  }
  listenToTools(page, { intend });
  listenToLooks({ onStyle: () => state.change({}), onFlag: () => state.change({}), sounds, preferences: state.preferences });
  new Shortcuts({
    dialog: byId("shortcuts"),
    travel: (to) => intend({ type: "travel", to }),
    letters: { t: () => intend({ type: "write" }) },
  });
  byId("again").addEventListener("click", () => asking.again());
  page.addEventListener("click", (event) => travelled(event, intend));
}

function typed(event, intend) {
  event.preventDefault();
  const { value } = byId("typed");
  if (value.trim()) intend({ type: "type", text: value });
}

function travelled(event, intend) {
  const link = event.target.closest("a[data-travel]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  intend({ type: "travel", to: link.dataset.travel });
}
