// @ts-check
// Under the board: the result, the counters, the claims to a draw, and the Zwickmühlen on request.

import { byId } from "../../../web/js/dom.js";
import { fill } from "../../../web/js/words.js";
import { claims, ending, nameOf } from "./words.js";

/**
 * @import { SidedZwickmuehle } from "../../../web/js/board/board.js"
 * @import { Answer } from "./answers.js"
 * @import { State } from "./state.js"
 */

/** @param {State} state */
export function showStanding(state) {
  const { answer, ruleSet } = state;
  put("ending", ending(state));
  put("claims", claims(state).join(" "));
  byId("fact-seen-row").hidden = ruleSet.repetition === null;
  byId("fact-sequence-row").hidden = ruleSet.repetition !== "sequence";
  byId("standing").toggleAttribute("data-waiting", !answer || Boolean(state.setUp));
  if (answer) showFacts(state, answer);
  showZwickmuehlen(state);
}

/**
 * @param {string} id
 * @param {string} sentence
 */
function put(id, sentence) {
  const place = byId(id);
  place.textContent = sentence;
  place.hidden = sentence === "";
}

/**
 * @param {State} state
 * @param {Answer} answer
 */
function showFacts({ texts }, answer) {
  const { quiet_half_moves: quiet, quiet_limit: limit, repetitions: times, sequence, legal_moves: legal } = answer;
  byId("fact-quiet").textContent = fill(limit === null ? texts.quiet : texts.quiet_of, { quiet, limit });
  byId("fact-seen").textContent = times === 1 ? texts.seen_once : fill(texts.seen, { times });
  byId("fact-sequence").textContent = sequence ? fill(texts.again, sequence) : texts.again_none;
  byId("fact-legal").textContent = String(legal.length);
}

/** @param {State} state */
function showZwickmuehlen(state) {
  const list = byId("zwick-list");
  list.hidden = !state.marksZwickmuehlen;
  if (list.hidden) return;
  const { isWithheld, texts } = state;
  const sentences = state.zwickmuehlen.map((each) => sentenceOf(state, each));
  const instead = isWithheld ? texts.zwickmuehlen_withheld : texts.no_zwickmuehle;
  list.replaceChildren(...(sentences.length ? sentences : [instead]).map((sentence) => {
    const entry = document.createElement("li");
    entry.textContent = sentence;
    return entry;
  }));
}

/**
 * @param {State} state
 * @param {SidedZwickmuehle} zwickmuehle
 */
function sentenceOf(state, { color, u, v, partners }) {
  return fill(state.texts.zwickmuehle, { side: nameOf(state, color), u, v, partners: partners.join(", ") });
}
