// @ts-check
// A look at the server that many may ask for: whoever asks while one is under way gets one more after it, and a look that
// fails is taken again soon, unless the page is no longer the reader's.

import { SessionEnded } from "./requests.js";

const AGAIN_AFTER = 2000;

export class Looking {
  /** @type {Promise<void> | null} */
  #looking = null;
  #again = false;
  /** @type {number | undefined} */
  #later = undefined;

  /** @param {() => Promise<void>} look  Fetches and shows; it rejects if the server could not be reached. */
  constructor(look) {
    this.look = look;
  }

  /** @returns {Promise<void>} */
  async refresh() {
    if (this.#looking) {
      this.#again = true;
      return this.#looking;
    }
    this.#looking = this.#try();
    await this.#looking;
    this.#looking = null;
    if (!this.#again) return undefined;
    this.#again = false;
    return this.refresh();
  }

  async #try() {
    try {
      await this.look();
    } catch (error) {
      clearTimeout(this.#later);
      if (error instanceof SessionEnded) return;
      this.#later = setTimeout(() => this.refresh(), AGAIN_AFTER);
    }
  }
}
