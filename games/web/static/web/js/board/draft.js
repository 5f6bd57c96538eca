// @ts-check
// A move in the making: what has been touched so far, and what the server's list of legal moves lets it become.

import { parseMove } from "./position.js";

/**
 * @import { Move } from "./position.js"
 * @typedef {Readonly<{source: string | null, target: string | null, removed: string | null}>} Draft
 * @typedef {{sources: Set<string>, targets: Set<string>, removals: Set<string>, complete: string | null}} Choices
 *   Stones to move, points to go to and stones to take next; and the notation of the move, once it is complete.
 * @typedef {{touchMove?: boolean}} TouchMove  Whether a stone that has been touched must be moved.
 */

/** @type {Draft} */
export const EMPTY = Object.freeze({ source: null, target: null, removed: null });

/** @typedef {Move & {notation: string}} NotedMove */

/**
 * Every touch asks several times what a list allows: each list is read once.
 * @type {WeakMap<string[], NotedMove[]>}
 */
const read = new WeakMap();

/** @param {string[]} legal */
function movesOf(legal) {
  const known = read.get(legal);
  if (known) return known;
  const moves = legal.map((notation) => ({ notation, ...parseMove(notation) }));
  read.set(legal, moves);
  return moves;
}

/**
 * The points that can be touched next.
 * @param {string[]} legal
 * @param {Draft} draft
 * @returns {Choices}
 */
export function choices(legal, draft) {
  const fitting = movesOf(legal).filter((move) => move.source === draft.source);
  if (draft.target === null) {
    const sources = draft.source === null ? movesOf(legal).flatMap((move) => move.source ?? []) : [];
    return offer({ sources, targets: fitting.map((move) => move.target) });
  }
  const reached = fitting.filter((move) => move.target === draft.target);
  const removals = reached.flatMap((move) => move.removed ?? []);
  const complete = reached.find((move) => move.removed === draft.removed)?.notation ?? null;
  return offer({ removals, complete });
}

/**
 * @param {{sources?: string[], targets?: string[], removals?: string[], complete?: string | null}} found
 * @returns {Choices}
 */
function offer({ sources = [], targets = [], removals = [], complete = null }) {
  return { sources: new Set(sources), targets: new Set(targets), removals: new Set(removals), complete };
}

/**
 * Whether the stone of the draft cannot be put back or exchanged.
 * @param {Draft} draft
 * @param {TouchMove} rule
 */
export function isBound(draft, { touchMove }) {
  return touchMove === true && draft.source !== null;
}

/**
 * The draft after a point was touched; null if that means nothing here. Touching what was just done takes it back.
 * @param {string[]} legal
 * @param {Draft} draft
 * @param {string} point
 * @param {TouchMove} [rule]
 * @returns {Draft | null}
 */
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

/**
 * Whether a legal move begins like that.
 * @param {string[]} legal
 * @param {Draft} draft
 */
export function isPossible(legal, { source, target, removed }) {
  const fits = (/** @type {string | null} */ wanted, /** @type {string | null} */ found) => wanted === null || wanted === found;
  return movesOf(legal).some((move) => move.source === source && fits(target, move.target) && fits(removed, move.removed));
}

/**
 * One step less: the removal, then where the stone went, then the stone; null if that stands.
 * @param {Draft} draft
 * @param {TouchMove} [rule]
 * @returns {Draft | null}
 */
export function undone(draft, { touchMove = false } = {}) {
  if (draft.removed !== null) return { ...draft, removed: null };
  if (draft.target !== null) return { ...draft, target: null };
  return draft.source !== null && touchMove ? null : EMPTY;
}

/**
 * The draft that a typed move amounts to; null if no legal move begins like that. Where a stone is to be taken from the
 * draft so far, its point is enough.
 * @param {string[]} legal
 * @param {string} wanted
 * @param {Draft} [draft]
 * @returns {Draft | null}
 */
export function typed(legal, wanted, draft = EMPTY) {
  if (choices(legal, draft).removals.has(wanted)) return { ...draft, removed: wanted };
  const known = legal.some((notation) => notation === wanted || notation.startsWith(`${wanted}x`));
  return known ? parseMove(wanted) : null;
}
