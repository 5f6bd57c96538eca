// The board as one thing: it is shown a position and the legal moves, and says through intents what was done to it.
// It keeps nothing of its own: whoever owns the state calls show() again after every change.

import { choices, isBound } from "./draft.js";
import { Drawing } from "./drawing.js";
import { cellOf, keyOf } from "./geometry.js";
import { Input } from "./input.js";
import { fullLines, linesOf, withMove } from "./position.js";
import { fill } from "../words.js";

export class Board {
  constructor(root, { points, lines, texts, intend }) {
    this.texts = texts;
    this.lines = linesOf(lines);
    this.points = points;
    this.drawing = new Drawing(root);
    this.places = placesOf(root, this.orientation);
    this.input = new Input({ root, drawing: this.drawing, points, ask: this, intend });
  }

  // How the board lies before the reader now; at first, as the server has drawn it.
  get orientation() {
    return this.drawing.orientation;
  }

  // `position` is parsed, `legal` empty where nothing may be played; `draft` is the move in the making. `marks` says
  // whether the last move and closed mills are pointed out, `touchMove` whether a touched stone must be moved.
  show({ position, legal, draft, last, orientation, marks = true, touchMove = false, zwickmuehlen = [] }) {
    const possible = choices(legal, draft);
    const shown = withMove(position, draft);
    const takes = draft.removed === null ? possible.removals : new Set();
    this.zwickmuehlen = zwickmuehlen;
    this.now = { position, legal, draft, possible, orientation, bound: isBound(draft, { touchMove }) };
    this.drawing.show({
      stones: shown.stones,
      lines: marks ? fullLines(shown, this.lines) : [],
      last: draft.target === null ? marks && last : draft,
      chosen: draft.target === null ? draft.source : null,
      targets: possible.targets,
      placing: draft.source === null,
      takes,
      playable: legal.length > 0,
      labels: this.#labels(shown, draft, possible),
      orientation,
      zwickmuehlen,
    });
  }

  // --- What the hands may ask ---

  canLift(point) {
    const { legal, draft, possible, bound } = this.now;
    if (bound) return point === draft.source && draft.target === null;
    if (possible.removals.has(point)) return false;
    return choices(legal, { ...draft, source: null, target: null, removed: null }).sources.has(point);
  }

  trayColour() {
    const { position, legal } = this.now;
    const first = choices(legal, { source: null, target: null, removed: null });
    return first.targets.size > 0 ? position.turn : null;
  }

  targets() {
    return this.now.possible.targets;
  }

  // --- Words ---

  #labels(shown, draft, possible) {
    const inLines = new Set(fullLines(shown, this.lines).flat());
    return this.points.map((point) => [point, this.#label(point, shown, inLines, draft, possible)]);
  }

  #label(point, shown, inLines, draft, possible) {
    const { texts } = this;
    const colour = shown.stones.get(point);
    let content = colour ? texts[`stone_${colour}`] : texts.free;
    if (inLines.has(point)) content = fill(texts.in_mill, { stone: content });
    if (point === draft.source && draft.target === null) content += `, ${texts.selected}`;
    if (draft.source !== null && possible.targets.has(point)) content += `, ${texts.possible}`;
    if (draft.removed === null && possible.removals.has(point)) content += `, ${texts.possible}`;
    for (const { v } of this.zwickmuehlen.filter(({ u }) => u === point)) {
      content += `, ${fill(texts.in_zwickmuehle, { point: v })}`;
    }
    const place = this.places.get(keyOf(cellOf(point, this.now.orientation)));
    return fill(texts.label, { point, place, content });
  }
}

// The words for where something is seen, by cell: they stay when the board is turned, and the points go elsewhere.
function placesOf(root, orientation) {
  const buttons = [...root.querySelectorAll("button[data-point]")];
  return new Map(buttons.map(({ dataset: { point, place } }) => [keyOf(cellOf(point, orientation)), place]));
}
