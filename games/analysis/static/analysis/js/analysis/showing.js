// @ts-check
// Shows the state at the table: board, trays, sentences, the list of moves and the way through them.

import { undone } from "../../../web/js/board/draft.js";
import { withMove } from "../../../web/js/board/position.js";
import { all, byId, one } from "../../../web/js/dom.js";
import { AfterPaint } from "../../../web/js/table/after_paint.js";
import { stepOf, stepsFrom } from "../../../web/js/table/travel.js";
import { showTrays } from "../../../web/js/table/trays.js";
import { showStanding } from "./standing.js";
import { nameOf, prompt, troubleWords } from "./words.js";

/**
 * @import { Board } from "../../../web/js/board/board.js"
 * @import { List } from "./list.js"
 * @import { State } from "./state.js"
 */

export class Showing {
  /** @param {{state: State, board: Board, list: List, boardRoot: HTMLElement}} page */
  constructor({ state, board, list, boardRoot }) {
    this.state = state;
    this.board = board;
    this.list = list;
    this.boardRoot = boardRoot;
    this.beside = new AfterPaint(() => this.#showBeside());
  }

  /** The board first: words, trays and lists are shown a frame later. */
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
  }

  // The stones: their colours, and what they are called.
  #dress() {
    const { state, board } = this;
    const { colours, texts } = state.stones;
    board.texts = { ...state.texts, ...texts };
    for (const dressed of [this.boardRoot, byId("side-top"), byId("side-bottom")]) dressed.dataset.colours = colours;
    for (const words of all(document, "[data-side-of]")) {
      words.textContent = texts[`side_${words.dataset.sideOf}`];
    }
  }

  // Each side sits where its stones would be handed out from: White below, unless the board is turned.
  #showSides() {
    const { state } = this;
    const [top, bottom] = [byId("side-top"), byId("side-bottom")];
    const above = state.orientation.now.turns === 2 ? "white" : "black";
    if (top.dataset.side !== above) {
      const trays = [top, bottom].map((side) => one(side, "[data-tray]"));
      top.append(trays[1]);
      bottom.append(trays[0]);
      [top.dataset.side, bottom.dataset.side] = [bottom.dataset.side, top.dataset.side];
    }
    for (const side of [top, bottom]) {
      const colour = side.dataset.side === "white" ? "white" : "black";
      one(side, "[data-side-name]").textContent = nameOf(state, colour);
      side.classList.toggle("analysis__side--on-move", !state.isOver && state.position.turn === colour);
    }
  }

  #showPlay() {
    const { state } = this;
    byId("prompt").textContent = prompt(state);
    byId("undo", HTMLButtonElement).disabled = !this.#canUndo();
    byId("trouble").hidden = !state.trouble;
    if (state.trouble) one(byId("trouble"), "p").textContent = troubleWords(state, state.trouble);
  }

  #canUndo() {
    const { setUp, isTouched, draft, touchMove, node } = this.state;
    if (setUp) return false;
    return isTouched ? undone(draft, touchMove) !== null : node.parent !== null;
  }

  #showTree() {
    const { node, root, deleted } = this.state;
    byId("no-moves").hidden = !root.isLeaf;
    byId("promote").hidden = !node.branch;
    byId("remove").hidden = !node.parent;
    byId("restore").hidden = deleted === null;
    byId("tree-actions").hidden = !node.parent && deleted === null;
  }

  #showTravel() {
    const { node } = this.state;
    const last = node.end.ply;
    const steps = stepsFrom({ ply: node.ply, last });
    for (const link of all(document, "[data-travel]")) link.toggleAttribute("data-idle", steps[stepOf(link)] === node.ply);
    one(document, "[data-travel-count]").textContent = `${node.ply}/${last}`;
  }
}
