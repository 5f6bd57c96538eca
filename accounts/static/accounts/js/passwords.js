// @ts-check
// The button beside a password that shows what was typed.

import { all, byId } from "../../web/js/dom.js";

export function letPasswordsBeShown() {
  for (const button of all(document, "[data-shows]")) {
    const field = byId(button.dataset.shows ?? "", HTMLInputElement);
    button.hidden = false;
    button.addEventListener("click", () => {
      const isShown = field.type === "text";
      field.type = isShown ? "password" : "text";
      button.setAttribute("aria-pressed", String(!isShown));
      field.focus();
    });
    // The browser keeps it as a password only if it is one when it is sent.
    field.form?.addEventListener("submit", () => {
      field.type = "password";
    });
  }
}
