// The switches of board, light, sound and hands. What is chosen is seen at once and saved beside it; the page stays.
// Whoever has to do something about it listens on the document for "look", which comes when the choice is saved.

const root = document.documentElement;

const shown = {
  board_style(style) {
    root.dataset.style = style;
  },
  color_scheme(scheme) {
    if (scheme === "system") delete root.dataset.scheme;
    else root.dataset.scheme = scheme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.media = mediaOf(meta, scheme);
  },
  sounds() {},
  marks() {},
  touch_move() {},
};

// The browser's own frame is coloured like the page: as the device says, or as was chosen.
function mediaOf(meta, scheme) {
  if (scheme === "system") return `(prefers-color-scheme: ${meta.dataset.scheme})`;
  return meta.dataset.scheme === scheme ? "all" : "not all";
}

export function listenToLooks() {
  document.addEventListener("submit", (event) => {
    if (!event.submitter || !event.target.matches("form[data-look]")) return;
    event.preventDefault();
    choose(event.target, event.submitter);
  });
}

async function choose(form, { name, value }) {
  const before = valueOf(name);
  put(name, value);
  const isSaved = await save(form, name, value);
  if (!isSaved && valueOf(name) === value) put(name, before);
  form.querySelector("[data-unsaved]").hidden = isSaved;
  if (isSaved) document.dispatchEvent(new CustomEvent("look", { detail: { name, value } }));
}

function put(name, value) {
  shown[name](value);
  for (const button of buttonsOf(name)) button.setAttribute("aria-pressed", String(button.value === value));
}

function valueOf(name) {
  return buttonsOf(name).find((button) => button.getAttribute("aria-pressed") === "true")?.value;
}

function buttonsOf(name) {
  return [...document.querySelectorAll(`form[data-look] button[name=${name}]`)];
}

async function save(form, name, value) {
  const body = new URLSearchParams(new FormData(form));
  body.set(name, value);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    return answer.ok;
  } catch {
    return false;
  }
}
