// @ts-check
// Stones that have been touched and must be moved, kept by this browser: a page that is left or loaded anew gives none
// of them back.

import { EMPTY, choices, isBound } from "../board/draft.js";
import { keep, kept } from "../storage.js";

/** @import { Draft, TouchMove } from "../board/draft.js" */

export class Touched {
  /** @param {string | number} place  The game, or the page, that the stone stands in. */
  constructor(place) {
    this.key = `muehle-touched-${place}`;
  }

  /**
   * The move in the making after any change.
   * @param {{draft: Draft, legal: string[], touchMove: TouchMove}} state
   * @param {string | number} at  The position that the draft belongs to.
   */
  draftOf({ draft, legal, touchMove }, at) {
    if (isBound(draft, touchMove)) keep(this.key, { at, point: draft.source });
    if (draft !== EMPTY || !touchMove.touchMove) return draft;
    const touched = { ...EMPTY, source: this.#kept(at) };
    return touched.source && choices(legal, touched).targets.size ? touched : draft;
  }

  /** The stone has been moved. */
  forget() {
    keep(this.key, null);
  }

  /** @param {string | number} at */
  #kept(at) {
    const touched = /** @type {{at: string | number, point: string} | null} */ (kept(this.key));
    return touched?.at === at ? touched.point : null;
  }
}
