// Shows the state around the table: the rules, the game that it comes from, links and pictures to share.

import { wishesOf } from "../table/orientation.js";
import { addressOf } from "./address.js";

const byId = (id) => document.getElementById(id);

export function showSurroundings(state) {
  byId("analysis").toggleAttribute("data-setting-up", Boolean(state.setUp));
  byId("share").value = new URL(addressOf(state.data.urls.page, state.shared), window.location.href).href;
  showRules(state);
  showSource(state);
  showPictures(state);
}

function showRules({ rules, stones }) {
  byId("rules").value = rules;
  for (const field of document.querySelectorAll("input[name=rules]")) field.value = rules;
  for (const words of document.querySelectorAll("[data-brush]")) {
    words.textContent = stones.texts[`stone_${words.dataset.brush}`];
  }
}

function showSource({ game, data }) {
  const source = byId("source");
  source.hidden = !game;
  if (!game) return;
  source.querySelector("a").href = data.urls.game.replace("/0/", `/${game}/`);
  source.querySelector("[data-number]").textContent = game;
}

// The position as the server has written it, in the reader's style and as it lies before him.
function showPictures(state) {
  const position = state.answer?.position.text ?? state.node.position;
  if (!position || state.setUp) return;
  const asked = { position, rules: state.rules, move: state.node.move, style: document.documentElement.dataset.style, ...wishesOf(state.orientation.now) };
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
  for (const link of document.querySelectorAll("[data-picture]")) link.href = `${link.pathname}?${query}`;
}
