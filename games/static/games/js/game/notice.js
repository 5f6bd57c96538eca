// The sentence above the form, for what was refused.

const NOTICE = "game-notice";

// Empty takes the sentence away.
export function tell(sentence) {
  const notice = document.getElementById("notice-shape").content.cloneNode(true);
  notice.querySelector("p").textContent = sentence;
  document.getElementById(NOTICE).replaceChildren(...(sentence ? [notice] : []));
}

// Let a fetched page say what is being said here.
export function keepNotice(page) {
  page.getElementById(NOTICE).replaceWith(document.getElementById(NOTICE).cloneNode(true));
}
