// @ts-check
// Sentences about the position: what the board waits for, how the game has ended, who may claim a draw.

import { choices, isBound } from "../../../web/js/board/draft.js";
import { fill } from "../../../web/js/words.js";

/**
 * @import { Colour } from "../../../web/js/board/position.js"
 * @import { NoAnswer } from "./answers.js"
 * @import { State } from "./state.js"
 */

/**
 * The side, and who sits there if two are playing.
 * @param {State} state
 * @param {Colour} colour
 */
export function nameOf(state, colour) {
  const side = state.stones.texts[`side_${colour}`];
  const name = state.isForTwo && state.names[colour].trim();
  return name ? fill(state.texts.named_side, { name, side }) : side;
}

/** @param {State} state */
export function prompt(state) {
  const { texts, draft, legal } = state;
  if (state.setUp) return texts.setting_up;
  if (state.isOver) return ending(state);
  if (state.isForTwo && !state.node.isLeaf) return texts.past_two;
  if (!state.answer) return state.trouble ? troubleWords(state, state.trouble) : texts.asking;
  const { sources, removals } = choices(legal, draft);
  if (removals.size) return texts.take;
  if (draft.source && draft.target === null) {
    return fill(isBound(draft, state.touchMove) ? texts.touched_goes : texts.target, { point: draft.source });
  }
  const side = nameOf(state, state.position.turn);
  return fill(sources.size ? texts.move_side : texts.place_side, { side });
}

/**
 * @param {State} state
 * @param {NoAnswer} trouble
 */
export function troubleWords({ texts }, trouble) {
  return trouble.isBusy ? texts.busy : texts.offline;
}

/**
 * The result and its reason, or "" while the game goes on.
 * @param {State} state
 */
export function ending(state) {
  const { termination, result } = state.ended ?? state.answer ?? { termination: null, result: "*" };
  if (result === "*") return "";
  if (result === "1/2-1/2") return fill(state.texts.drawn, { reason: reasonOf(state, termination, "") });
  const names = [nameOf(state, "white"), nameOf(state, "black")];
  const [winner, loser] = result === "1-0" ? names : names.reverse();
  return fill(state.texts.won, { winner, reason: reasonOf(state, termination, loser) });
}

/**
 * @param {State} state
 * @param {string | null} termination
 * @param {string} loser
 */
function reasonOf({ texts, ruleSet }, termination, loser) {
  if (termination === "repetition" && ruleSet.repetition === "sequence") return texts.ending_sequence;
  return fill(texts[`ending_${termination}`], { moves: (ruleSet.quiet_limit ?? 0) / 2, loser });
}

/** @param {State} state */
export function claims(state) {
  if (!state.answer || state.isOver) return [];
  const side = nameOf(state, state.position.turn);
  return state.answer.claimable_draws.map((claim) => fill(state.texts[`claim_${claim}`], { side }));
}
