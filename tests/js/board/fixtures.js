// @ts-check
// The board as the server describes it to a page.

export const POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split(" ");
export const LINES =
  "a7d7g7 b6d6f6 c5d5e5 a4b4c4 e4f4g4 c3d3e3 b2d2f2 a1d1g1 a7a4a1 b6b4b2 c5c4c3 d7d6d5 d3d2d1 e5e4e3 f6f4f2 g7g4g1";
export const EMPTY_BOARD = `${".".repeat(24)} w 9 9 0`;

/**
 * The text of a position with these stones, all placed.
 * @param {{white?: string, black?: string, turn?: "w" | "b", hands?: string, quiet?: number}} position
 */
export function drawn({ white = "", black = "", turn = "w", hands = "0 0", quiet = 0 }) {
  const letters = POINTS.map((point) => (white.split(" ").includes(point) ? "W" : black.split(" ").includes(point) ? "B" : "."));
  return `${letters.join("")} ${turn} ${hands} ${quiet}`;
}
