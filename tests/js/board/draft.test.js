// @ts-check

import { EMPTY, choices, isBound, isPossible, touch, typed, undone } from "../web/js/board/draft.js";
import { equal, test } from "../testing.js";

/** @import { Draft } from "../web/js/board/draft.js" */

const PLACING = ["d6", "f4xa1", "f4xg1"];
const MOVING = ["d6-f6", "d6-b6xa1", "d6-b6xg1", "a7-a4"];
const NOTHING = { sources: new Set(), targets: new Set(), removals: new Set(), complete: null };

/** @param {Partial<Draft>} touched */
function draft(touched) {
  return { ...EMPTY, ...touched };
}

test("while stones are placed, their points can be touched first", () => {
  equal(choices(PLACING, EMPTY), { ...NOTHING, targets: new Set(["d6", "f4"]) });
});

test("while stones are moved, the stones can be touched first", () => {
  equal(choices(MOVING, EMPTY), { ...NOTHING, sources: new Set(["a7", "d6"]) });
});

test("a chosen stone has its targets", () => {
  equal(choices(MOVING, draft({ source: "d6" })), { ...NOTHING, targets: new Set(["b6", "f6"]) });
});

test("a move that takes nothing is complete at its target", () => {
  equal(choices(MOVING, draft({ source: "d6", target: "f6" })), { ...NOTHING, complete: "d6-f6" });
});

test("a move that closes a mill is complete with the stone that it takes", () => {
  const mill = draft({ source: "d6", target: "b6" });
  equal(choices(MOVING, mill), { ...NOTHING, removals: new Set(["a1", "g1"]) });
  equal(choices(MOVING, { ...mill, removed: "g1" }).complete, "d6-b6xg1");
});

test("where nothing is legal, nothing can be touched", () => {
  equal(choices([], EMPTY), NOTHING);
  equal(touch([], EMPTY, "d6"), null);
});

test("touch by touch a draft becomes a move", () => {
  const chosen = touch(MOVING, EMPTY, "d6");
  equal(chosen, draft({ source: "d6" }));
  const moved = touch(MOVING, chosen ?? EMPTY, "b6");
  equal(moved, draft({ source: "d6", target: "b6" }));
  equal(touch(MOVING, moved ?? EMPTY, "a1"), draft({ source: "d6", target: "b6", removed: "a1" }));
});

test("touching what was just done takes it back", () => {
  equal(touch(MOVING, draft({ source: "d6" }), "d6"), EMPTY);
  equal(touch(MOVING, draft({ source: "d6", target: "f6" }), "f6"), EMPTY);
});

test("another stone can be chosen, or another point", () => {
  equal(touch(MOVING, draft({ source: "d6" }), "a7"), draft({ source: "a7" }));
  equal(touch(PLACING, draft({ target: "d6" }), "f4"), draft({ target: "f4" }));
});

test("a point that means nothing gives no draft", () => {
  equal(touch(MOVING, EMPTY, "g7"), null);
  equal(touch(MOVING, draft({ source: "d6" }), "g7"), null);
});

test("a stone that was touched must be moved where that is the rule", () => {
  const chosen = draft({ source: "d6" });
  equal(isBound(chosen, { touchMove: true }), true);
  equal(isBound(chosen, { touchMove: false }), false);
  equal(isBound(EMPTY, { touchMove: true }), false);
  equal(touch(MOVING, chosen, "d6", { touchMove: true }), null);
  equal(touch(MOVING, chosen, "a7", { touchMove: true }), null);
  equal(touch(MOVING, chosen, "f6", { touchMove: true }), draft({ source: "d6", target: "f6" }));
});

test("a stone that must be moved can be moved elsewhere while its move is not sent", () => {
  equal(touch(MOVING, draft({ source: "d6", target: "f6" }), "f6", { touchMove: true }), draft({ source: "d6" }));
});

test("one step back undoes the removal, then the target, then the stone", () => {
  const whole = draft({ source: "d6", target: "b6", removed: "a1" });
  equal(undone(whole), draft({ source: "d6", target: "b6" }));
  equal(undone(draft({ source: "d6", target: "b6" })), draft({ source: "d6" }));
  equal(undone(draft({ source: "d6" })), EMPTY);
});

test("a stone that must be moved stays touched", () => {
  equal(undone(draft({ source: "d6" }), { touchMove: true }), null);
  equal(undone(draft({ source: "d6", target: "b6" }), { touchMove: true }), draft({ source: "d6" }));
});

test("a typed move becomes a draft where a legal move begins like it", () => {
  equal(typed(MOVING, "d6-f6"), draft({ source: "d6", target: "f6" }));
  equal(typed(MOVING, "d6-b6"), draft({ source: "d6", target: "b6" }));
  equal(typed(MOVING, "d6-b6xa1"), draft({ source: "d6", target: "b6", removed: "a1" }));
  equal(typed(MOVING, "d6-d7"), null);
  equal(typed(MOVING, "d6"), null);
});

test("of a stone to be taken its point is enough", () => {
  equal(typed(MOVING, "a1", draft({ source: "d6", target: "b6" })), draft({ source: "d6", target: "b6", removed: "a1" }));
  equal(typed(MOVING, "a1"), null);
});

test("a draft is possible while a legal move begins like it", () => {
  const begun = [{ source: "d6" }, { source: "d6", target: "b6" }, { source: "d6", target: "b6", removed: "a1" }];
  equal(begun.map((parts) => isPossible(MOVING, draft(parts))), [true, true, true]);
  equal(isPossible(MOVING, draft({ source: "d6", target: "d7" })), false);
  equal(isPossible(MOVING, draft({ target: "b6" })), false);
});
