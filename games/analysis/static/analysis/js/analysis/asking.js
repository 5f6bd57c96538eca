// @ts-check
// Asks the server of whatever is looked at and not known yet. Where it cannot be reached nothing is lost: the question
// stays open and is asked again, by itself or on request.

import { byId } from "../../../web/js/dom.js";
import { refuse } from "../../../web/js/table/typed_field.js";
import { say } from "../../../web/js/words.js";
import { NoAnswer, ask } from "./answers.js";
import { ending, prompt } from "./words.js";

/**
 * @import { Sounds } from "../../../web/js/sounds.js"
 * @import { Answer, Answers, Found, Problem } from "./answers.js"
 * @import { State } from "./state.js"
 * @import { Node } from "./tree.js"
 */

// Walking through the moves asks only where one stays.
const WALKING = 150;

export class Asking {
  /** @type {number | undefined} */
  #timer = undefined;
  /** @type {number | undefined} */
  #later = undefined;

  /**
   * @param {object} page
   * @param {State} page.state
   * @param {Answers} page.answers
   * @param {Sounds} page.sounds
   * @param {(sentence: string) => void} page.tell  Writes a sentence below the board.
   */
  constructor({ state, answers, sounds, tell }) {
    this.state = state;
    this.answers = answers;
    this.sounds = sounds;
    this.tell = tell;
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

  /**
   * A move that is not among the legal ones: it is played if the server says so, else it says why not.
   * @param {string} move
   * @param {(move: string) => void} play
   */
  async tryMove(move, play) {
    const { rules, start, moves } = this.state.question;
    const found = await this.#attempt(() => this.answers.find({ rules, start, moves: [...moves, move] }));
    if (!found) return;
    if (found.ok) {
      play(move);
      return;
    }
    refuse(byId("typed", HTMLInputElement), "notice");
    this.tell(found.data.detail);
  }

  /**
   * Anything else that is asked: what was found, or null if there was no answer.
   * @template {object} [T=Answer]
   * @param {string} url
   * @param {object} body
   * @returns {Promise<Found<T> | null>}
   */
  async other(url, body) {
    return this.#attempt(() => ask(url, body));
  }

  async #ask() {
    const { node, question } = this.state;
    const found = await this.#attempt(() => this.answers.find(question));
    if (!found) return;
    if (found.ok) this.#take(node, found.data);
    else this.#refuse(node, found.data);
  }

  /**
   * @template T
   * @param {() => Promise<T>} question
   */
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

  /**
   * @param {Node} node
   * @param {Answer} answer
   */
  #take(node, answer) {
    const { state } = this;
    node.path.forEach((each, index) => (each.position ??= answer.moves[index].position));
    state.change({ trouble: null });
    if (state.node !== node) return;
    if (state.isOver) this.sounds.play("end");
    if (state.isOver) say(ending(state), { assertive: true });
    else if (node.parent) say(prompt(state));
  }

  /**
   * A link, or other rules, may have brought a move that is illegal: one stands before it, and hears why.
   * @param {Node} node
   * @param {Problem} problem
   */
  #refuse(node, problem) {
    const before = node.path.find((each) => each.ply === problem.ply)?.parent;
    this.state.change(before ? { node: before } : { isStuck: true });
    this.tell(problem.detail);
  }
}
