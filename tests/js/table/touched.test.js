// @ts-check

import { EMPTY } from "../web/js/board/draft.js";
import { Touched } from "../web/js/table/touched.js";
import { equal, test } from "../testing.js";

const legal = ["d6-f6", "a7-a4"];
const chosen = { ...EMPTY, source: "d6" };
const bound = { touchMove: true };

test("a touched stone is touched still when the page is loaded anew", () => {
  new Touched(7).draftOf({ draft: chosen, legal, touchMove: bound }, 3);
  equal(new Touched(7).draftOf({ draft: EMPTY, legal, touchMove: bound }, 3), chosen);
});

test("it is touched in one position of one game", () => {
  new Touched(7).draftOf({ draft: chosen, legal, touchMove: bound }, 3);
  equal(new Touched(7).draftOf({ draft: EMPTY, legal, touchMove: bound }, 4), EMPTY);
  equal(new Touched(8).draftOf({ draft: EMPTY, legal, touchMove: bound }, 3), EMPTY);
});

test("a stone that has moved is forgotten", () => {
  const touched = new Touched(7);
  touched.draftOf({ draft: chosen, legal, touchMove: bound }, 3);
  touched.forget();
  equal(touched.draftOf({ draft: EMPTY, legal, touchMove: bound }, 3), EMPTY);
});

test("nothing is kept where a touched stone may be put back", () => {
  const touched = new Touched(7);
  touched.draftOf({ draft: chosen, legal, touchMove: { touchMove: false } }, 3);
  equal(localStorage.length, 0);
  touched.draftOf({ draft: chosen, legal, touchMove: bound }, 3);
  equal(touched.draftOf({ draft: EMPTY, legal, touchMove: { touchMove: false } }, 3), EMPTY);
});

test("a stone that cannot move now is not touched", () => {
  new Touched(7).draftOf({ draft: chosen, legal, touchMove: bound }, 3);
  equal(new Touched(7).draftOf({ draft: EMPTY, legal: ["a7-a4"], touchMove: bound }, 3), EMPTY);
});
