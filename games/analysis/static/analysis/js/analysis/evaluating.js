// @ts-check
// Asks the server what positions are worth: one request at a time, and of what was wanted meanwhile only the newest. What
// was found is kept. A busy server is asked once more.

/**
 * @typedef {{rules: string, position: string}} Wanted
 * @typedef {{result: "won" | "drawn" | "lost" | null, proved: boolean, expected: number, distance: number | null, depth: number}} Worth
 *   For the side to move; `result` is null for an estimate.
 * @typedef {Worth & {position: string, moves: (Worth & {move: string})[], line: string[]}} Evaluation
 * @typedef {{found: Evaluation} | {refusal: string, wait: number | null}} Outcome  `wait` is in milliseconds, and null
 *   where waiting does not help.
 */

// Walking through the moves asks only where one stays.
const STAYING = 300;
const MOST_KEPT = 500;

export class Evaluating {
  /** @type {Map<string, Evaluation>} */
  #kept = new Map();
  /** @type {Wanted | null} */
  #wanted = null;
  #isAsking = false;
  /** @type {number | undefined} */
  #timer = undefined;
  /** Why what is wanted is not evaluated. */
  refusal = "";

  /**
   * @param {object} page
   * @param {(wanted: Wanted) => Promise<Outcome>} page.ask
   * @param {() => void} page.onChange  Called when there is something new to show.
   * @param {number} [page.staying]
   */
  constructor({ ask, onChange, staying = STAYING }) {
    this.ask = ask;
    this.onChange = onChange;
    this.staying = staying;
  }

  /** The evaluation of what is wanted; null as long as there is none. */
  get found() {
    return this.#kept.get(key(this.#wanted)) ?? null;
  }

  /** @param {Wanted | null} wanted  Null if nothing is to be evaluated. */
  want(wanted) {
    if (key(wanted) === key(this.#wanted)) return;
    this.#wanted = wanted;
    this.refusal = "";
    this.#askIn(this.staying);
  }

  /** @param {number} wait */
  #askIn(wait, { isAgain = false } = {}) {
    clearTimeout(this.#timer);
    if (this.#wanted && !this.found) this.#timer = setTimeout(() => this.#ask(isAgain), wait);
  }

  /** @param {boolean} isAgain */
  async #ask(isAgain) {
    const wanted = this.#wanted;
    if (!wanted || this.#isAsking) return;
    this.#isAsking = true;
    const outcome = await this.ask(wanted);
    this.#isAsking = false;
    if ("found" in outcome) this.#keep(wanted, outcome.found);
    if (key(wanted) !== key(this.#wanted)) this.#askIn(0);
    else if ("refusal" in outcome) {
      if (outcome.wait !== null && !isAgain) this.#askIn(outcome.wait, { isAgain: true });
      else this.refusal = outcome.refusal;
    }
    this.onChange();
  }

  /**
   * @param {Wanted} wanted
   * @param {Evaluation} found
   */
  #keep(wanted, found) {
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(key(wanted), found);
  }
}

/** @param {Wanted | null} wanted */
function key(wanted) {
  return wanted ? `${wanted.rules}|${wanted.position}` : "";
}
