// @ts-check
// The words around the board are made on the server. This fetches the page again and puts in what has changed.

import { all, one, oneOrNull } from "./dom.js";
import { SessionEnded, isOfAnotherSession, send } from "./requests.js";

/**
 * @import { GamePage } from "../../site/js/game/state.js"
 * @import { Sendable } from "./requests.js"
 */

/**
 * Another page of the site, and whether the server did what was asked. Rejects where the server fails, and where the page
 * is made for another reader.
 * @param {string} url
 * @param {Sendable} [request]  Something to be done; without it, the page is read.
 */
export async function fetchDocument(url, request) {
  const response = await (request ? send(url, request) : fetch(url));
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (isOfAnotherSession(page)) throw new SessionEnded();
  return { page, ok: response.ok };
}

/**
 * The page of a game with its data; null for another page altogether.
 * @param {string} url
 * @param {Sendable} [request]
 */
export async function fetchPage(url, request) {
  const { page, ok } = await fetchDocument(url, request);
  const json = page.getElementById("game-data");
  return json && { page, data: /** @type {GamePage} */ (JSON.parse(json.textContent)), ok };
}

/**
 * Takes over the regions of another page. Whoever stands on something with an id still stands on it afterwards, even
 * where it is in another region now.
 * @param {Document} page
 * @param {(region: HTMLElement) => boolean} [isHeld]  Whether a region stays as it is for now.
 */
export function putRegions(page, isHeld = () => false) {
  const focused = document.activeElement?.id;
  document.title = page.title;
  for (const old of all(document, "[data-region]")) {
    const fresh = page.getElementById(old.id);
    if (fresh && !isHeld(old)) putRegion(old, document.importNode(fresh, true));
  }
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function putRegion(old, fresh) {
  keepWhatIsOpen(old, fresh);
  if (old.isEqualNode(fresh)) return;
  keepWhatIsWritten(old, fresh);
  old.replaceWith(fresh);
}

/**
 * Things that differ from page to page, or that the reader has changed, are no news.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function keepWhatIsOpen(old, fresh) {
  for (const input of all(fresh, "[name=csrfmiddlewaretoken]", HTMLInputElement)) {
    input.setAttribute("value", one(document, "[name=csrfmiddlewaretoken]", HTMLInputElement).defaultValue);
  }
  for (const details of all(old, "details[id]", HTMLDetailsElement)) {
    oneOrNull(fresh, `#${details.id}`)?.toggleAttribute("open", details.open);
  }
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function keepWhatIsWritten(old, fresh) {
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
  const fields = old.querySelectorAll("input[id], textarea[id]");
  for (const field of fields) {
    /** @type {HTMLInputElement | HTMLTextAreaElement | null} */
    const other = fresh.querySelector(`#${field.id}`);
    if (other && field.value !== field.defaultValue) other.value = field.value;
  }
}
