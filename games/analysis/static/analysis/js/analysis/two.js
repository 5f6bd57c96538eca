// @ts-check
// Two players on one screen: their names, the board that turns to whoever is to move, and ends that the rules do not make.

import { byId } from "../../../web/js/dom.js";

/**
 * @import { Colour } from "../../../web/js/board/position.js"
 * @import { AnalysisIntent } from "./actions.js"
 * @import { State } from "./state.js"
 */

/** @type {Colour[]} */
const SIDES = ["white", "black"];

export class Two {
  #rules = "";

  /**
   * @param {HTMLElement} panel
   * @param {{state: State, intend: (intent: AnalysisIntent) => void}} page
   */
  constructor(panel, { state, intend }) {
    this.state = state;
    this.intend = intend;
    this.dialog = byId("other-rules", HTMLDialogElement);
    panel.hidden = false;
    for (const colour of SIDES) {
      const name = byId(`name-${colour}`, HTMLInputElement);
      name.value = state.names[colour];
      name.addEventListener("input", () => state.change({ names: { ...state.names, [colour]: name.value } }));
    }
    const [turning, touching] = ["turning", "touching"].map((id) => byId(id, HTMLInputElement));
    turning.checked = state.turning;
    touching.checked = state.touchMove.touchMove;
    touching.addEventListener("change", () => state.change({ touching: touching.checked }));
    turning.addEventListener("change", () => this.#turn(turning.checked));
    byId("agree").addEventListener("click", () => this.#end("1/2-1/2", "agreement"));
    byId("claim").addEventListener("click", () => this.#end("1/2-1/2", state.answer?.claimable_draws[0] ?? null));
    this.dialog.addEventListener("close", () => this.#answered());
    byId("resign").addEventListener("click", () => this.#resign());
  }

  /** Called before all is shown. */
  prepare() {
    const { state } = this;
    if (state.turning && !state.isOver) state.seat(state.position.turn);
  }

  show() {
    const { state } = this;
    const isOn = !state.isOver && state.node.isLeaf;
    for (const id of ["agree", "resign"]) byId(id, HTMLButtonElement).disabled = !isOn;
    byId("claim").hidden = !(state.answer?.claimable_draws.length && isOn);
  }

  /** @param {boolean} turning */
  #turn(turning) {
    this.state.seat("white");
    this.state.change({ turning });
  }

  #resign() {
    const loses = this.state.position.turn;
    this.#end(loses === "white" ? "0-1" : "1-0", "resignation");
  }

  /**
   * @param {string} result
   * @param {string | null} termination
   */
  #end(result, termination) {
    this.intend({ type: "end", ended: { result, termination } });
  }

  /**
   * The rules of a game under way do not change: other rules need a new game.
   * @param {string} rules
   */
  askForNewGame(rules) {
    this.#rules = rules;
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  #answered() {
    if (this.dialog.returnValue === "begin") this.intend({ type: "begin", rules: this.#rules });
    else this.state.change({});
  }
}
