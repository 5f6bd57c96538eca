// The row of buttons below the board: each says in its data what it intends, and is of no use without scripts.

export function listenToTools(tools, { intend }) {
  for (const button of tools.querySelectorAll("button[data-intent]")) {
    button.addEventListener("click", () => intend(JSON.parse(button.dataset.intent)));
  }
  tools.hidden = false;
}
