// @ts-check
// The sentence beside the button: what the board waits for.

import { EMPTY, choices, isBound } from "../../../web/js/board/draft.js";
import { fill } from "../../../web/js/words.js";

/** @import { State } from "./state.js" */

/**
 * @param {State} state
 * @param {string} typed  The move as text that waits to be read, or "".
 */
export function prompt(state, typed = "") {
  const { texts } = state;
  if (state.isConditional) return nextConditional(state);
  if (!state.isLive) return fill(texts.past, { ply: state.shown, last: state.game.ply });
  if (state.retrying) return texts.retrying;
  if (state.isFrozen) return texts.frozen;
  if (state.sending) return fill(texts.sending, { move: state.sending });
  if (!state.isMine) return texts.waiting;
  if (state.unsent) return texts.unsent;
  return typed ? fill(texts.typed, { text: typed }) : nextStep(state);
}

/** @param {State} state */
function nextConditional(state) {
  const { texts, draft, conditional, entered, enteredAnswer } = state;
  if (draft !== EMPTY) return nextStep(state);
  if (enteredAnswer && enteredAnswer.result !== "*") return texts.conditional_over;
  return conditional?.isAnswering ? fill(texts.conditional_mine, { move: entered?.move }) : texts.conditional_theirs;
}

/** @param {State} state */
function nextStep({ texts, draft, legal, touchMove }) {
  const { source, target, removed } = draft;
  const { sources, removals, complete } = choices(legal, draft);
  if (complete) return fill(texts.ready, { move: complete });
  if (removals.size && removed === null) return texts.take;
  if (isBound(draft, touchMove) && target === null) return fill(texts.touched_goes, { point: source });
  if (source && target === null) return fill(texts.target, { point: source });
  return sources.size ? texts.move : texts.place;
}
