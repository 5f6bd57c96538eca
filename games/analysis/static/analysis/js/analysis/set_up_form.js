// @ts-check
// The form in which a position is set up: what a click puts, who is to move, the hands, and the text beside the board.

import { EMPTY } from "../../../web/js/board/draft.js";
import { byId, field, one } from "../../../web/js/dom.js";
import { cleared, readSetUp, writtenSetUp } from "./set_up.js";

/**
 * @import { Colour, Position } from "../../../web/js/board/position.js"
 * @import { State } from "./state.js"
 */

export class SetUpForm {
  /**
   * @param {HTMLDetailsElement} fold
   * @param {object} page
   * @param {State} page.state
   * @param {(start: string) => Promise<string>} page.place  Asks the server what is wrong with the position; "" is nothing.
   */
  constructor(fold, { state, place }) {
    this.fold = fold;
    this.state = state;
    this.place = place;
    this.form = one(fold, "form", HTMLFormElement);
    this.position = field(this.form, "position");
    this.turn = field(this.form, "turn", RadioNodeList);
    this.white = field(this.form, "hand-white");
    this.black = field(this.form, "hand-black");
    this.quiet = field(this.form, "set-up-quiet");
    one(fold, "#set-up-tools").hidden = false;
    fold.addEventListener("toggle", () => this.#toggle());
    this.form.addEventListener("input", (event) => this.#input(event.target));
    this.form.addEventListener("submit", (event) => this.#submit(event));
    one(fold, "#clear").addEventListener("click", () => this.#change(cleared()));
    one(fold, "#all-placed").addEventListener("click", () => this.#change({ ...this.#setUp, hand: { white: 0, black: 0 } }));
  }

  /** What a click sets on a point: a stone, or nothing. */
  get brush() {
    return /** @type {Colour | ""} */ (field(this.form, "brush", RadioNodeList).value);
  }

  get #setUp() {
    return this.state.setUp ?? cleared();
  }

  /** The form after the board: what was not typed here just now is written here. */
  show() {
    const { setUp, points } = this.state;
    byId("brushes").hidden = !setUp;
    if (!setUp) {
      this.fold.open = false;
      return;
    }
    this.turn.value = setUp.turn;
    write(this.white, setUp.hand.white);
    write(this.black, setUp.hand.black);
    write(this.quiet, setUp.quiet);
    if (readSetUp(this.position.value, points) === null || this.position !== document.activeElement) {
      write(this.position, writtenSetUp(setUp, points));
    }
  }

  #toggle() {
    const { state, fold } = this;
    if (fold.open === Boolean(state.setUp)) return;
    this.#tell("");
    const { stones, turn, hand } = state.position;
    state.change({ draft: EMPTY, setUp: fold.open ? { stones, turn, hand, quiet: state.answer?.quiet_half_moves ?? 0 } : null });
  }

  /** @param {EventTarget | null} target */
  #input(target) {
    if (target === this.position) this.#read();
    else if (!(target instanceof HTMLInputElement) || target.name !== "brush") {
      const turn = /** @type {Colour} */ (this.turn.value);
      const hand = { white: digit(this.white), black: digit(this.black) };
      this.#change({ ...this.#setUp, turn, hand, quiet: digit(this.quiet, 999) });
    }
  }

  #read() {
    const found = readSetUp(this.position.value, this.state.points);
    this.#tell(found ? "" : this.state.texts.not_text);
    if (found) this.#change(found);
  }

  /** @param {Position} setUp */
  #change(setUp) {
    this.#tell("");
    this.state.change({ setUp });
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#tell(await this.place(this.position.value.trim().replace(/\s+/g, " ")));
  }

  /** @param {string} sentence */
  #tell(sentence) {
    const fault = one(this.fold, "#set-up-fault");
    one(fault, "p").textContent = sentence;
    fault.hidden = sentence === "";
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {string | number} value
 */
function write(input, value) {
  if (input !== document.activeElement && input.value !== String(value)) input.value = String(value);
}

/** @param {HTMLInputElement} input */
function digit(input, most = 9) {
  return Math.max(0, Math.min(most, Math.trunc(Number(input.value)) || 0));
}
