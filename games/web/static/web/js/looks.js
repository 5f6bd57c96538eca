// @ts-check
// The switches of board style, colours, sounds and input. A choice takes effect at once and is saved in the background.
// Other modules listen on the document for "look", which is sent when the choice is saved.

import { all, closest, formBody, one } from "./dom.js";
import { send } from "./requests.js";

/**
 * @typedef {"board_style" | "color_scheme" | "sounds" | "marks" | "touch_move"} LookName
 * @typedef {{name: LookName, value: string}} Look  What the event "look" has as its detail.
 */

const root = document.documentElement;

/** @type {Partial<Record<LookName, (value: string) => void>>} */
const shown = {
  board_style(style) {
    root.dataset.style = style;
  },
  color_scheme(scheme) {
    if (scheme === "system") delete root.dataset.scheme;
    else root.dataset.scheme = scheme;
    for (const meta of all(document, "meta[name=theme-color]", HTMLMetaElement)) meta.media = mediaOf(meta, scheme);
  },
};

/**
 * The browser's own frame is coloured like the page: as the device says, or as was chosen.
 * @param {HTMLMetaElement} meta
 * @param {string} scheme
 */
function mediaOf(meta, scheme) {
  if (scheme === "system") return `(prefers-color-scheme: ${meta.dataset.scheme})`;
  return meta.dataset.scheme === scheme ? "all" : "not all";
}

export function listenToLooks() {
  document.addEventListener("submit", (event) => {
    const form = closest(event, "form[data-look]", HTMLFormElement);
    if (!form || !(event.submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const { name, value } = event.submitter;
    choose(form, /** @type {Look} */ ({ name, value }));
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {Look} look
 */
async function choose(form, { name, value }) {
  const before = valueOf(name) ?? "";
  put(name, value);
  const isSaved = await save(form, name, value);
  if (!isSaved && valueOf(name) === value) put(name, before);
  one(form, "[data-unsaved]").hidden = isSaved;
  if (isSaved) document.dispatchEvent(new CustomEvent("look", { detail: { name, value } }));
}

/**
 * @param {LookName} name
 * @param {string} value
 */
function put(name, value) {
  shown[name]?.(value);
  for (const button of buttonsOf(name)) button.setAttribute("aria-pressed", String(button.value === value));
}

/** @param {LookName} name */
function valueOf(name) {
  return buttonsOf(name).find((button) => button.getAttribute("aria-pressed") === "true")?.value;
}

/** @param {LookName} name */
function buttonsOf(name) {
  return all(document, `form[data-look] button[name=${name}]`, HTMLButtonElement);
}

/**
 * @param {HTMLFormElement} form
 * @param {LookName} name
 * @param {string} value
 */
async function save(form, name, value) {
  const body = formBody(form);
  body.set(name, value);
  try {
    const answer = await send(form.action, { body, headers: { Accept: "application/json" } });
    return answer.ok;
  } catch {
    return false;
  }
}
