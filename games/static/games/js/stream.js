// Tells that something has happened in the game: by the stream of events, and where that fails, by looking now and then.

const LOOK_SECONDS = 15;
const RETURN_SECONDS = 60;
const BROKEN_AFTER = 3;

export class Stream {
  // `after` is the last event that the page knows; `onNews` is told the number of a newer one
  // and the event itself, or null for "look".
  constructor(url, { types, after, onNews, onState }) {
    Object.assign(this, { url, types, after, onNews, onState, failures: 0 });
    this.#open();
    document.addEventListener("visibilitychange", () => this.#wake());
    window.addEventListener("online", () => this.#wake());
    window.addEventListener("pagehide", () => this.source?.close());
    window.addEventListener("pageshow", (event) => event.persisted && this.#wake());
  }

  close() {
    clearInterval(this.timer);
    this.onNews = this.onState = () => {};
    clearTimeout(this.later);
    this.source?.close();
    this.closed = true;
  }

  #open() {
    this.source = new EventSource(`${this.url}?after=${this.after}`);
    this.source.addEventListener("open", () => this.#connected());
    this.source.addEventListener("error", () => this.#failed());
    for (const type of [...this.types, "state", "reset"]) {
      this.source.addEventListener(type, (event) => this.#news(event));
    }
  }

  #news(event) {
    const number = Number(event.lastEventId);
    if (event.type === "state" && number <= this.after) return;
    this.after = Math.max(this.after, number);
    this.onNews(number, event);
  }

  #connected() {
    this.failures = 0;
    clearInterval(this.timer);
    this.timer = null;
    this.onState(true);
  }

  // The browser comes back by itself unless it gave up; meanwhile, or if it never gets through, we look ourselves.
  #failed() {
    this.failures += 1;
    const gaveUp = this.source.readyState === EventSource.CLOSED;
    if (!gaveUp && this.failures < BROKEN_AFTER) return;
    this.onState(false);
    this.timer ??= setInterval(() => this.onNews(null, null), LOOK_SECONDS * 1000);
    if (!gaveUp) return;
    clearTimeout(this.later);
    this.later = setTimeout(() => !this.closed && this.#open(), RETURN_SECONDS * 1000);
  }

  #wake() {
    if (this.closed || document.visibilityState === "hidden") return;
    if (this.source.readyState === EventSource.CLOSED) {
      this.#open();
      this.onNews(null, null);
    }
  }
}
