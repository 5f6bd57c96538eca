// @ts-check
// Copies what can be taken along from the page.

import { say } from "../words.js";

/** @import { Game } from "../../../site/js/game/state.js" */

const SHOWN_MILLISECONDS = 2000;

/**
 * The half-moves up to the one that is looked at: "1. d6 f4 2. g7".
 * @param {{game: Pick<Game, "moves">, ply: number}} state
 */
export function numbered({ game, ply }) {
  const moves = game.moves.filter((move) => move.ply <= ply);
  return moves.map((move) => (move.ply % 2 ? `${(move.ply + 1) / 2}. ${move.move}` : move.move)).join(" ");
}

/**
 * Copies a text, says so, and shows it for a moment on the button.
 * @param {string} text
 * @param {{button: HTMLElement | null, done: string, failed: string}} told
 */
export async function copy(text, { button, done, failed }) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    say(failed, { assertive: true });
    return;
  }
  say(done);
  button?.toggleAttribute("data-done", true);
  setTimeout(() => button?.removeAttribute("data-done"), SHOWN_MILLISECONDS);
}
