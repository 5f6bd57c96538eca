// @ts-check

import { TURNED_ROUND, UPRIGHT } from "../web/js/board/geometry.js";
import { Orientation, wishesOf } from "../web/js/table/orientation.js";
import { equal, test } from "../testing.js";

const KEY = "muehle-board-turned";

test("a board lies as it is seated until it is turned", () => {
  equal(new Orientation(TURNED_ROUND).now, TURNED_ROUND);
  equal(new Orientation(TURNED_ROUND).isTurned, false);
});

test("turns add up, and four of them lead back", () => {
  const orientation = new Orientation(TURNED_ROUND);
  orientation.turn(1);
  equal(orientation.now, { turns: 3, mirrored: false });
  equal(orientation.isTurned, true);
  orientation.turn(2);
  orientation.turn(1);
  equal(orientation.now, TURNED_ROUND);
});

test("mirroring twice leads back, before and after a turn", () => {
  const orientation = new Orientation(UPRIGHT);
  orientation.turn(1);
  orientation.mirror();
  equal(orientation.now, { turns: 3, mirrored: true });
  orientation.mirror();
  equal(orientation.now, { turns: 1, mirrored: false });
});

test("a mirrored board is turned even where it lies as before", () => {
  const orientation = new Orientation(UPRIGHT);
  orientation.mirror();
  equal(orientation.isTurned, true);
});

test("the browser keeps how the board was turned, for either side", () => {
  new Orientation(UPRIGHT).turn(3);
  equal(new Orientation(UPRIGHT).now, { turns: 3, mirrored: false });
  equal(new Orientation(TURNED_ROUND).now, { turns: 1, mirrored: false });
});

test("what is kept and makes no sense counts as nothing", () => {
  for (const kept of ["{", "null", "7", '{"turns": 4}', '{"turns": "1", "mirrored": true}', '{"mirrored": true}']) {
    localStorage.setItem(KEY, kept);
    equal([kept, new Orientation(UPRIGHT).now], [kept, UPRIGHT]);
  }
});

test("a link shows the board as somebody else had it", () => {
  history.replaceState(null, "", "/?turned=1&quarter=1&mirrored=1");
  equal(new Orientation(TURNED_ROUND).now, { turns: 3, mirrored: true });
  equal(localStorage.getItem(KEY), null);
});

test("whoever turns a linked board goes on from what the link shows", () => {
  history.replaceState(null, "", "/?quarter=1");
  const orientation = new Orientation(TURNED_ROUND);
  orientation.turn(1);
  equal(orientation.now, TURNED_ROUND);
  history.replaceState(null, "", "/");
  equal(new Orientation(UPRIGHT).now, UPRIGHT);
});

test("an address says only what differs from an upright board", () => {
  equal(wishesOf(UPRIGHT), { turned: null, quarter: null, mirrored: null });
  equal(wishesOf({ turns: 1, mirrored: false }), { turned: null, quarter: 1, mirrored: null });
  equal(wishesOf(TURNED_ROUND), { turned: 1, quarter: null, mirrored: null });
  equal(wishesOf({ turns: 3, mirrored: true }), { turned: 1, quarter: 1, mirrored: 1 });
});

test("an address leads back to the same board", () => {
  for (const mirrored of [false, true]) {
    for (const turns of [0, 1, 2, 3]) {
      const wishes = Object.entries(wishesOf({ turns, mirrored })).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));
      history.replaceState(null, "", `/?${wishes.join("&")}`);
      equal(new Orientation(UPRIGHT).now, { turns, mirrored });
    }
  }
});
