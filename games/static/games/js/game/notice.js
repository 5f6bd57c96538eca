// The sentence above the form, for what was refused. Everything else that is to be noticed is a region of the page.

const told = () => document.getElementById("game-told");

// Empty takes the sentence away.
export function tell(sentence) {
  const notice = document.getElementById("notice-shape").content.cloneNode(true);
  notice.querySelector("p").textContent = sentence;
  told().replaceChildren(...(sentence ? [notice] : []));
}

// Say what a fetched page says.
export function tellAsIn(page) {
  told().replaceChildren(...document.importNode(page.getElementById("game-told"), true).childNodes);
}
