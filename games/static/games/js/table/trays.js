// The trays beside the board: what became of each side's nine stones.

import { countStones } from "../board/position.js";
import { fill } from "../words.js";

const KINDS = ["hand", "board", "lost"];

// `playable` is the side that may take a stone from its tray now, or null.
export function showTrays(position, { texts, playable }) {
  for (const tray of document.querySelectorAll("[data-tray]")) {
    const { hand, onBoard, lost } = countStones(position, tray.dataset.tray);
    const kinds = [...Array(hand).fill("hand"), ...Array(onBoard).fill("board"), ...Array(lost).fill("lost")];
    tray.querySelectorAll(".tray__slot").forEach((slot, index) => {
      for (const kind of KINDS) slot.classList.toggle(`tray__slot--${kind}`, kind === kinds[index]);
    });
    const [words, told] = [tray.querySelector("[data-tray-words]"), fill(texts.tray, { hand, lost })];
    if (words.textContent !== told) words.textContent = told;
    tray.classList.toggle("tray--playable", playable === tray.dataset.tray);
  }
}
