// The addresses that are given away: they follow what is shown, are copied, handed to the system's own share sheet, or
// shown as a QR code.

import { UPRIGHT } from "../board/geometry.js";
import { wishesOf } from "../table/orientation.js";
import { copy } from "./sharing.js";

const byId = (id) => document.getElementById(id);

// Every address, as the board is shown: which half-move, in which style, and how it lies. A link to the page says the
// last only where the reader has turned the board himself.
export function showAddresses({ shown, ply, orientation }) {
  const lies = wishesOf(orientation.now);
  const shared = orientation.isTurned ? lies : wishesOf(UPRIGHT);
  const wishes = { ply: shown === null ? null : ply, style: document.documentElement.dataset.style, ...lies };
  for (const link of document.querySelectorAll("[data-follows]")) link.href = withWishes(link.href, wishes);
  byId("share-position").hidden = shown === null;
  byId("share").value = withWishes(byId("share").value, shared);
  byId("share-ply").value = withWishes(byId("share").value, { ply, ...shared });
  const code = byId("embed-code");
  const address = withWishes(code.dataset.embed, wishes);
  code.value = code.defaultValue.replace(/src="[^"]*"/, () => `src="${address.replaceAll("&", "&amp;")}"`);
}

function withWishes(address, wishes) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(wishes)) {
    url.searchParams.delete(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
}

export function listenToAddresses(state) {
  for (const button of document.querySelectorAll("[data-copies]")) {
    const { copies, said: done } = button.dataset;
    button.addEventListener("click", () => copy(byId(copies).value, { button, done, failed: state.texts.not_copied }));
  }
  const sheet = byId("share-sheet");
  sheet.hidden = !navigator.share;
  sheet.addEventListener("click", () => shareSheet(shownAddress(state)));
  const follow = new MutationObserver(() => showAddresses(state));
  follow.observe(document.documentElement, { attributeFilter: ["data-style"] });
  byId("open-qr").addEventListener("click", (event) => {
    event.preventDefault();
    showQr(event.currentTarget.href, shownAddress(state));
  });
}

function shownAddress({ shown }) {
  return byId(shown === null ? "share" : "share-ply").value;
}

// Whoever closes the sheet without choosing anything has changed his mind; there is nothing to be said about that.
async function shareSheet(url) {
  await navigator.share({ title: document.title, url }).catch((error) => {
    if (error.name !== "AbortError") throw error;
  });
}

function showQr(picture, address) {
  byId("qr-code").src = picture;
  byId("qr-address").textContent = address;
  byId("qr").showModal();
}
