// @ts-check
// On every page: keep the service worker, offer to install the app, say when the
// connection is gone. A page with a script of its own imports this one.

import { listenToBell } from "../../notifications/js/bell.js";
import { compareBrowser } from "../../web/js/browser_settings.js";
import { all, byIdOrNull, one, oneOrNull } from "../../web/js/dom.js";
import { listenToLooks } from "../../web/js/looks.js";
import { sayWhyThereIsNoPasskey } from "../../accounts/js/passkeys.js";
import { letPasswordsBeShown } from "../../accounts/js/passwords.js";
import { watchSession } from "../../web/js/requests.js";
import { followWaiting } from "./waiting.js";

const address = oneOrNull(document, "meta[name=service-worker]", HTMLMetaElement)?.content;

/**
 * Once the page stands: the worker is for the next one.
 * @param {string} worker
 */
async function keepWorker(worker) {
  try {
    await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
  } catch {
    // Private windows and strict settings have none; nothing depends on it.
  }
}

if (address && "serviceWorker" in navigator) {
  if (document.readyState === "complete") keepWorker(address);
  else window.addEventListener("load", () => keepWorker(address));
}

letPasswordsBeShown();
sayWhyThereIsNoPasskey();
compareBrowser();

// A row of links that is wider than the window shows the one that is open.
for (const link of all(document, ".tabs [aria-current]")) {
  const row = link.closest("nav");
  if (row) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

// The half-moves to be marked in a dispute begin at the first one that is, or at the end.
for (const list of all(document, ".dispute__moves")) {
  const row = oneOrNull(list, "li:has(:checked)") ?? one(list, "li:last-child");
  list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

// The browser says when the app can be installed, and asks by itself only where nobody else does.
window.addEventListener("beforeinstallprompt", (event) => {
  const button = byIdOrNull("install");
  if (!button) return;
  event.preventDefault();
  button.hidden = false;
  button.onclick = () => {
    button.hidden = true;
    /** @type {Event & {prompt: () => void}} */ (event).prompt();
  };
});

window.addEventListener("appinstalled", () => {
  const button = byIdOrNull("install");
  if (button) button.hidden = true;
});

const SHOWN_MILLISECONDS = 4000;
const connection = byIdOrNull("connection");

if (connection) {
  window.addEventListener("offline", () => tell("offline", connection));
  window.addEventListener("online", () => tell("online", connection));
  if (!navigator.onLine) tell("offline", connection);
}

/**
 * @param {"online" | "offline"} word
 * @param {HTMLElement} place
 */
function tell(word, place) {
  place.textContent = place.dataset[word] ?? "";
  if (word === "online") setTimeout(() => navigator.onLine && place.replaceChildren(), SHOWN_MILLISECONDS);
}

// The page without a server gives way to the one that was asked for; what was sent is never sent again.
if (document.querySelector("[data-case=offline]")) {
  window.addEventListener("online", () => window.location.reload());
}

listenToBell();
listenToLooks();
watchSession();
followWaiting();
