// @ts-check
// The last analysis, and the last game of two, in this browser; and the address, so that a reload changes nothing.

import { keep, kept } from "../../../web/js/storage.js";
import { fragmentOf, readFragment } from "./address.js";

/**
 * @import { AnalysisPage, Ended, State } from "./state.js"
 * @typedef {Pick<State, "names" | "turning" | "touching" | "ended">} TwoPlayers  What two players have chosen.
 * @typedef {Partial<TwoPlayers> & {fragment?: string}} Kept
 */

const KEYS = { analysis: "muehle.analysis", two: "muehle.two" };

export class Memory {
  /** @param {AnalysisPage} data */
  constructor(data) {
    this.rulesKnown = Object.keys(data.rule_sets);
    this.key = data.is_for_two ? KEYS.two : KEYS.analysis;
    this.page = data.urls.page;
    this.isForTwo = data.is_for_two;
  }

  /** @param {State} state */
  keep(state) {
    const fragment = fragmentOf(state.kept);
    const query = this.isForTwo ? "?players=2" : state.game ? `?game=${state.game}` : "";
    history.replaceState(null, "", `${this.page}${query}#${fragment}`);
    // If the browser stores nothing, the address still has it.
    const { names, turning, touching, ended } = state;
    keep(this.key, { fragment, names, turning, touching, ended });
  }

  get last() {
    const { fragment, ...two } = /** @type {Kept} */ (kept(this.key) ?? {});
    const analysis = typeof fragment === "string" ? this.read(fragment) : null;
    return analysis && { analysis, two };
  }

  /** @param {string} fragment */
  read(fragment) {
    return readFragment(fragment, { rulesKnown: this.rulesKnown });
  }
}
