// The spectators’ room. No event tells of what is said there, lest it tell the players: who has it before him asks.

const EVERY_SECONDS = 30;

export class Room {
  constructor({ url, news }) {
    Object.assign(this, { url, news });
    setInterval(() => this.#ask(), EVERY_SECONDS * 1000);
  }

  async #ask() {
    if (document.hidden || !document.getElementById("room")) return;
    try {
      const answer = await fetch(`${this.url}?page_size=1`, { credentials: "same-origin", cache: "no-cache" });
      if (!answer.ok) return;
      const [newest] = (await answer.json()).results;
      // What was newest may have been deleted, and nothing be left.
      if (String(newest?.id ?? "") !== document.getElementById("game-room").dataset.newest) this.news.refresh();
    } catch {
      // The page says by itself that the line is down, and the next question is soon.
    }
  }
}
