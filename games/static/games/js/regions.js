// The words around the board are made on the server. This fetches the page again and puts in what has changed.

// Resolves to {page, ok}: another page of the site, and whether the server did what was asked.
export async function fetchDocument(url, options = {}) {
  const response = await fetch(url, { credentials: "same-origin", ...options });
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  return { page: new DOMParser().parseFromString(await response.text(), "text/html"), ok: response.ok };
}

// The same with the page's data; null for another page altogether.
export async function fetchPage(url, options = {}) {
  const { page, ok } = await fetchDocument(url, options);
  const json = page.getElementById("game-data");
  return json && { page, data: JSON.parse(json.textContent), ok };
}

// Whoever stands on something with an id still stands on it afterwards, even where it is in another region now.
export function putRegions(page) {
  const focused = document.activeElement?.id;
  document.title = page.title;
  for (const old of document.querySelectorAll("[data-region]")) {
    const fresh = page.getElementById(old.id);
    if (fresh) putRegion(old, document.importNode(fresh, true));
  }
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus({ preventScroll: true });
}

function putRegion(old, fresh) {
  keepWhatIsOpen(old, fresh);
  if (old.isEqualNode(fresh)) return;
  keepWhatIsWritten(old, fresh);
  old.replaceWith(fresh);
}

// Things that differ from page to page, or that the reader has changed, are no news.
function keepWhatIsOpen(old, fresh) {
  for (const input of fresh.querySelectorAll("[name=csrfmiddlewaretoken]")) {
    input.setAttribute("value", document.querySelector("[name=csrfmiddlewaretoken]").getAttribute("value"));
  }
  for (const details of old.querySelectorAll("details[id]")) {
    fresh.querySelector(`#${details.id}`)?.toggleAttribute("open", details.open);
  }
}

function keepWhatIsWritten(old, fresh) {
  for (const field of old.querySelectorAll("input[id], textarea[id]")) {
    const other = fresh.querySelector(`#${field.id}`);
    if (other && field.value !== field.defaultValue) other.value = field.value;
  }
}
