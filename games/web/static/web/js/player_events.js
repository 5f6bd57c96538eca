// @ts-check
// What happens in all games of the reader who is signed in: their own stream, held by a single page of the browser for
// all of them. The page that leads passes on what it hears; the others wait to take its place.
// docs/adr/0015-one-stream-a-player.md says why.

import { oneOrNull } from "./dom.js";
import { Stream } from "./stream.js";

/**
 * An event as the server tells it; `data` depends on the type.
 * @typedef {{type: string, game: number | null, data: Record<string, unknown>}} News
 */

/**
 * How many games wait for the reader, and how much is new at the bell, with the words for both.
 * @typedef {{count: number, words: string, unread?: number, unread_words?: string}} Waiting
 */

/**
 * @typedef {object} Listener
 * @property {(news: News | null) => void} onNews  Told an event, or null for "look".
 * @property {(isUp: boolean) => void} onState  Told whether news get through.
 * @property {(waiting: Waiting) => void} onWaiting
 */

/**
 * The messages between pages.
 * @typedef {object} Message
 * @property {true} [ask]  Whether anybody leads.
 * @property {number} [after]  The last event.
 * @property {News | null} [news]
 * @property {boolean} [isUp]
 * @property {Waiting | null} [waiting]
 */

// How long a page that leads may take to answer; it may be frozen, or stand on a phone that sleeps.
const PATIENCE = 1500;
const about = oneOrNull(document, "meta[name=player-events]", HTMLMetaElement);

class PlayerEvents {
  /** @type {Listener[]} */
  #listeners = [];
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** @type {Stream | null} */
  #stream = null;
  /** @type {AbortController | null} */
  #queued = null;
  /** @type {((value?: unknown) => void) | null} */
  #resign = null;
  /** @type {number | undefined} */
  #timer = undefined;
  /** @type {boolean | undefined} */
  #isUp = undefined;

  /**
   * As the page has it, or as it has been told since.
   * @type {Waiting | null}
   */
  waiting = null;

  /** @param {HTMLMetaElement} page */
  constructor({ content: url, dataset: { player, after, types = "", counted = "", waiting: waitingUrl = "" } }) {
    this.url = url;
    this.types = types.split(" ");
    // The types that change the number of waiting games, or of unread notifications.
    this.counted = counted.split(" ");
    this.after = Number(after);
    this.waitingUrl = waitingUrl;
    this.name = `muehle-player-${player}`;
    this.#join();
    window.addEventListener("pagehide", () => this.#leave());
    window.addEventListener("pageshow", (event) => event.persisted && this.#join());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#ask());
  }

  /** @param {Partial<Listener>} listener */
  listen({ onNews = () => {}, onState = () => {}, onWaiting = () => {} }) {
    this.#listeners.push({ onNews, onState, onWaiting });
  }

  get isLeading() {
    return this.#stream !== null;
  }

  /**
   * Tells all pages how many games wait.
   * @param {Waiting} waiting
   */
  share(waiting) {
    this.waiting = waiting;
    this.#post({ waiting });
  }

  /** Nobody is signed in any more. */
  close() {
    this.#leave();
  }

  // --- To lead, or to follow ---

  #join() {
    // Without HTTPS there are no locks, and every page listens for itself.
    if (!navigator.locks || !window.BroadcastChannel) return this.#listen();
    this.#channel ??= new BroadcastChannel(this.name);
    this.#channel.onmessage = ({ data }) => this.#told(data);
    this.#queue();
    return this.#ask();
  }

  #leave() {
    clearTimeout(this.#timer);
    this.#queued?.abort();
    this.#resign?.();
    this.#resign = null;
    this.#silence();
    this.#channel?.close();
    this.#channel = null;
  }

  // In line behind the page that leads; or, with `steal`, in its place.
  #queue({ steal = false } = {}) {
    this.#queued?.abort();
    this.#queued = new AbortController();
    const options = steal ? { steal } : { signal: this.#queued.signal };
    navigator.locks.request(this.name, options, () => this.#lead()).catch(() => this.#deposed());
  }

  #lead() {
    clearTimeout(this.#timer);
    if (!this.#channel) return undefined;
    this.#listen();
    return new Promise((resolve) => (this.#resign = resolve));
  }

  // Another page has become impatient.
  #deposed() {
    if (!this.#resign) return;
    this.#resign = null;
    this.#silence();
    if (this.#channel) this.#queue();
  }

  #ask() {
    if (this.isLeading || !this.#channel) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#queue({ steal: true }), PATIENCE);
    this.#post({ ask: true });
  }

  // --- What is heard ---

  #listen() {
    this.#stream ??= new Stream(this.url, {
      types: this.types,
      after: this.after,
      onNews: (seq, event) => this.#heard(seq, event),
      onState: (isUp) => this.#state(isUp),
      // A page that leads listens for the others too.
      whileHidden: this.#channel !== null,
    });
  }

  #silence() {
    this.#stream?.close();
    this.#stream = null;
  }

  /**
   * @param {number | null} seq
   * @param {MessageEvent<string> | null} event
   */
  #heard(seq, event) {
    this.after = Math.max(this.after, seq ?? 0);
    const news = event && this.types.includes(event.type) ? /** @type {News} */ (JSON.parse(event.data)) : null;
    this.#post({ news, after: this.after });
    for (const { onNews } of this.#listeners) onNews(news);
  }

  /** @param {boolean} isUp */
  #state(isUp) {
    this.#isUp = isUp;
    this.#post({ isUp });
    for (const { onState } of this.#listeners) onState(isUp);
  }

  /** @param {Message} message */
  #told({ ask, after = 0, news, isUp, waiting }) {
    if (ask && this.isLeading) this.#post({ after: this.after, isUp: this.#isUp, waiting: this.waiting });
    if (ask) return;
    clearTimeout(this.#timer);
    if (waiting) this.waiting = waiting;
    const isNew = after > this.after || news !== undefined;
    this.after = Math.max(this.after, after);
    for (const { onState, onWaiting, onNews } of this.#listeners) {
      if (isUp !== undefined) onState(isUp);
      if (waiting) onWaiting(waiting);
      if (isNew) onNews(news ?? null);
    }
  }

  /** @param {Message} message */
  #post(message) {
    this.#channel?.postMessage(message);
  }
}

// Null for guests.
export const playerEvents = about && new PlayerEvents(about);
