// @ts-check
// The board of the first page: both sides are played at once, under the standard rules. What is legal comes from the
// server.

import { Answers } from "../../analysis/js/analysis/answers.js";
import { Asking } from "../../analysis/js/analysis/asking.js";
import { State } from "../../analysis/js/analysis/state.js";
import { newRoot } from "../../analysis/js/analysis/tree.js";
import { prompt } from "../../analysis/js/analysis/words.js";
import { Board } from "../../web/js/board/board.js";
import { EMPTY, choices, undone } from "../../web/js/board/draft.js";
import { closesMill, linesOf, parseMove } from "../../web/js/board/position.js";
import { byId, jsonOf } from "../../web/js/dom.js";
import "./site.js";
import { Sounds } from "../../web/js/sounds.js";
import { Hands } from "../../web/js/table/hands.js";
import { say } from "../../web/js/words.js";

/**
 * @import { AnalysisPage } from "../../analysis/js/analysis/state.js"
 * @import { Draft } from "../../web/js/board/draft.js"
 * @import { TableIntent } from "../../web/js/table/hands.js"
 */

const data = /** @type {AnalysisPage} */ (jsonOf("analysis-data"));
const answers = new Answers(data.urls.moves);
const state = new State(data, { answers, onChange: changed });
const sounds = new Sounds({ isOn: () => state.preferences.sounds });
const asking = new Asking({ state, answers, sounds, tell: say });
answers.keep({ rules: state.rules, start: null, moves: [] }, data.answer);

/** @extends {Hands<State, TableIntent>} */
class Actions extends Hands {
  /**
   * @override
   * @param {Draft} draft
   */
  proceed(draft) {
    const { removals, complete } = choices(state.legal, draft);
    if (complete) this.#play(complete);
    else {
      state.change({ draft });
      if (removals.size && draft.removed === null) say(state.texts.take, { assertive: true });
    }
  }

  /** @param {string} move */
  #play(move) {
    state.touched.forget();
    state.change({ node: state.node.play(move), draft: EMPTY });
    sounds.play(closesMill(state.position, parseMove(move), linesOf(data.lines)) ? "mill" : "move");
  }

  undo() {
    const before = state.isTouched && undone(state.draft, state.touchMove);
    if (before) state.change({ draft: before });
  }
}

const actions = new Actions({ state });
const board = new Board(byId("playing-board"), {
  points: data.points,
  lines: data.lines,
  texts: { ...state.texts, ...state.stones.texts },
  intend: (intent) => actions.intend(intent),
});
const again = byId("again");
const further = byId("further", HTMLAnchorElement);
again.addEventListener("click", () => {
  const root = newRoot();
  state.change({ root, node: root, draft: EMPTY });
  say(prompt(state));
});

function changed() {
  show();
  asking.want();
}

function show() {
  const { position, legal, draft, last, touchMove } = state;
  board.show({ position, legal, draft, last, orientation: board.orientation, marks: state.preferences.marks, ...touchMove });
  byId("prompt").textContent = prompt(state);
  again.hidden = further.hidden = state.root.isLeaf;
  further.href = `${data.urls.page}?${new URLSearchParams({ players: "2", moves: state.node.moves.join(",") })}`;
}

show();
