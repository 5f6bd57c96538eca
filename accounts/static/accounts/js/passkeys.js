// @ts-check
// Says why the browser gave no passkey. allauth's scripts ask it, and report what went wrong by an event.

import { byIdOrNull, one } from "../../web/js/dom.js";

/** By the names of exceptions of WebAuthn. @type {Record<string, string>} */
const REASONS = {
  AbortError: "cancelled",
  InvalidStateError: "known",
  NotAllowedError: "cancelled",
  NotSupportedError: "unsupported",
  SecurityError: "unsupported",
};

/** @param {unknown} exception */
function reasonOf(exception) {
  if (!("PublicKeyCredential" in window)) return "unsupported";
  return (exception instanceof Error && REASONS[exception.name]) || "failed";
}

export function sayWhyThereIsNoPasskey() {
  const place = byIdOrNull("passkey_refused");
  if (!place) return;
  document.addEventListener("allauth.error", (event) => {
    if (!(event instanceof CustomEvent)) return;
    event.preventDefault();
    const reason = reasonOf(event.detail.exception);
    const line = one(document, `[data-passkey-refused=${reason}]`, HTMLTemplateElement);
    place.replaceChildren(line.content.cloneNode(true));
  });
}
