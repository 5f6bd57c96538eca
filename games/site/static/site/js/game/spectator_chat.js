// @ts-check
// The spectator chat. It has no events, since players would learn of them: every page that shows it polls.

import { byId, byIdOrNull } from "../../../web/js/dom.js";

/** @import { News } from "./news.js" */

const EVERY_SECONDS = 30;

export class SpectatorChat {
  /** @param {{url: string, news: News}} page */
  constructor({ url, news }) {
    this.url = url;
    this.news = news;
    setInterval(() => this.#ask(), EVERY_SECONDS * 1000);
  }

  async #ask() {
    if (document.hidden || !byIdOrNull("spectator-message")) return;
    try {
      const answer = await fetch(`${this.url}?page_size=1`, { credentials: "same-origin", cache: "no-cache" });
      if (!answer.ok) return;
      const [newest] = (await answer.json()).results;
      // The newest message may have been deleted, and none be left.
      if (String(newest?.id ?? "") !== byId("spectator-chat").dataset.newest) this.news.refresh();
    } catch {
      // The page says by itself that the line is down, and the next question is soon.
    }
  }
}
