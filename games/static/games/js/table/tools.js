// Buttons that say in their data what they intend. They may come and go with the page's regions, so the page listens;
// without scripts they are of no use and not shown. The place of what copies is kept from the first, for what follows it
// must not jump; where the browser lets nothing be copied it is given up.

export function listenToTools(page, { intend }) {
  page.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-intent]");
    if (button) intend(JSON.parse(button.dataset.intent));
  });
  document.documentElement.toggleAttribute("data-no-clipboard", !navigator.clipboard);
}
