// @ts-check
// The main line as a record that this page, and every program that reads records, can replay. Pure.

/** @import { Colour } from "../../../web/js/board/position.js" */

const WIDTH = 78;

/**
 * @param {object} game
 * @param {string} game.rules
 * @param {string | null} game.start
 * @param {string[]} game.moves
 * @param {string} game.result
 * @param {Partial<Record<Colour, string>>} [game.names]
 */
export function recordOf({ rules, start, moves, result, names = {} }) {
  const tags = [["White", names.white], ["Black", names.black], ["Result", result], ["Variant", rules], ["Position", start]];
  const head = tags.flatMap(([name, value]) => (value ? [`[${name} "${escaped(value)}"]`] : []));
  return `${head.join("\n")}\n\n${wrapped([...numbered(moves, start), result])}\n`;
}

/**
 * @param {string[]} moves
 * @param {string | null} start
 */
function numbered(moves, start) {
  const skipped = start?.split(" ")[1] === "b" ? 1 : 0;
  return moves.flatMap((move, index) => {
    const place = index + skipped;
    if (place % 2 === 0) return [`${place / 2 + 1}.`, move];
    return index === 0 ? ["1...", move] : [move];
  });
}

/** @param {string[]} words */
function wrapped(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines[lines.length - 1];
    if (line && line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join("\n");
}

/** @param {string} value */
function escaped(value) {
  return value.replace(/\s+/g, " ").replace(/[\\"]/g, "\\$&");
}
