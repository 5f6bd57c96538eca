// @ts-check
// The spectators’ room. No event tells of what is said there, lest it tell the players: every page that shows it asks.

import { byId, byIdOrNull } from "../dom.js";

/** @import { News } from "./news.js" */

const EVERY_SECONDS = 30;

export class Room {
  /** @param {{url: string, news: News}} page */
  constructor({ url, news }) {
    this.url = url;
    this.news = news;
    setInterval(() => this.#ask(), EVERY_SECONDS * 1000);
  }

  async #ask() {
    if (document.hidden || !byIdOrNull("room")) return;
    try {
      const answer = await fetch(`${this.url}?page_size=1`, { credentials: "same-origin", cache: "no-cache" });
      if (!answer.ok) return;
      const [newest] = (await answer.json()).results;
      // What was newest may have been deleted, and nothing be left.
      if (String(newest?.id ?? "") !== byId("game-room").dataset.newest) this.news.refresh();
    } catch {
      // The page says by itself that the line is down, and the next question is soon.
    }
  }
}
