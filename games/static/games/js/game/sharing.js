// Copies what can be taken along from the page.

import { say } from "../words.js";

const SHOWN_MILLISECONDS = 2000;

// "1. d6 f4 2. g7": the half-moves up to the one that is looked at.
export function numbered({ game, ply }) {
  const moves = game.moves.filter((move) => move.ply <= ply);
  return moves.map((move) => (move.ply % 2 ? `${(move.ply + 1) / 2}. ${move.move}` : move.move)).join(" ");
}

// Copy, say so, and show it for a moment on the button.
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
