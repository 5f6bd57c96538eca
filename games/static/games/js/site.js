// What every page does, whatever else it does: keep the service worker, offer to install the app, say when the
// connection is gone. A page with a script of its own imports this one.

import { listenToBell } from "./bell.js";
import { listenToLooks } from "./looks.js";
import { followWaiting } from "./waiting.js";

const byId = (id) => document.getElementById(id);
const address = document.querySelector("meta[name=service-worker]")?.content;

// Once the page stands: the worker is for the next one.
async function keepWorker() {
  try {
    await navigator.serviceWorker.register(address, { updateViaCache: "none" });
  } catch {
    // Private windows and strict settings have none; nothing depends on it.
  }
}

if (address && "serviceWorker" in navigator) {
  if (document.readyState === "complete") keepWorker();
  else window.addEventListener("load", keepWorker);
}

// A row of links that is wider than the window shows the one that is open.
for (const link of document.querySelectorAll(":is(.manage__nav, .tabs) [aria-current]")) {
  const row = link.closest("nav");
  row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

// The half-moves to be marked in a dispute begin at the first one that is, or at the end.
for (const list of document.querySelectorAll(".dispute__moves")) {
  const row = list.querySelector("li:has(:checked)") ?? list.lastElementChild;
  list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

// The browser says when the app can be installed, and asks by itself only where nobody else does.
window.addEventListener("beforeinstallprompt", (event) => {
  const button = byId("install");
  if (!button) return;
  event.preventDefault();
  button.hidden = false;
  button.onclick = () => {
    button.hidden = true;
    event.prompt();
  };
});

window.addEventListener("appinstalled", () => {
  if (byId("install")) byId("install").hidden = true;
});

const SHOWN_MILLISECONDS = 4000;
const connection = byId("connection");

function tell(word) {
  connection.textContent = connection.dataset[word];
  if (word === "online") setTimeout(() => navigator.onLine && connection.replaceChildren(), SHOWN_MILLISECONDS);
}

if (connection) {
  window.addEventListener("offline", () => tell("offline"));
  window.addEventListener("online", () => tell("online"));
  if (!navigator.onLine) tell("offline");
}

// The page without a server gives way to the one that was asked for; what was sent is never sent again.
if (document.querySelector("[data-case=offline]")) {
  window.addEventListener("online", () => window.location.reload());
}

listenToBell();
listenToLooks();
followWaiting();
