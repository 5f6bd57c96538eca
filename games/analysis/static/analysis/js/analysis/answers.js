// @ts-check
// Answers of the server about positions: requested once each, cached in memory. A failed request may be repeated.

import { send } from "../../../web/js/requests.js";

/**
 * @import { SidedZwickmuehle } from "../../../web/js/board/board.js"
 * @import { Sequence } from "../../../web/js/board/position.js"
 */

/**
 * Which position is asked for: that after the moves; `start` is null for the empty board.
 * @typedef {{rules: string, start: string | null, moves: string[]}} Question
 */

/**
 * The answer of the API about moves that were played out.
 * @typedef {object} Answer
 * @property {string} rules
 * @property {string} start
 * @property {{ply: number, move: string, position: string}[]} moves
 * @property {number} ply
 * @property {{text: string}} position
 * @property {string[]} legal_moves
 * @property {number} quiet_half_moves
 * @property {number | null} quiet_limit
 * @property {number} repetitions
 * @property {Sequence | null} sequence
 * @property {string} result
 * @property {string | null} termination
 * @property {string[]} claimable_draws
 * @property {SidedZwickmuehle[]} zwickmuehlen
 */

/**
 * Why something was refused, and at which move or line.
 * @typedef {{detail: string, code?: string, ply?: number, line?: number}} Problem
 */

/**
 * @template [T=Answer]
 * @typedef {{ok: true, data: T} | {ok: false, data: Problem}} Found
 */

const PATIENCE = 15000;
const AGAIN_AFTER = 5000;
const MOST_KEPT = 3000;

/**
 * The server gave no answer; `wait` says in how many milliseconds it will, `problem` why it did not where it had too much
 * to do.
 */
export class NoAnswer extends Error {
  /** @param {{wait?: number, problem?: Problem | null}} [found] */
  constructor({ wait = AGAIN_AFTER, problem = null } = {}) {
    super("no answer");
    this.wait = wait;
    this.problem = problem;
  }

  get isBusy() {
    return this.problem !== null;
  }
}

/**
 * The answer or the problem; rejects with NoAnswer.
 * @template T
 * @param {string} url
 * @param {object} body
 * @returns {Promise<Found<T>>}
 */
export async function ask(url, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  let response;
  let data;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    response = await send(url, { headers, body: JSON.stringify(body), signal });
    data = await response.json();
  } catch {
    throw new NoAnswer();
  }
  if (response.status === 429) throw new NoAnswer({ problem: data, wait: 1000 * Number(response.headers.get("Retry-After") ?? 5) });
  if (response.status >= 500) throw new NoAnswer();
  return { ok: response.ok, data };
}

export class Answers {
  /** @type {Map<string, Answer>} */
  #kept = new Map();
  #open = new Set();

  /** @param {string} url */
  constructor(url) {
    this.url = url;
  }

  /** @param {Question} question */
  known(question) {
    return this.#kept.get(key(question)) ?? null;
  }

  /**
   * @param {Question} question
   * @param {Answer} answer
   */
  keep(question, answer) {
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(key(question), answer);
  }

  /**
   * The answer, or null if the same request is under way; rejects with NoAnswer.
   * @param {Question} question
   * @returns {Promise<Found | null>}
   */
  async find(question) {
    const name = key(question);
    if (this.#open.has(name)) return null;
    this.#open.add(name);
    try {
      /** @type {Found} */
      const found = await ask(this.url, question);
      if (found.ok) this.keep(question, found.data);
      return found;
    } finally {
      this.#open.delete(name);
    }
  }
}

/** @param {Question} question */
function key({ rules, start, moves }) {
  return `${rules}|${start ?? ""}|${moves.join(",")}`;
}
