// @ts-check
// Another board, sound, or way to touch while a game is on the table: the words follow, a move in the making stays.

/**
 * @import { Look } from "../looks.js"
 * @import { Sounds } from "../sounds.js"
 * @typedef {Record<"sounds" | "marks" | "touch_move" | "confirm_moves" | "go_on", boolean>} Preferences
 */

/**
 * @param {object} page
 * @param {() => void} page.onStyle  Called when boards are drawn in another style.
 * @param {() => void} page.onFlag  Called when something else has been switched.
 * @param {Sounds} page.sounds
 * @param {Preferences} page.preferences
 */
export function listenToLooks({ onStyle, onFlag, sounds, preferences }) {
  document.addEventListener("look", (event) => {
    const { name, value } = /** @type {CustomEvent<Look>} */ (event).detail;
    if (name === "board_style") onStyle();
    if (name !== "sounds" && name !== "marks" && name !== "touch_move") return;
    preferences[name] = value === "on";
    if (name === "sounds") sounds.play("move");
    else onFlag();
  });
}
