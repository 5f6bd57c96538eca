// The form in which a position is set up: what a click puts, who is to move, the hands, and the text beside the board.

import { EMPTY } from "../board/draft.js";
import { cleared, readSetUp, writtenSetUp } from "./set_up.js";

export class SetUpForm {
  // `place(start)` asks the server and resolves to what is wrong with the position, or to "".
  constructor(fold, { state, place }) {
    Object.assign(this, { fold, state, place, form: fold.querySelector("form") });
    fold.querySelector("#set-up-tools").hidden = false;
    fold.addEventListener("toggle", () => this.#toggle());
    this.form.addEventListener("input", (event) => this.#input(event.target));
    this.form.addEventListener("submit", (event) => this.#submit(event));
    fold.querySelector("#clear").addEventListener("click", () => this.#change(cleared()));
    fold.querySelector("#all-placed").addEventListener("click", () => this.#change({ ...state.setUp, hand: { white: 0, black: 0 } }));
  }

  get brush() {
    return this.form.elements.brush.value;
  }

  // The form after the board: what was not typed here just now is written here.
  show() {
    const { setUp, points } = this.state;
    document.getElementById("brushes").hidden = !setUp;
    if (!setUp) {
      this.fold.open = false;
      return;
    }
    const { elements } = this.form;
    elements.turn.value = setUp.turn;
    const values = { "hand-white": setUp.hand.white, "hand-black": setUp.hand.black, "set-up-quiet": setUp.quiet };
    for (const [id, value] of Object.entries(values)) this.#write(elements[id], String(value));
    const text = writtenSetUp(setUp, points);
    if (readSetUp(elements.position.value, points) === null || elements.position !== document.activeElement) {
      this.#write(elements.position, text);
    }
  }

  #write(field, value) {
    if (field !== document.activeElement && field.value !== value) field.value = value;
  }

  #toggle() {
    const { state, fold } = this;
    if (fold.open === Boolean(state.setUp)) return;
    this.#tell("");
    const { stones, turn, hand } = state.position;
    state.change({ draft: EMPTY, setUp: fold.open ? { stones, turn, hand, quiet: state.answer?.quiet_half_moves ?? 0 } : null });
  }

  #input(field) {
    const { elements } = this.form;
    if (field.name === "brush") return;
    if (field === elements.position) {
      const found = readSetUp(field.value, this.state.points);
      this.#tell(found ? "" : this.state.texts.not_text);
      if (found) this.#change(found);
      return;
    }
    const hand = { white: digit(elements["hand-white"]), black: digit(elements["hand-black"]) };
    this.#change({ ...this.state.setUp, turn: elements.turn.value, hand, quiet: digit(elements["set-up-quiet"], 999) });
  }

  #change(setUp) {
    this.#tell("");
    this.state.change({ setUp });
  }

  async #submit(event) {
    event.preventDefault();
    const { position } = this.form.elements;
    this.#tell(await this.place(position.value.trim().replace(/\s+/g, " ")));
  }

  #tell(sentence) {
    const fault = this.fold.querySelector("#set-up-fault");
    fault.querySelector("p").textContent = sentence;
    fault.hidden = sentence === "";
  }
}

function digit(field, most = 9) {
  return Math.max(0, Math.min(most, Math.trunc(Number(field.value)) || 0));
}
