// Copies what can be taken along from the page.

import { say } from "../words.js";

export function listenToCopying({ texts }) {
  const copy = document.getElementById("copy-link");
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById("share").value);
    say(texts.copied);
  });
}
