// Asks the server of whatever is looked at and not known yet. Where it cannot be reached nothing is lost: the question
// stays open and is asked again, by itself or on request.

import { refuse } from "../table/typed_field.js";
import { say } from "../words.js";
import { NoAnswer, ask } from "./answers.js";
import { ending, prompt } from "./words.js";

// Walking through the moves asks only where one stays.
const WALKING = 150;

export class Asking {
  #timer = null;
  #later = null;

  constructor({ state, answers, sounds, tell }) {
    Object.assign(this, { state, answers, sounds, tell });
    window.addEventListener("online", () => this.again());
  }

  want() {
    const { state } = this;
    clearTimeout(this.#timer);
    if (state.answer || state.setUp || state.trouble || state.isStuck) return;
    this.#timer = setTimeout(() => this.#ask(), state.isTravelling ? WALKING : 0);
  }

  again() {
    clearTimeout(this.#later);
    if (this.state.trouble) this.state.change({ trouble: null });
  }

  // A move that is not among the legal ones: it is played if the server says so, else it says why not.
  async tryMove(move, play) {
    const { rules, start, moves } = this.state.question;
    const found = await this.#attempt(() => this.answers.find({ rules, start, moves: [...moves, move] }));
    if (found?.ok) return play(move);
    if (!found) return undefined;
    refuse(document.getElementById("typed"), "notice");
    return this.tell(found.data.detail);
  }

  // Anything else that is asked: {ok, data}, or null if there was no answer.
  async other(url, body) {
    return this.#attempt(() => ask(url, body, this.answers.csrfToken));
  }

  async #ask() {
    const { node, question } = this.state;
    const found = await this.#attempt(() => this.answers.find(question));
    if (!found) return;
    if (found.ok) this.#take(node, found.data);
    else this.#refuse(node, found.data);
  }

  async #attempt(question) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      clearTimeout(this.#later);
      this.#later = setTimeout(() => this.again(), error.wait);
      this.state.change({ trouble: error });
      return null;
    }
  }

  #take(node, answer) {
    const { state } = this;
    node.path.forEach((each, index) => (each.position ??= answer.moves[index].position));
    state.change({ trouble: null });
    if (state.node !== node) return;
    if (state.isOver) this.sounds.play("end");
    if (state.isOver) say(ending(state), { assertive: true });
    else if (node.parent) say(prompt(state));
  }

  // A link, or other rules, may have brought a move that is illegal: one stands before it, and hears why.
  #refuse(node, problem) {
    const wrong = node.path.find((each) => each.ply === problem.ply);
    this.state.change(wrong ? { node: wrong.parent } : { isStuck: true });
    this.tell(problem.detail);
  }
}
