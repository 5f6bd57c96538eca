// Buttons that say in their data what they intend. They may come and go with the page's regions, so the page listens;
// without scripts they are of no use and not shown.

export function listenToTools(page, { intend }) {
  page.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-intent]");
    if (button) intend(JSON.parse(button.dataset.intent));
  });
  page.toggleAttribute("data-clipboard", Boolean(navigator.clipboard));
}
