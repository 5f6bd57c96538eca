// What arrives: games as the server has them, and the page's words, fetched again when something has happened.

import { EMPTY } from "../board/draft.js";
import { closesMill, linesOf, parseMove, parsePosition } from "../board/position.js";
import { localTimes } from "../clocks.js";
import { Looking } from "../looking.js";
import { fetchPage, putRegions } from "../regions.js";
import { fill, say } from "../words.js";
import { showWaiting, waitingIn } from "../waiting.js";
import { tell } from "./notice.js";

export class News {
  #looking = new Looking(() => this.#look());
  #ending;

  constructor({ state, sounds }) {
    Object.assign(this, { state, sounds, stream: null });
    this.#ending = state.data.ending;
  }

  // The game as the server has it. A move in the making survives unless the game has moved on.
  receive(game) {
    const { state } = this;
    const before = state.game;
    if (game.ply < before.ply) return;
    const changes = { game };
    if (game.ply !== before.ply || game.status !== before.status) {
      state.touched.forget();
      Object.assign(changes, { draft: EMPTY, unsent: false, scolded: false });
    }
    state.change(changes);
    this.#sound(before, game);
    if (game.ply > before.ply && before.turn !== state.color) this.#announce(game);
  }

  #sound(before, game) {
    if (game.status !== before.status) this.sounds.play("end");
    else if (game.ply > before.ply) this.sounds.play(this.#closedMill(game) ? "mill" : "move");
  }

  #closedMill({ position, moves }) {
    const { points, data } = this.state;
    return closesMill(parsePosition(position.text, points), parseMove(moves.at(-1).move), linesOf(data.lines));
  }

  #announce(game) {
    const { texts } = this.state;
    const mover = game.ply % 2 === 1 ? "white" : "black";
    const { move } = game.moves.at(-1);
    const { removed } = parseMove(move);
    const sentence = removed ? texts.played_taking : this.#closedMill(game) ? texts.played_mill : texts.played;
    say(fill(sentence, { player: game.players[mover].username, move, removed }));
  }

  // Whether an event of the player's, or null for "look", tells of something here that is not shown yet.
  isNew(event) {
    const { game } = this.state;
    if (event === null) return true;
    return event.game === game.number && !(event.type === "move_played" && event.data.ply <= game.ply);
  }

  // What an event says is shown before the words for it have been fetched; what may be played comes with these.
  // A move that is being sent lies on the board already, and its answer knows whether it has ended the game.
  hear(event) {
    const { game, sending } = this.state;
    if (!sending && event?.type === "move_played" && event.data.ply === game.ply + 1) {
      tell("");
      const { ply, move, position } = event.data;
      this.receive({ ...game, ply, position: { ...game.position, text: position }, moves: [...game.moves, { ply, move }] });
    }
    this.refresh();
  }

  // Fetch the page and take over its words.
  refresh() {
    return this.#looking.refresh();
  }

  async #look() {
    const found = await fetchPage(this.state.urls.page);
    if (found) this.takeOver(found);
    else window.location.reload();
  }

  // What was told belongs to what stood on the board; it goes when that has changed.
  takeOver({ page, data: fresh }) {
    const { state, stream } = this;
    if (fresh.last_event < state.lastEvent || fresh.game.ply < state.game.ply) return;
    if (fresh.game.ply !== state.game.ply || fresh.game.status !== state.game.status) tell("");
    putRegions(page);
    takeOverTexts(state.texts, fresh.texts, page);
    showWaiting(waitingIn(page, fresh.waiting));
    if (state.data.is_guest) localTimes(document.documentElement.lang);
    state.lastEvent = fresh.last_event;
    if (stream) stream.after = Math.max(stream.after, fresh.last_event);
    Object.assign(state, { maySeeZwickmuehlen: fresh.may_see_zwickmuehlen, next: fresh.next });
    this.receive(fresh.game);
    this.#tellEnding(fresh.ending);
    this.onShown?.();
  }

  // Once, and beside what is said of the last move.
  #tellEnding(sentence) {
    if (sentence && !this.#ending) say(sentence, { assertive: true });
    this.#ending = sentence;
  }
}

// What stones are called follows the style of the board, which can be another one by now.
function takeOverTexts(texts, fresh, page) {
  Object.assign(texts, fresh);
  const [old, other] = [document, page].map((where) => where.querySelector(".board__points"));
  old.setAttribute("aria-label", other.getAttribute("aria-label"));
}
