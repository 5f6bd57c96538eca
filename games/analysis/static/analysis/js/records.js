// @ts-check
// Games brought along: a file is looked at before it is sent, a mistake is shown in the text, and in the list of moves
// the one on the board is in sight. All of it works without.

import { selectLine } from "./analysis/record_form.js";
import { all, byIdOrNull, field, oneOrNull } from "../../web/js/dom.js";
import "../../site/js/site.js";

const form = byIdOrNull("bring", HTMLFormElement);

if (form) {
  const input = field(form, "file");
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    const isTooLarge = file && file.size > Number(form.dataset.largest);
    input.setCustomValidity((isTooLarge && form.dataset.tooLarge) || "");
    input.reportValidity();
  });
  for (const link of all(document, "[data-line]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      selectLine(field(form, "written", HTMLTextAreaElement), Number(link.dataset.line));
    });
  }
}

const [list, move] = [".moves__list", ".moves__list [aria-current]"].map((name) => oneOrNull(document, name));
if (list && move) list.scrollTop = move.offsetTop - (list.clientHeight - move.clientHeight) / 2;
