// Stones that have been touched and must be moved, kept by this browser: a page that is left or loaded anew gives none
// of them back.

import { EMPTY, choices, isBound } from "../board/draft.js";

export class Touched {
  // `place` is the game, or the page, that the stone stands in.
  constructor(place) {
    this.key = `muehle-touched-${place}`;
  }

  // The move in the making after any change; `at` says which position it belongs to.
  draftOf({ draft, legal, touchMove }, at) {
    if (isBound(draft, touchMove)) this.#keep(at, draft.source);
    if (draft !== EMPTY || !touchMove.touchMove) return draft;
    const touched = { ...EMPTY, source: this.#kept(at) };
    return touched.source && choices(legal, touched).targets.size ? touched : draft;
  }

  // The stone has been moved.
  forget() {
    try {
      localStorage.removeItem(this.key);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }

  #keep(at, point) {
    try {
      localStorage.setItem(this.key, JSON.stringify({ at, point }));
    } catch {
      // Where nothing is kept, a stone is touched only as long as the page stands.
    }
  }

  #kept(at) {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key));
      return kept?.at === at ? kept.point : null;
    } catch {
      return null;
    }
  }
}
