// @ts-check
// Under the list of moves: what is counted of the position that is looked at: a repetition from the second time on.

import { byId, oneOrNull } from "../../../web/js/dom.js";
import { fill } from "../../../web/js/words.js";

/**
 * @import { Texts } from "../../../web/js/words.js"
 * @import { Sequence } from "../../../web/js/board/position.js"
 * @import { State } from "./state.js"
 */

/**
 * @param {State} state
 * @param {{quiet: number, seen: number, sequence: Sequence | null}} figures  Those of the position that is shown;
 *   `sequence` is that which has just been repeated.
 */
export function showCounters({ game, texts, isLive }, { quiet, seen, sequence }) {
  const counters = byId("game-counters");
  /** @param {string} name */
  const find = (name) => oneOrNull(counters, `[data-counter=${name}]`, Element);
  const isOver = game.status !== "ongoing" && isLive;
  const shown = { quiet: true, bar: true, seen: seen > 1, sequence: sequence !== null };
  for (const [name, isShown] of Object.entries(shown)) find(name)?.toggleAttribute("hidden", isOver || !isShown);
  find("played")?.toggleAttribute("hidden", !isOver);
  counters.querySelector("[data-counter-rest]")?.setAttribute("width", String(quiet));
  put(find("quiet"), fill(quietSentence(texts, game.quiet_limit, quiet), { quiet, limit: game.quiet_limit }));
  put(find("seen"), seen > 1 ? fill(texts.seen_times, { times: seen }) : "");
  put(find("sequence"), sequence ? fill(texts.sequence_times, sequence) : "");
}

/**
 * @param {Texts} texts
 * @param {number | null} limit
 * @param {number} quiet
 */
function quietSentence(texts, limit, quiet) {
  if (limit) return texts.quiet_of;
  return quiet === 1 ? texts.quiet_one : texts.quiet_many;
}

/**
 * What stands between asterisks is what the eye looks for.
 * @param {Element | null} node
 * @param {string} sentence
 */
function put(node, sentence) {
  if (!node || node.textContent === sentence.replaceAll("*", "")) return;
  node.replaceChildren(...sentence.split("*").map((part, index) => (index % 2 ? strong(part) : part)));
}

/** @param {string} text */
function strong(text) {
  const node = document.createElement("strong");
  node.textContent = text;
  return node;
}
