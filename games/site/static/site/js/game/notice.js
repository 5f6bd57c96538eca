// @ts-check
// The sentence above the form, for what was refused. Everything else that is to be noticed is a region of the page.

import { byId, one } from "../../../web/js/dom.js";

/**
 * @param {string} sentence  Empty takes the sentence away.
 * @param {{isNews?: boolean}} [kind]  Whether it tells of something that is not wrong.
 */
export function tell(sentence, { isNews = false } = {}) {
  const notice = document.importNode(byId("notice-shape", HTMLTemplateElement).content, true);
  one(notice, "p").textContent = sentence;
  one(notice, ".notice").classList.toggle("notice--error", !isNews);
  byId("game-told").replaceChildren(...(sentence ? [notice] : []));
}

/**
 * Say what a fetched page says.
 * @param {Document} page
 */
export function tellAsIn(page) {
  byId("game-told").replaceChildren(...document.importNode(one(page, "#game-told"), true).childNodes);
}
