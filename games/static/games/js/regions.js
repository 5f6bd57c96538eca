// The words around the board are made on the server. This fetches the page again and puts in what has changed.

// Resolves to {data, ok}: the page's data, and whether the server did what was asked; null for another page altogether.
export async function fetchPage(url, options = {}) {
  const response = await fetch(url, { credentials: "same-origin", ...options });
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const json = page.getElementById("game-data");
  if (!json) return null;
  return { page, data: JSON.parse(json.textContent), ok: response.ok };
}

export function putRegions(page) {
  document.title = page.title;
  for (const old of document.querySelectorAll("[data-region]")) {
    const fresh = page.getElementById(old.id);
    if (fresh) putRegion(old, document.importNode(fresh, true));
  }
}

function putRegion(old, fresh) {
  keepWhatIsOpen(old, fresh);
  if (old.isEqualNode(fresh)) return;
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  keepWhatIsWritten(old, fresh);
  old.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus();
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
