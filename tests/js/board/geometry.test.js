// @ts-check

import { SIZE, TURNED_ROUND, UPRIGHT, alongRing, cellOf, isSame, keyOf, nearest, neighbour, spotOf } from "../web/js/board/geometry.js";
import { equal, test } from "../testing.js";
import { POINTS } from "./fixtures.js";

const QUARTER = { turns: 1, mirrored: false };
const MIRRORED = { turns: 0, mirrored: true };

test("files run to the right and ranks upwards", () => {
  equal(cellOf("a7"), { column: 1, row: 1 });
  equal(cellOf("g1"), { column: 7, row: 7 });
  equal(cellOf("d6"), { column: 4, row: 2 });
});

test("a quarter turn goes with the clock", () => {
  equal(cellOf("a7", QUARTER), { column: 7, row: 1 });
  equal(cellOf("b4", QUARTER), { column: 4, row: 2 });
});

test("a board that is turned round has its last point first", () => {
  equal(cellOf("g1", TURNED_ROUND), { column: 1, row: 1 });
});

test("a mirrored board is mirrored from left to right, and turned afterwards", () => {
  equal(cellOf("a4", MIRRORED), { column: 7, row: 4 });
  equal(cellOf("a4", { turns: 1, mirrored: true }), { column: 4, row: 7 });
});

test("no two points share a cell, however the board lies", () => {
  for (const mirrored of [false, true]) {
    for (const turns of [0, 1, 2, 3]) {
      equal(new Set(POINTS.map((point) => keyOf(cellOf(point, { turns, mirrored })))).size, 24);
    }
  }
});

test("orientations are the same by their values", () => {
  equal(isSame(UPRIGHT, { turns: 0, mirrored: false }), true);
  equal(isSame(UPRIGHT, MIRRORED), false);
  equal(isSame(UPRIGHT, TURNED_ROUND), false);
});

test("a point is drawn in the middle of its cell", () => {
  equal(spotOf("a7"), { x: 62, y: 62 });
  equal(spotOf("g1"), { x: 662, y: SIZE - 62 });
  equal(spotOf("a7", QUARTER), { x: 662, y: 62 });
});

test("the nearest point is found within reach", () => {
  equal(nearest(POINTS, { x: 100, y: 70 }, UPRIGHT), "a7");
  equal(nearest(POINTS, { x: 100, y: 70 }, TURNED_ROUND), "g1");
  equal(nearest(["d6"], { x: 100, y: 70 }, UPRIGHT), null);
  equal(nearest([], { x: 62, y: 62 }, UPRIGHT), null);
});

test("a place at the edge of the reach still counts", () => {
  equal(nearest(["a7"], { x: 132, y: 62 }, UPRIGHT), "a7");
  equal(nearest(["a7"], { x: 132.1, y: 62 }, UPRIGHT), null);
});

test("an arrow key leads to the next point along the line", () => {
  equal(neighbour(POINTS, "a7", 1, 0, UPRIGHT), "d7");
  equal(neighbour(POINTS, "a7", 0, 1, UPRIGHT), "a4");
  equal(neighbour(POINTS, "d6", 0, 1, UPRIGHT), "d5");
});

test("an arrow key goes by what is seen, not by the names", () => {
  equal(neighbour(POINTS, "a7", -1, 0, TURNED_ROUND), "d7");
  equal(neighbour(POINTS, "a7", 0, 1, QUARTER), "d7");
});

test("an arrow key leads nowhere beyond the edge or across the middle", () => {
  equal(neighbour(POINTS, "a7", -1, 0, UPRIGHT), null);
  equal(neighbour(POINTS, "d5", 0, 1, UPRIGHT), null);
  equal(neighbour(POINTS, "c4", 1, 0, UPRIGHT), null);
});

test("home and end walk round the ring of the point", () => {
  equal(alongRing(POINTS, "b6", 1, UPRIGHT), "d6");
  equal(alongRing(POINTS, "b6", -1, UPRIGHT), "b4");
  equal(alongRing(POINTS, "b6", 1, MIRRORED), "b4");
});

test("eight steps round a ring lead back", () => {
  for (const start of ["a7", "b6", "c5"]) {
    let point = start;
    for (let step = 0; step < 8; step += 1) point = alongRing(POINTS, point, 1, QUARTER);
    equal(point, start);
  }
});
