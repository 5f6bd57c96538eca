// The bell: how much is new, the short list in its menu, and that it has been seen as soon as it has been shown.

const bell = document.getElementById("bell");

export function showUnread({ unread, unread_words: words }) {
  const counter = bell?.querySelector("[data-bell-count]");
  if (!counter || unread === undefined) return;
  counter.hidden = unread === 0;
  const [figure, sentence] = counter.children;
  figure.textContent = unread > 99 ? "99+" : unread;
  sentence.textContent = words;
}

const csrfToken = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";

async function markSeen(seq) {
  const body = new URLSearchParams({ seq, csrfmiddlewaretoken: csrfToken() });
  const answer = await fetch(bell.dataset.seen, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (answer) showUnread({ unread: 0, unread_words: "" });
}

// Fetched anew whenever it is opened.
async function fill(menu) {
  const place = menu.querySelector("[data-bell-items]");
  const answer = await fetch(`${bell.dataset.items}?menu=1`, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  place.innerHTML = await answer.text();
  const { seq } = place.querySelector("[data-seq]")?.dataset ?? {};
  if (seq) markSeen(seq);
}

export function listenToBell() {
  if (!bell) return;
  bell.addEventListener("toggle", () => bell.open && fill(bell));
  bell.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !bell.open) return;
    bell.open = false;
    bell.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => !bell.contains(event.target) && (bell.open = false));
  const list = document.querySelector("main [data-seq]");
  if (list) markSeen(list.dataset.seq);
}
