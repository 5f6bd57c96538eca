// @ts-check
// The Zwickmühlen of the position that is shown: asked for by a button, and found by the server.

import { byId } from "../../../web/js/dom.js";
import { fill, say } from "../../../web/js/words.js";

/**
 * @import { SidedZwickmuehle } from "../../../web/js/board/board.js"
 * @import { State } from "./state.js"
 */

export class Zwickmuehlen {
  #isOn = false;
  /** @type {number | null} */
  #asked = null;

  /** @param {{state: State}} page */
  constructor({ state }) {
    this.state = state;
    this.button = byId("zwickmuehlen");
    this.words = byId("zwickmuehlen-words");
  }

  toggle() {
    this.#isOn = !this.#isOn;
    this.button.setAttribute("aria-pressed", String(this.#isOn));
    this.state.change({ zwickmuehlen: [] });
  }

  /** After every change: whether the viewer may ask, and whether the marks belong to the position that is shown. */
  show() {
    const { state, button } = this;
    button.hidden = !state.maySeeZwickmuehlen;
    const wanted = this.#isOn && state.maySeeZwickmuehlen && !state.entered ? state.ply : null;
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    this.#tell("");
    if (state.zwickmuehlen.length) state.change({ zwickmuehlen: [] });
    if (wanted !== null) this.#ask(wanted);
  }

  /** @param {number} ply */
  async #ask(ply) {
    try {
      const response = await fetch(`${this.state.urls.zwickmuehlen}?ply=${ply}`, { headers: { Accept: "application/json" } });
      const answer = await response.json();
      if (ply === this.#asked) this.#answered(response.ok ? answer.zwickmuehlen : [], answer.detail);
    } catch {
      if (ply === this.#asked) this.#tell(this.state.texts.unreachable);
    }
  }

  /**
   * @param {SidedZwickmuehle[]} zwickmuehlen
   * @param {string} [refusal]
   */
  #answered(zwickmuehlen, refusal) {
    this.state.change({ zwickmuehlen });
    const sentences = zwickmuehlen.map((found) => this.#sentence(found));
    this.#tell(refusal ?? (sentences.join(" ") || this.state.texts.no_zwickmuehle));
  }

  /** @param {SidedZwickmuehle} zwickmuehle */
  #sentence({ color, u, v, partners }) {
    const { texts } = this.state;
    return fill(texts.zwickmuehle, { side: texts[`side_${color}`], u, v, partners: partners.join(", ") });
  }

  /** @param {string} words */
  #tell(words) {
    this.words.textContent = words;
    this.words.hidden = !words;
    if (words) say(words);
  }
}
