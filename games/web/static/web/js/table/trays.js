// @ts-check
// The trays beside the board: what became of each side's nine stones.

import { countStones } from "../board/position.js";
import { all, one, oneOrNull } from "../dom.js";
import { fill } from "../words.js";

/**
 * @import { Colour, Position } from "../board/position.js"
 * @import { Texts } from "../words.js"
 */

const KINDS = ["hand", "board", "lost"];

/**
 * @param {Position} position
 * @param {{texts: Texts, playable: Colour | null}} shown  `playable` is the side that may take a stone from its tray.
 */
export function showTrays(position, { texts, playable }) {
  for (const tray of all(document, "[data-tray]")) {
    const colour = tray.dataset.tray === "white" ? "white" : "black";
    const { hand, onBoard, lost } = countStones(position, colour);
    const kinds = [...Array(hand).fill("hand"), ...Array(onBoard).fill("board"), ...Array(lost).fill("lost")];
    all(tray, ".tray__slot", SVGElement).forEach((slot, index) => {
      for (const kind of KINDS) slot.classList.toggle(`tray__slot--${kind}`, kind === kinds[index]);
    });
    const figure = oneOrNull(tray, "[data-tray-figure]");
    if (figure) figure.textContent = [hand || "", lost ? `−${lost}` : ""].filter(Boolean).join(" ");
    const [words, told] = [one(tray, "[data-tray-words]"), fill(texts.tray, { hand, lost })];
    if (words.textContent !== told) words.textContent = told;
    tray.classList.toggle("tray--playable", playable === colour);
  }
}
