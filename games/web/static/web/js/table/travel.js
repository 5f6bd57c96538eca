// @ts-check
// Steps through the half-moves of a game.

/** @typedef {"first" | "back" | "forward" | "last"} Step */

/**
 * The half-moves to which the steps lead.
 * @param {{ply: number, last: number, first?: number}} place  Which half-move is looked at, and where the way begins and
 *   ends.
 * @returns {Record<Step, number>}
 */
export function stepsFrom({ ply, last, first = 0 }) {
  return { first, back: Math.max(first, ply - 1), forward: Math.min(last, ply + 1), last };
}

/**
 * The step of a link or button, by its data.
 * @param {HTMLElement} link
 */
export function stepOf(link) {
  return /** @type {Step} */ (link.dataset.travel);
}
