// The last analysis, and the last game of two, in this browser; and the address, so that a reload changes nothing.

import { fragmentOf, readFragment } from "./address.js";

const KEYS = { analysis: "muehle.analysis", two: "muehle.two" };

export class Memory {
  constructor(data) {
    this.rulesKnown = Object.keys(data.rule_sets);
    this.key = data.is_for_two ? KEYS.two : KEYS.analysis;
    this.page = data.urls.page;
    this.isForTwo = data.is_for_two;
  }

  keep(state) {
    const fragment = fragmentOf(state.kept);
    const query = this.isForTwo ? "?players=2" : state.game ? `?game=${state.game}` : "";
    history.replaceState(null, "", `${this.page}${query}#${fragment}`);
    const { names, turning, touching, ended } = state;
    // Where a browser forbids to remember, the address still does.
    try {
      localStorage.setItem(this.key, JSON.stringify({ fragment, names, turning, touching, ended }));
    } catch {
      return;
    }
  }

  get last() {
    try {
      const { fragment, names, turning, touching = null, ended } = JSON.parse(localStorage.getItem(this.key));
      const analysis = this.read(fragment);
      return analysis && { analysis, names, turning, touching, ended };
    } catch {
      return null;
    }
  }

  read(fragment) {
    return readFragment(fragment, { rulesKnown: this.rulesKnown });
  }
}
