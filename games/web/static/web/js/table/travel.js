// @ts-check
// Steps through the half-moves of a game.

/** @typedef {"first" | "back" | "forward" | "last"} Step */

/**
 * The half-moves to which the steps lead.
 * @param {{ply: number, last: number}} place  Which half-move is looked at, and how many there are.
 * @returns {Record<Step, number>}
 */
export function stepsFrom({ ply, last }) {
  return { first: 0, back: Math.max(0, ply - 1), forward: Math.min(last, ply + 1), last };
}

/**
 * The step of a link or button, by its data.
 * @param {HTMLElement} link
 */
export function stepOf(link) {
  return /** @type {Step} */ (link.dataset.travel);
}
