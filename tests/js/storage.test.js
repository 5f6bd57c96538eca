// @ts-check

import { keep, kept } from "./web/js/storage.js";
import { equal, test } from "./testing.js";

test("what was kept comes back, until it is removed", () => {
  keep("a", { turns: 1, names: ["b", null] });
  equal(kept("a"), { turns: 1, names: ["b", null] });
  keep("a", null);
  equal([kept("a"), localStorage.length], [null, 0]);
});

test("what was never kept, or is no JSON, is null", () => {
  localStorage.setItem("torn", "{");
  equal([kept("nothing"), kept("torn")], [null, null]);
});
