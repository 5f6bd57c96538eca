// @ts-check
// The addresses that are given away: they follow what is shown, are copied, handed to the system's own share sheet, or
// shown as a QR code.

import { UPRIGHT } from "../../../web/js/board/geometry.js";
import { all, byId } from "../../../web/js/dom.js";
import { wishesOf } from "../../../web/js/table/orientation.js";
import { copy } from "../../../web/js/table/sharing.js";

/** @import { State } from "./state.js" */

/**
 * Every address, as the board is shown: which half-move, in which style, and how it lies. A link to the page says the
 * last only where the readers have turned the board themselves.
 * @param {State} state
 */
export function showAddresses({ shown, ply, orientation }) {
  const lies = wishesOf(orientation.now);
  const shared = orientation.isTurned ? lies : wishesOf(UPRIGHT);
  const wishes = { ply: shown === null ? null : ply, style: document.documentElement.dataset.style ?? null, ...lies };
  for (const link of all(document, "[data-follows]", HTMLAnchorElement)) link.href = withWishes(link.href, wishes);
  byId("share-position").hidden = shown === null;
  const share = byId("share", HTMLInputElement);
  share.value = withWishes(share.value, shared);
  byId("share-ply", HTMLInputElement).value = withWishes(share.value, { ply, ...shared });
  const code = byId("embed-code", HTMLTextAreaElement);
  const address = withWishes(code.dataset.embed ?? "", wishes);
  code.value = code.defaultValue.replace(/src="[^"]*"/, () => `src="${address.replaceAll("&", "&amp;")}"`);
}

/**
 * @param {string} address
 * @param {Record<string, string | number | null>} wishes
 */
function withWishes(address, wishes) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(wishes)) {
    url.searchParams.delete(name);
    if (value !== null) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** @param {State} state */
export function listenToAddresses(state) {
  for (const button of all(document, "[data-copies]")) {
    const { copies = "", said: done = "" } = button.dataset;
    button.addEventListener("click", () => copy(valueOf(copies), { button, done, failed: state.texts.not_copied }));
  }
  const sheet = byId("share-sheet");
  sheet.hidden = !navigator.share;
  sheet.addEventListener("click", () => shareSheet(shownAddress(state)));
  const follow = new MutationObserver(() => showAddresses(state));
  follow.observe(document.documentElement, { attributeFilter: ["data-style"] });
  const qr = byId("open-qr", HTMLAnchorElement);
  qr.addEventListener("click", (event) => {
    event.preventDefault();
    showQr(qr.href, shownAddress(state));
  });
}

/** @param {State} state */
function shownAddress({ shown }) {
  return valueOf(shown === null ? "share" : "share-ply");
}

/** @param {string} id */
function valueOf(id) {
  const field = byId(id);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : "";
}

/**
 * The reader has closed the sheet without a choice; that is no error.
 * @param {string} url
 */
async function shareSheet(url) {
  await navigator.share({ title: document.title, url }).catch((error) => {
    if (error.name !== "AbortError") throw error;
  });
}

/**
 * @param {string} picture
 * @param {string} address
 */
function showQr(picture, address) {
  byId("qr-code", HTMLImageElement).src = picture;
  byId("qr-address").textContent = address;
  byId("qr", HTMLDialogElement).showModal();
}
