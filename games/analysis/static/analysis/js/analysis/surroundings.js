// @ts-check
// Shows the state around the table: the rules, the game that it comes from, links, the opening explorer and pictures.

import { all, byId, one } from "../../../web/js/dom.js";
import { wishesOf } from "../../../web/js/table/orientation.js";
import { addressOf } from "./address.js";

/** @import { State } from "./state.js" */

/** @param {State} state */
export function showSurroundings(state) {
  byId("analysis").toggleAttribute("data-setting-up", Boolean(state.setUp));
  byId("share", HTMLInputElement).value = new URL(addressOf(state.data, state.shared), window.location.href).href;
  showRules(state);
  showSource(state);
  showLinks(state);
}

/** @param {State} state */
function showRules({ rules, stones }) {
  byId("rules", HTMLSelectElement).value = rules;
  for (const field of all(document, "input[name=rules]", HTMLInputElement)) field.value = rules;
  for (const words of all(document, "[data-brush]")) words.textContent = stones.texts[`stone_${words.dataset.brush}`];
}

/** @param {State} state */
function showSource({ game, data }) {
  const source = byId("source");
  source.hidden = !game;
  if (!game) return;
  one(source, "a", HTMLAnchorElement).href = data.urls.game.replace("/0/", `/${game}/`);
  one(source, "[data-number]").textContent = String(game);
}

/**
 * The opening explorer and pictures at the position as the server has written it; pictures in the reader's style and as
 * it lies before them.
 * @param {State} state
 */
function showLinks({ answer, node, rules, setUp, orientation }) {
  const position = answer?.position.text ?? node.position;
  if (!position || setUp) return;
  const openings = byId("openings", HTMLAnchorElement);
  openings.href = `${openings.pathname}?${new URLSearchParams({ position, rules })}`;
  const asked = { position, rules, move: node.move, style: document.documentElement.dataset.style, ...wishesOf(orientation.now) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value) query.set(name, String(value));
  for (const link of all(document, "[data-picture]", HTMLAnchorElement)) link.href = `${link.pathname}?${query}`;
}
