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

test("what this tab keeps is its own", () => {
  keep("a", 1, "sessionStorage");
  equal([kept("a"), kept("a", "sessionStorage")], [null, 1]);
  keep("a", null, "sessionStorage");
  equal(kept("a", "sessionStorage"), null);
});
