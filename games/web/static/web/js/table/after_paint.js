// @ts-check
// What can wait until the board has been painted: the layout of words and buttons must not hold up a stone. Whatever hand
// or key comes next finds it done, and where nobody looks nothing waits.

export class AfterPaint {
  #isDue = false;

  /** @param {() => void} show  Called once for all that has been asked for before a frame. */
  constructor(show) {
    this.show = show;
    for (const name of ["pointerdown", "keydown", "submit"]) document.addEventListener(name, () => this.#now(), true);
    document.addEventListener("visibilitychange", () => this.#now());
  }

  ask() {
    const isWaiting = this.#isDue;
    this.#isDue = true;
    if (document.hidden) this.#now();
    else if (!isWaiting) requestAnimationFrame(() => setTimeout(() => this.#now()));
  }

  #now() {
    if (!this.#isDue) return;
    this.#isDue = false;
    this.show();
  }
}
