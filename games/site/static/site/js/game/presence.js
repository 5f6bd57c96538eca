// @ts-check
// Says that a player has this board before them, and what they have been shown of it, so that nobody writes to them
// about it.

import { csrfToken } from "../../../web/js/requests.js";

/** @import { State } from "./state.js" */

const EVERY_SECONDS = 60;
// A page that is only passed through says nothing, and one that is loading has better things to do.
const FIRST_AFTER_SECONDS = 10;

export class Presence {
  /** @type {number | null} */
  #said = null;

  /** @param {{state: State}} page */
  constructor({ state }) {
    this.state = state;
    setTimeout(() => this.say(), FIRST_AFTER_SECONDS * 1000);
    setInterval(() => this.say({ again: true }), EVERY_SECONDS * 1000);
    document.addEventListener("visibilitychange", () => (this.#isInView ? this.say({ again: true }) : this.#leave()));
    window.addEventListener("pagehide", () => this.#leave());
  }

  get #isInView() {
    return document.visibilityState === "visible";
  }

  /** Once for each thing that is shown, and every minute. */
  say({ again = false } = {}) {
    const event = this.state.lastEvent;
    if (!this.#isInView || (event === this.#said && !again)) return;
    this.#said = event;
    this.#send({ method: "PUT", body: JSON.stringify({ event }) });
  }

  #leave() {
    if (this.#said === null) return;
    this.#said = null;
    this.#send({ method: "DELETE" });
  }

  /**
   * The answer does not matter: without a report of presence, mails are sent.
   * @param {RequestInit} request
   */
  #send(request) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": csrfToken() };
    fetch(this.state.urls.presence, { headers, keepalive: true, ...request }).catch(() => {});
  }
}
