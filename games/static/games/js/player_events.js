// What happens in all games of the reader who is signed in: his own stream, held by a single page of the browser for all
// of them. The page that leads passes on what it hears; the others wait to take its place.
// docs/adr/0015-one-stream-a-player.md says why.

import { Stream } from "./stream.js";

// How long a page that leads may take to answer; it may be frozen, or stand on a phone that sleeps.
const PATIENCE = 1500;
const about = document.querySelector("meta[name=player-events]");

class PlayerEvents {
  #listeners = [];
  #channel = null;
  #stream = null;
  #queued = null;
  #resign = null;
  #timer = null;

  // `waiting` is {count, words} as the page has it, or as it has been told since.
  constructor({ content: url, dataset: { player, after, types, waiting } }) {
    Object.assign(this, { url, types: types.split(" "), after: Number(after), waitingUrl: waiting, waiting: null });
    this.name = `muehle-player-${player}`;
    this.#join();
    window.addEventListener("pagehide", () => this.#leave());
    window.addEventListener("pageshow", (event) => event.persisted && this.#join());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#ask());
  }

  // `onNews` is told an event {type, game, data}, or null for "look"; `onState` whether news get through.
  listen({ onNews, onState = () => {}, onWaiting = () => {} }) {
    this.#listeners.push({ onNews, onState, onWaiting });
  }

  get isLeading() {
    return this.#stream !== null;
  }

  // Tell all pages how many games wait.
  share(waiting) {
    this.waiting = waiting;
    this.#post({ waiting });
  }

  // Nobody is signed in any more.
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
    });
  }

  #silence() {
    this.#stream?.close();
    this.#stream = null;
  }

  #heard(seq, event) {
    this.after = Math.max(this.after, seq ?? 0);
    const news = event && this.types.includes(event.type) ? JSON.parse(event.data) : null;
    this.#post({ news, after: this.after });
    this.#tell("onNews", news);
  }

  #state(isUp) {
    this.isUp = isUp;
    this.#post({ isUp });
    this.#tell("onState", isUp);
  }

  #told({ ask, after, news, isUp, waiting }) {
    if (ask && this.isLeading) this.#post({ after: this.after, isUp: this.isUp, waiting: this.waiting });
    if (ask) return;
    clearTimeout(this.#timer);
    if (isUp !== undefined) this.#tell("onState", isUp);
    if (waiting) this.waiting = waiting;
    if (waiting) this.#tell("onWaiting", waiting);
    const isNew = after > this.after;
    if (isNew) this.after = after;
    if (news !== undefined || isNew) this.#tell("onNews", news ?? null);
  }

  #tell(how, what) {
    for (const listener of this.#listeners) listener[how](what);
  }

  #post(message) {
    this.#channel?.postMessage(message);
  }
}

// Null for guests.
export const playerEvents = about && new PlayerEvents(about);
