// @ts-check
// Sending: a move goes to the API, every other action is a form of the page that is sent in the background.

import { EMPTY } from "../../../web/js/board/draft.js";
import { all, byId, field, formBody, oneOrNull } from "../../../web/js/dom.js";
import { fetchPage } from "../../../web/js/regions.js";
import { SessionEnded, send } from "../../../web/js/requests.js";
import { clear, refuse } from "../../../web/js/table/typed_field.js";
import { fill, say } from "../../../web/js/words.js";
import { closeMenus } from "./bar.js";
import { tell, tellAsIn } from "./notice.js";

/**
 * @import { News } from "./news.js"
 * @import { Game, State } from "./state.js"
 * @typedef {{detail?: string, errors?: Record<string, string[]>, game?: Game}} Problem  What the API says of a refusal.
 * @typedef {{game: Game} | {problem: Problem}} Answer
 */

// How long to wait before a move is sent once more, in milliseconds.
const WAITS = [700, 2000, 5000];

export class Sending {
  /** @param {{state: State, news: News, play: HTMLFormElement | null}} page  `play` is the form for moves; a guest has none. */
  constructor({ state, news, play }) {
    this.state = state;
    this.news = news;
    this.play = play;
  }

  /** @param {string} move */
  async send(move) {
    const { state, play } = this;
    if (!play || !state.isMine || state.sending) return;
    const body = bodyOf(move, state.game.ply + 1, play);
    tell("");
    state.change({ sending: move, unsent: false });
    try {
      const answer = await this.#submitted(body);
      Object.assign(state, { sending: null, retrying: false });
      if ("game" in answer) await this.#accepted(move, answer.game, play);
      else this.#refused(answer.problem, play);
    } catch (error) {
      const isOffline = !(error instanceof SessionEnded);
      state.change({ sending: null, retrying: false, unsent: isOffline });
      if (isOffline) say(state.texts.unsent, { assertive: true });
    }
  }

  forgetTyped() {
    if (this.play) clear(field(this.play, "notation"));
  }

  /**
   * Rejects only if the server could not be reached after several tries. The ply makes these safe: the same move for the
   * same half-move is played once.
   * @param {object} body
   */
  async #submitted(body) {
    const { state } = this;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await posted(state.urls.moves, body);
      } catch (error) {
        if (error instanceof SessionEnded || attempt === WAITS.length) throw error;
        state.change({ retrying: true });
        await new Promise((resolve) => setTimeout(resolve, WAITS[attempt]));
      }
    }
  }

  /**
   * @param {string} move
   * @param {Game} game
   * @param {HTMLFormElement} play
   */
  async #accepted(move, game, play) {
    play.reset();
    this.forgetTyped();
    field(play, "ply").value = String(game.ply + 1);
    byId("play-more", HTMLDetailsElement).open = false;
    closeMenus();
    say(fill(this.state.texts.sent, { move }));
    this.news.receive(game);
    await this.news.refresh();
    this.#goOn(game);
  }

  /**
   * To the next game that waits, where the player likes it so; a game that has just ended deserves a look, and nobody is
   * led away from what they are writing.
   * @param {Game} game
   */
  #goOn(game) {
    const { next, preferences, texts } = this.state;
    if (!next || !preferences.go_on || game.status !== "ongoing") return;
    if (this.state.hasUnsaved) tell(texts.stays);
    else location.assign(`${next}?from=${game.number}`);
  }

  /**
   * @param {Problem} problem
   * @param {HTMLFormElement} play
   */
  #refused(problem, play) {
    const notation = field(play, "notation");
    if (notation.value) refuse(notation, "game-told");
    const [wrong] = Object.values(problem.errors ?? {}).flat();
    tell(wrong ?? problem.detail ?? this.state.texts.refused);
    if (problem.game) this.news.receive(problem.game);
    else this.state.change({ draft: EMPTY });
    this.news.refresh();
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} submitter
   */
  async submitAction(form, submitter) {
    tell("");
    const body = formBody(form);
    if (submitter instanceof HTMLButtonElement && submitter.name) body.append(submitter.name, submitter.value);
    try {
      const found = await fetchPage(form.action, { body });
      if (!found) return window.location.reload();
      const { ply } = this.state.game;
      form.closest(".fold")?.removeAttribute("open");
      if (found.ok) done(form, found.page);
      this.news.takeOver(found);
      // Conditional moves that came too late have gone on with the game, and that has been said.
      if (!found.ok && !(form.id === "conditional-form" && this.state.game.ply > ply)) tellAsIn(found.page);
    } catch (error) {
      tell(error instanceof SessionEnded ? "" : this.state.texts.unsent);
    }
    return undefined;
  }
}

/**
 * The form is as in the page that came back, which may say what has been done.
 * @param {HTMLFormElement} form
 * @param {Document} page
 */
function done(form, page) {
  for (const written of all(form, "textarea[id]", HTMLTextAreaElement)) {
    written.defaultValue = oneOrNull(page, `#${written.id}`, HTMLTextAreaElement)?.defaultValue ?? "";
  }
  for (const box of all(form, "[type=checkbox]", HTMLInputElement)) box.defaultChecked = box.checked;
  form.reset();
  closeMenus();
  const words = oneOrNull(page, ".bar__told .notices")?.textContent.trim();
  if (!words) return;
  const place = oneOrNull(form, "output");
  if (!place) return say(words);
  place.textContent = words;
  form.addEventListener("input", () => place.replaceChildren(), { once: true });
}

/**
 * @param {string} move
 * @param {number} ply
 * @param {HTMLFormElement} play
 */
function bodyOf(move, ply, play) {
  return {
    move,
    ply,
    offer_draw: field(play, "offer_draw").checked,
    message: field(play, "message", HTMLTextAreaElement).value.trim(),
    canned: field(play, "canned", HTMLSelectElement).value || undefined,
  };
}

/**
 * @param {string} url
 * @param {object} body
 * @returns {Promise<Answer>}
 */
async function posted(url, body) {
  const response = await send(url, {
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
  if ([502, 503, 504].includes(response.status)) throw new Error(`status ${response.status}`);
  const answer = await response.json();
  return response.ok ? { game: answer } : { problem: answer };
}
