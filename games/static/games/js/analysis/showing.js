// Shows the state: board, trays, sentences, the list of moves, the links. Every change ends here.

import { undone } from "../board/draft.js";
import { withMove } from "../board/position.js";
import { AfterPaint } from "../table/after_paint.js";
import { wishesOf } from "../table/orientation.js";
import { showTrays } from "../table/trays.js";
import { addressOf } from "./address.js";
import { showStanding } from "./standing.js";
import { nameOf, prompt, troubleWords } from "./words.js";

const byId = (id) => document.getElementById(id);

export class Showing {
  constructor({ state, board, list, boardRoot }) {
    Object.assign(this, { state, board, list, boardRoot });
    this.beside = new AfterPaint(() => this.#showBeside());
  }

  // The board first: words, trays and lists are shown a frame later.
  show() {
    const { state, board } = this;
    const { draft, legal, last, position, zwickmuehlen, touchMove, preferences: { marks } } = state;
    const orientation = state.orientation.now;
    this.#dress();
    board.show({ position, legal, draft, last, orientation, zwickmuehlen, marks, ...touchMove });
    this.beside.ask();
  }

  #showBeside() {
    const { state, board } = this;
    showTrays(withMove(state.position, state.draft), { texts: state.texts, playable: board.trayColour() });
    this.#showSides();
    this.#showPlay();
    showStanding(state);
    this.list.show();
    this.#showTree();
    this.#showTravel();
    this.#showPictures();
    byId("share").value = new URL(addressOf(state.data.urls.page, state.shared), window.location.href).href;
  }

  // The stones: their colours, and what they are called.
  #dress() {
    const { state, board } = this;
    const { colours, texts } = state.stones;
    board.texts = { ...state.texts, ...texts };
    for (const dressed of [this.boardRoot, byId("side-top"), byId("side-bottom")]) dressed.dataset.colours = colours;
    for (const words of document.querySelectorAll("[data-brush]")) {
      words.textContent = texts[`stone_${words.dataset.brush}`];
    }
    for (const words of document.querySelectorAll("[data-side-of]")) {
      words.textContent = texts[`side_${words.dataset.sideOf}`];
    }
    byId("rules").value = state.rules;
    for (const field of document.querySelectorAll("input[name=rules]")) field.value = state.rules;
  }

  // Each side sits where its stones would be handed out from: White below, unless the board is turned.
  #showSides() {
    const { state } = this;
    const [top, bottom] = [byId("side-top"), byId("side-bottom")];
    const above = state.orientation.now.turns === 2 ? "white" : "black";
    if (top.dataset.side !== above) {
      const trays = [top, bottom].map((side) => side.querySelector("[data-tray]"));
      top.append(trays[1]);
      bottom.append(trays[0]);
      [top.dataset.side, bottom.dataset.side] = [bottom.dataset.side, top.dataset.side];
    }
    for (const side of [top, bottom]) {
      const { side: colour } = side.dataset;
      side.querySelector("[data-side-name]").textContent = nameOf(state, colour);
      side.classList.toggle("seat--on-move", !state.isOver && state.position.turn === colour);
    }
  }

  #showPlay() {
    const { state } = this;
    byId("prompt").textContent = prompt(state);
    byId("undo").disabled = !this.#canUndo();
    byId("analysis").toggleAttribute("data-setting-up", Boolean(state.setUp));
    byId("trouble").hidden = !state.trouble;
    if (state.trouble) byId("trouble").querySelector("p").textContent = troubleWords(state);
    byId("source").hidden = !state.game;
    if (state.game) {
      byId("source").querySelector("a").href = state.data.urls.game.replace("/0/", `/${state.game}/`);
      byId("source").querySelector("[data-number]").textContent = state.game;
    }
  }

  #canUndo() {
    const { setUp, isTouched, draft, touchMove, node } = this.state;
    if (setUp) return false;
    return isTouched ? undone(draft, touchMove) !== null : node.parent !== null;
  }

  // The position as the server has written it, in the reader's style and as it lies before him.
  #showPictures() {
    const { state } = this;
    const position = state.answer?.position.text ?? state.node.position;
    if (!position || state.setUp) return;
    const asked = { position, rules: state.rules, move: state.node.move, style: document.documentElement.dataset.style, ...wishesOf(state.orientation.now) };
    const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
    for (const link of document.querySelectorAll("[data-picture]")) link.href = `${link.pathname}?${query}`;
  }

  #showTree() {
    const { node, root, deleted } = this.state;
    byId("no-moves").hidden = !root.isLeaf;
    byId("promote").hidden = !node.branch;
    byId("remove").hidden = !node.parent;
    byId("restore").hidden = deleted === null;
    byId("tree-deeds").hidden = !node.parent && deleted === null;
  }

  #showTravel() {
    const { node } = this.state;
    const last = node.end.ply;
    const goals = { first: 0, back: Math.max(0, node.ply - 1), forward: Math.min(last, node.ply + 1), last };
    for (const link of document.querySelectorAll("[data-travel]")) {
      link.toggleAttribute("data-idle", goals[link.dataset.travel] === node.ply);
    }
    document.querySelector("[data-travel-count]").textContent = `${node.ply}/${last}`;
  }
}
