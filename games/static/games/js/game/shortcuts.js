// Keys for what there are buttons for, and the dialog that tells them. Single letters can be switched off, and never
// count while something is written.

const KEY = "muehle-shortcuts-off";
const WRITING = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open]";

const ALWAYS = {
  ArrowLeft: ({ ply }) => ({ type: "travel", ply: ply - 1 }),
  ArrowRight: ({ ply }) => ({ type: "travel", ply: ply + 1 }),
  Home: () => ({ type: "travel", ply: 0 }),
  End: ({ game }) => ({ type: "travel", ply: game.ply }),
};

const LETTERS = { t: { type: "write" } };

// Other letters press the buttons and links that say so in their data, so that neither can do what the other cannot.
export class Shortcuts {
  constructor({ state, intend, dialog }) {
    Object.assign(this, { state, intend, dialog, areOff: kept() });
    document.addEventListener("keydown", (event) => this.#key(event));
    const choice = dialog.querySelector("[data-shortcuts-on]");
    choice.checked = !this.areOff;
    choice.addEventListener("change", () => this.#keep(!choice.checked));
  }

  #key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.(WRITING)) return;
    const isDone = event.key in ALWAYS ? this.#travel(event.key) : !this.areOff && this.#press(event.key.toLowerCase());
    if (isDone) event.preventDefault();
  }

  #travel(key) {
    this.intend(ALWAYS[key](this.state));
    return true;
  }

  #press(key) {
    if (!/^[a-z?]$/.test(key)) return false;
    if (key in LETTERS) this.intend(LETTERS[key]);
    const [button] = [...document.querySelectorAll(`[data-key="${key}"]`)].filter((found) => found.checkVisibility());
    if (button && !button.disabled) button.click();
    return key in LETTERS || button !== undefined;
  }

  #keep(areOff) {
    this.areOff = areOff;
    try {
      if (areOff) localStorage.setItem(KEY, "1");
      else localStorage.removeItem(KEY);
    } catch {
      // A browser that keeps nothing forgets the choice with the page.
    }
  }
}

function kept() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
