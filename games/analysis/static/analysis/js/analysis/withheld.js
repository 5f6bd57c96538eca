// @ts-check
// Whether stones stand in a game, or can after its next half-move, on the board turned, mirrored or inside out as well.

/**
 * @param {string[]} games  Each as 24 letters and the side on move (w, b).
 * @param {{stones: string, symmetries: number[][]}} position  `stones` are 24 letters; a symmetry names points by index.
 */
export function standsIn(games, { stones, symmetries }) {
  if (!games.length) return false;
  const images = symmetries.map((symmetry) => symmetry.map((index) => stones[index]).join(""));
  return games.some((game) => {
    const [before, side] = game.split(" ");
    return images.some((after) => after === before || follows(before, after, side.toUpperCase()));
  });
}

/**
 * One stone more or elsewhere for the side on move, and at most one less for the other; nothing is judged beyond that.
 * @param {string} before
 * @param {string} after
 * @param {string} own
 */
function follows(before, after, own) {
  const changes = { came: 0, went: 0, taken: 0 };
  for (let index = 0; index < before.length; index += 1) {
    const [old, now] = [before[index], after[index]];
    if (old === now) continue;
    if (old === ".") {
      if (now !== own) return false;
      changes.came += 1;
    } else if (now !== ".") return false;
    else changes[old === own ? "went" : "taken"] += 1;
  }
  return changes.came === 1 && changes.went <= 1 && changes.taken <= 1;
}
