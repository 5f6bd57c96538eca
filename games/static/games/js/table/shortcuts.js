// Keys for what there are buttons for, and the dialog that tells them. Single letters can be switched off, and never
// count while something is written.

const KEY = "muehle-shortcuts-off";
const WRITING = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open]";
const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

// Letters press the buttons and links that say so in their data, so that neither can do what the other cannot; other
// keys walk through the game.
export class Shortcuts {
  // `travel` is told where to: back, forward, first or last; `letters` are keys for which there is no button.
  constructor({ dialog, travel = null, letters = {} }) {
    Object.assign(this, { dialog, travel, letters, areOff: kept() });
    document.addEventListener("keydown", (event) => this.#key(event));
    const choice = dialog.querySelector("[data-shortcuts-on]");
    choice.checked = !this.areOff;
    choice.addEventListener("change", () => this.#keep(!choice.checked));
  }

  #key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.(WRITING)) return;
    const isDone = event.key in STEPS ? this.#walk(event.key) : !this.areOff && this.#press(event.key.toLowerCase());
    if (isDone) event.preventDefault();
  }

  #walk(key) {
    this.travel?.(STEPS[key]);
    return this.travel !== null;
  }

  #press(key) {
    if (!/^[a-z?]$/.test(key)) return false;
    this.letters[key]?.();
    const [button] = [...document.querySelectorAll(`[data-key="${key}"]`)].filter((found) => found.checkVisibility());
    if (button && !button.disabled) button.click();
    return key in this.letters || button !== undefined;
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
