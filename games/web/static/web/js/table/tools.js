// @ts-check
// Buttons that say in their data what they intend. They may come and go with the page's regions, so the page listens;
// without scripts they are of no use and not shown. The place of what copies is kept from the first, for what follows it
// must not jump; where the browser lets nothing be copied it is given up.

import { closest } from "../dom.js";

/**
 * @template I
 * @param {HTMLElement} page
 * @param {{intend: (intent: I) => void}} hands
 */
export function listenToTools(page, { intend }) {
  page.addEventListener("click", (event) => {
    const intent = closest(event, "button[data-intent]")?.dataset.intent;
    if (intent) intend(JSON.parse(intent));
  });
  document.documentElement.toggleAttribute("data-no-clipboard", !navigator.clipboard);
}
