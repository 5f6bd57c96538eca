// @ts-check

import { numbered } from "../web/js/table/sharing.js";
import { equal, test } from "../testing.js";

const game = { moves: ["d6", "f4", "g7"].map((move, index) => ({ ply: index + 1, move })) };

test("the moves are numbered up to the one that is looked at", () => {
  equal(numbered({ game, ply: 3 }), "1. d6 f4 2. g7");
  equal(numbered({ game, ply: 2 }), "1. d6 f4");
  equal(numbered({ game, ply: 0 }), "");
});
