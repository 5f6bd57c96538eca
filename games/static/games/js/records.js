// Games brought along: a file is looked at before it is sent, a mistake is shown in the text, and in the list of moves
// the one on the board is in sight. All of it works without.

import { selectLine } from "./analysis/record_form.js";
import "./site.js";

const form = document.getElementById("bring");

form?.elements.file.addEventListener("change", ({ target }) => {
  const [file] = target.files;
  target.setCustomValidity(file && file.size > form.dataset.largest ? form.dataset.tooLarge : "");
  target.reportValidity();
});

for (const link of document.querySelectorAll("[data-line]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    selectLine(form.elements.written, Number(link.dataset.line));
  });
}

const [list, move] = [".moves__list", ".moves__list [aria-current]"].map((name) => document.querySelector(name));
if (move) list.scrollTop = move.offsetTop - (list.clientHeight - move.clientHeight) / 2;
