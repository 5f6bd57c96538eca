// @ts-check
// The sentence above the form, for what was refused. Everything else that is to be noticed is a region of the page.

import { byId, one } from "../dom.js";

/** @param {string} sentence  Empty takes the sentence away. */
export function tell(sentence) {
  const notice = document.importNode(byId("notice-shape", HTMLTemplateElement).content, true);
  one(notice, "p").textContent = sentence;
  byId("game-told").replaceChildren(...(sentence ? [notice] : []));
}

/**
 * Say what a fetched page says.
 * @param {Document} page
 */
export function tellAsIn(page) {
  byId("game-told").replaceChildren(...document.importNode(one(page, "#game-told"), true).childNodes);
}
