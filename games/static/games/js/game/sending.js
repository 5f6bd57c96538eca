// What leaves the page: a move goes to the API, every other deed is a form of the page that is sent without leaving it.

import { EMPTY } from "../board/draft.js";
import { fetchPage } from "../regions.js";
import { submitMove } from "../submit.js";
import { clear, refuse } from "../table/typed_field.js";
import { fill, say } from "../words.js";
import { tell, tellAsIn } from "./notice.js";

export class Sending {
  // `play` is the form from which moves are sent; a guest's page has none.
  constructor({ state, news, play }) {
    Object.assign(this, { state, news, play });
  }

  async send(move) {
    const { state } = this;
    if (!state.isMine || state.sending) return;
    const body = this.#bodyOf(move);
    tell("");
    state.change({ sending: move, unsent: false });
    try {
      const answer = await submitMove(state.urls.moves, body, {
        csrfToken: this.play.elements.csrfmiddlewaretoken.value,
        onRetry: () => state.change({ retrying: true }),
      });
      Object.assign(state, { sending: null, retrying: false });
      if (answer.game) await this.#accepted(move, answer.game);
      else this.#refused(answer.problem);
    } catch {
      state.change({ sending: null, retrying: false, unsent: true });
      say(state.texts.unsent, { assertive: true });
    }
  }

  forgetTyped() {
    clear(this.play.elements.notation);
  }

  #bodyOf(move) {
    const { offer_draw, message, canned } = this.play.elements;
    const words = { message: message.value.trim(), canned: canned.value || undefined };
    return { move, ply: this.state.game.ply + 1, offer_draw: offer_draw.checked, ...words };
  }

  async #accepted(move, game) {
    const { ply } = this.play.elements;
    this.play.reset();
    this.forgetTyped();
    ply.value = game.ply + 1;
    document.getElementById("play-more").open = false;
    say(fill(this.state.texts.sent, { move }));
    this.news.receive(game);
    await this.news.refresh();
    this.#goOn(game);
  }

  // To the next game that waits, where the player likes it so; a game that has just ended deserves a look.
  #goOn(game) {
    const { next, preferences } = this.state;
    if (next && preferences.go_on && game.status === "ongoing") location.assign(`${next}?from=${game.number}`);
  }

  #refused(problem) {
    const { notation } = this.play.elements;
    if (notation.value) refuse(notation, "game-told");
    const [wrong] = Object.values(problem.errors ?? {}).flat();
    tell(wrong ?? problem.detail ?? this.state.texts.refused);
    if (problem.game) this.news.receive(problem.game);
    else this.state.change({ draft: EMPTY });
    this.news.refresh();
  }

  async submitDeed(deed, submitter) {
    tell("");
    const body = new URLSearchParams(new FormData(deed));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    try {
      const found = await fetchPage(deed.action, { method: "POST", body });
      if (!found) return window.location.reload();
      if (found.ok) deed.reset();
      deed.closest(".fold")?.removeAttribute("open");
      this.news.takeOver(found);
      if (!found.ok) tellAsIn(found.page);
    } catch {
      tell(this.state.texts.unsent);
    }
    return undefined;
  }
}
