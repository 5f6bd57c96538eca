// @ts-check
// The panel with what the position is worth: in words, with a best line and the moves, which can be played from it.

import { byId, one } from "../../../web/js/dom.js";
import { fill } from "../../../web/js/words.js";
import { NoAnswer, ask } from "./answers.js";
import { Evaluating } from "./evaluating.js";
import { playAll } from "./tree.js";
import { ending } from "./words.js";

/**
 * @import { Colour } from "../../../web/js/board/position.js"
 * @import { AnalysisIntent } from "./actions.js"
 * @import { Evaluation as Found, Outcome, Wanted, Worth } from "./evaluating.js"
 * @import { State } from "./state.js"
 */

// Of the moves so many are shown at first.
const FIRST = 5;

export class Evaluation {
  #isWhole = false;
  #shown = "";

  /** @param {{state: State, intend: (intent: AnalysisIntent) => void}} page */
  constructor({ state, intend }) {
    this.state = state;
    this.intend = intend;
    this.root = byId("evaluation");
    this.switch = byId("evaluation-on", HTMLInputElement);
    this.all = one(this.root, "[data-all]");
    this.value = one(this.root, "[data-value]");
    this.evaluating = new Evaluating({ ask: (wanted) => this.#ask(wanted), onChange: () => this.show() });
    this.switch.addEventListener("change", () => this.show());
    this.all.addEventListener("click", () => {
      this.#isWhole = !this.#isWhole;
      this.show();
    });
    this.root.hidden = false;
  }

  show() {
    const { state, evaluating } = this;
    const { answer, rules, setUp, isOver } = state;
    const isOn = this.switch.checked;
    const isWanted = isOn && answer && !setUp && !isOver;
    evaluating.want(isWanted ? { rules, position: answer.position.text } : null);
    one(this.root, "[data-content]").hidden = !isOn;
    // What is shown already stays, with the focus in it.
    const { found, refusal } = evaluating;
    const shown = JSON.stringify([isOn, found && `${rules} ${found.position}`, refusal, ending(state), this.#isWhole, state.stones.colours]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#showValue(found, refusal);
    this.#showMoves(found);
  }

  /**
   * @param {Found | null} found
   * @param {string} refusal
   */
  #showValue(found, refusal) {
    const { state, value } = this;
    const note = one(this.root, "[data-note]");
    value.textContent = found ? this.#withKind(found, turnOf(found)) : refusal || ending(state) || state.texts.evaluating;
    note.textContent = found ? this.#noteOn(found) : "";
    note.hidden = note.textContent === "";
  }

  /** @param {Found | null} found */
  #showMoves(found) {
    const { texts } = this.state;
    const moves = found?.moves ?? [];
    one(this.root, "[data-moves]").hidden = moves.length === 0;
    if (!found) return;
    const line = found.line.map((move, index) => this.#button(move, found.line.slice(0, index + 1)));
    one(this.root, "[data-line]").replaceChildren(...line);
    const entries = moves.slice(0, this.#isWhole ? moves.length : FIRST).map((each) => {
      const entry = document.createElement("li");
      entry.append(this.#button(each.move, [each.move]), ` ${this.#withKind(each, turnOf(found))}`);
      return entry;
    });
    one(this.root, "[data-list]").replaceChildren(...entries);
    this.all.hidden = moves.length <= FIRST;
    this.all.textContent = this.#isWhole ? texts.fewer_moves : fill(texts.all_moves, { count: moves.length });
  }

  /**
   * A move that plays itself, after those before it in its line.
   * @param {string} move
   * @param {string[]} line
   */
  #button(move, line) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "moves__move notation";
    button.textContent = move;
    button.addEventListener("click", () => {
      this.intend({ type: "visit", node: playAll(this.state.node, line) });
      // The button goes with its position.
      this.value.focus({ preventScroll: true });
    });
    return button;
  }

  /**
   * "White wins (proved)", "White 58% (estimated)".
   * @param {Worth} worth
   * @param {Colour} turn
   */
  #withKind(worth, turn) {
    const { texts } = this.state;
    return `${this.#valueOf(worth, turn)} (${worth.proved ? texts.proved : texts.estimated})`;
  }

  /**
   * @param {Worth} worth
   * @param {Colour} turn
   */
  #valueOf({ result, expected }, turn) {
    const { texts, stones } = this.state;
    const isWhite = turn === "white";
    if (result === "drawn") return texts.value_drawn;
    if (result !== null) return fill(texts.value_wins, { side: stones.texts[isWhite === (result === "won") ? "side_white" : "side_black"] });
    const share = Math.round(100 * (isWhite ? expected : 1 - expected));
    return fill(texts.value_share, { side: stones.texts.side_white, share });
  }

  /** @param {Found} found */
  #noteOn({ proved, result, distance, depth }) {
    const { texts } = this.state;
    if (!proved) return fill(texts.searched, { depth });
    return result !== "drawn" && (distance ?? 0) > 1 ? fill(texts.next_capture, { count: distance }) : "";
  }

  /**
   * @param {Wanted} wanted
   * @returns {Promise<Outcome>}
   */
  async #ask(wanted) {
    const { texts, data } = this.state;
    try {
      const found = /** @type {import("./answers.js").Found<Found>} */ (await ask(data.urls.evaluation, wanted));
      return found.ok ? { found: found.data } : { refusal: found.data.detail, wait: null };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const isBusy = error.problem?.code === "evaluation_busy";
      return { refusal: error.problem?.detail ?? texts.offline, wait: isBusy ? error.wait : null };
    }
  }
}

/**
 * The side to move.
 * @param {Found} found
 * @returns {Colour}
 */
function turnOf({ position }) {
  return position.split(" ")[1] === "w" ? "white" : "black";
}
