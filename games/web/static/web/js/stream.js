// @ts-check
// Tells that something has happened in the game: by the stream of events, and where that fails, by looking now and then.
// A browser has six connections to a server over HTTP/1.1, for all of its tabs: hidden pages close theirs.

const LOOK_SECONDS = 15;
const RETURN_SECONDS = 60;
const BROKEN_AFTER = 3;

/**
 * Told the number of an event that is newer than what is known, and the event itself; or twice null for "look".
 * @typedef {(number: number | null, event: MessageEvent<string> | null) => void} OnNews
 */

/** @typedef {(isUp: boolean) => void} OnState  Told whether news get through. */

export class Stream {
  #failures = 0;
  #isClosed = false;
  /** @type {number | undefined} */
  #looks = undefined;
  /** @type {number | undefined} */
  #later = undefined;

  /**
   * @param {string} url
   * @param {{types: string[], after: number, onNews: OnNews, onState: OnState, whileHidden?: boolean}} options  `after`
   *   is the last event that the page knows; `whileHidden` goes on where nobody sees the page.
   */
  constructor(url, { types, after, onNews, onState, whileHidden = false }) {
    this.url = url;
    this.types = types;
    this.after = after;
    this.onNews = onNews;
    this.onState = onState;
    this.whileHidden = whileHidden;
    this.source = this.#opened();
    document.addEventListener("visibilitychange", () => (this.#isAsleep ? this.#sleep() : this.#wake()));
    if (this.#isAsleep) this.#sleep();
    window.addEventListener("online", () => this.#wake());
    window.addEventListener("pagehide", () => this.source.close());
    window.addEventListener("pageshow", (event) => event.persisted && this.#wake());
  }

  get #isAsleep() {
    return !this.whileHidden && document.visibilityState === "hidden";
  }

  close() {
    clearInterval(this.#looks);
    this.onNews = this.onState = () => {};
    clearTimeout(this.#later);
    this.source.close();
    this.#isClosed = true;
  }

  #opened() {
    const source = new EventSource(`${this.url}?after=${this.after}`);
    source.addEventListener("open", () => this.#connected());
    source.addEventListener("error", () => this.#failed());
    for (const type of [...this.types, "state", "reset"]) source.addEventListener(type, (event) => this.#news(event));
    return source;
  }

  /** @param {MessageEvent<string>} event */
  #news(event) {
    const number = Number(event.lastEventId);
    if (event.type === "state" && number <= this.after) return;
    this.after = Math.max(this.after, number);
    this.onNews(number, event);
  }

  #connected() {
    this.#failures = 0;
    clearInterval(this.#looks);
    this.#looks = undefined;
    this.onState(true);
  }

  // The browser comes back by itself unless it gave up; meanwhile, or if it never gets through, we look ourselves.
  #failed() {
    this.#failures += 1;
    const gaveUp = this.source.readyState === EventSource.CLOSED;
    if (!gaveUp && this.#failures < BROKEN_AFTER) return;
    this.onState(false);
    this.#looks ??= setInterval(() => this.onNews(null, null), LOOK_SECONDS * 1000);
    if (!gaveUp) return;
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#reopen(), RETURN_SECONDS * 1000);
  }

  #reopen() {
    if (!this.#isClosed && !this.#isAsleep) this.source = this.#opened();
  }

  #sleep() {
    clearInterval(this.#looks);
    this.#looks = undefined;
    clearTimeout(this.#later);
    this.source.close();
  }

  #wake() {
    if (this.#isClosed || document.visibilityState === "hidden") return;
    if (this.source.readyState === EventSource.CLOSED) {
      this.#reopen();
      this.onNews(null, null);
    }
  }
}
