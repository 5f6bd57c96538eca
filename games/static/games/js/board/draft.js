// A move in the making: what has been touched so far, and what the server's list of legal moves lets it become.

import { parseMove } from "./position.js";

export const EMPTY = Object.freeze({ source: null, target: null, removed: null });

// Every touch asks several times what a list allows: each list is read once.
const read = new WeakMap();

function movesOf(legal) {
  if (!read.has(legal)) read.set(legal, legal.map((notation) => ({ notation, ...parseMove(notation) })));
  return read.get(legal);
}

// What can be touched next: stones to move, points to go to, stones to take; and the move, once it is complete.
export function choices(legal, draft) {
  const moves = movesOf(legal);
  if (draft.target === null) {
    const fitting = moves.filter((move) => move.source === draft.source);
    const sources = draft.source === null ? moves.filter((move) => move.source !== null) : [];
    return offer({ sources: sources.map((move) => move.source), targets: fitting.map((move) => move.target) });
  }
  const fitting = moves.filter((move) => move.source === draft.source && move.target === draft.target);
  const removals = fitting.map((move) => move.removed).filter((removed) => removed !== null);
  const complete = fitting.find((move) => move.removed === draft.removed);
  return offer({ removals, complete: complete ? complete.notation : null });
}

function offer({ sources = [], targets = [], removals = [], complete = null }) {
  return { sources: new Set(sources), targets: new Set(targets), removals: new Set(removals), complete };
}

// A stone that has been touched must be moved, where its player wants it so: it cannot be put back or exchanged.
export function isBound(draft, { touchMove }) {
  return touchMove === true && draft.source !== null;
}

// The draft after a point was touched; null if that means nothing here. Touching what was just done takes it back.
export function touch(legal, draft, point, { touchMove = false } = {}) {
  const { targets, removals } = choices(legal, draft);
  if (removals.has(point)) return { ...draft, removed: point };
  if (targets.has(point)) return { ...draft, target: point };
  if (isBound(draft, { touchMove })) return point === draft.target ? { ...EMPTY, source: draft.source } : null;
  if (point === draft.target || point === draft.source) return EMPTY;
  const anew = choices(legal, EMPTY);
  if (anew.sources.has(point)) return { ...EMPTY, source: point };
  if (anew.targets.has(point)) return { ...EMPTY, target: point };
  return null;
}

// One step less: the removal, then where the stone went, then the stone; null if that stands.
export function undone(draft, { touchMove = false } = {}) {
  if (draft.removed !== null) return { ...draft, removed: null };
  if (draft.target !== null) return { ...draft, target: null };
  return draft.source !== null && touchMove ? null : EMPTY;
}

// The draft that a typed move amounts to; null if no legal move begins like that. Where a stone is to be taken from the
// draft so far, its point is enough.
export function typed(legal, wanted, draft = EMPTY) {
  if (choices(legal, draft).removals.has(wanted)) return { ...draft, removed: wanted };
  const known = legal.some((notation) => notation === wanted || notation.startsWith(`${wanted}x`));
  return known ? parseMove(wanted) : null;
}
