// @ts-check
// The places of the points, and the way from one to the next by keys. Nothing here knows legal moves.

/**
 * @typedef {{column: number, row: number}} Cell  Counted from 1 at the top left.
 * @typedef {{x: number, y: number}} Spot  In the drawing's units.
 */

/**
 * How a board lies before the reader: mirrored from left to right or not, then turned clockwise by quarters.
 * @typedef {Readonly<{turns: number, mirrored: boolean}>} BoardOrientation
 */

export const SIZE = 724;
const MARGIN = 62;
const STEP = 100;
const FILES = "abcdefg";
const CENTRE = 4;

/** @type {BoardOrientation} */
export const UPRIGHT = Object.freeze({ turns: 0, mirrored: false });
/** @type {BoardOrientation} */
export const TURNED_ROUND = Object.freeze({ turns: 2, mirrored: false });

/**
 * Column and row of a point in the drawing.
 * @param {string} point
 * @param {BoardOrientation} [orientation]
 * @returns {Cell}
 */
export function cellOf(point, { turns, mirrored } = UPRIGHT) {
  let across = FILES.indexOf(point[0]) + 1 - CENTRE;
  let down = 8 - Number(point[1]) - CENTRE;
  if (mirrored) across = -across;
  for (let turn = 0; turn < turns; turn += 1) [across, down] = [-down, across];
  return { column: across + CENTRE, row: down + CENTRE };
}

/**
 * A cell as the key of a map.
 * @param {Cell} cell
 */
export function keyOf({ column, row }) {
  return column * 10 + row;
}

/**
 * @param {BoardOrientation} one
 * @param {BoardOrientation} other
 */
export function isSame(one, other) {
  return one.turns === other.turns && one.mirrored === other.mirrored;
}

/**
 * The middle of a point in the drawing.
 * @param {string} point
 * @param {BoardOrientation} [orientation]
 * @returns {Spot}
 */
export function spotOf(point, orientation) {
  const { column, row } = cellOf(point, orientation);
  return { x: MARGIN + STEP * (column - 1), y: MARGIN + STEP * (row - 1) };
}

/**
 * The one of the points that is nearest to a place in the drawing, or null if none is within reach.
 * @param {Iterable<string>} points
 * @param {Spot} place
 * @param {BoardOrientation} [orientation]
 */
export function nearest(points, place, orientation, reach = 70) {
  let best = null;
  let distance = reach;
  for (const point of points) {
    const spot = spotOf(point, orientation);
    const away = Math.hypot(spot.x - place.x, spot.y - place.y);
    if (away <= distance) {
      best = point;
      distance = away;
    }
  }
  return best;
}

/**
 * The next point along a line of the board, seen as it is drawn. Null at a line's end.
 * @param {string[]} points
 * @param {string} point
 * @param {number} across  -1, 0 or 1
 * @param {number} down  -1, 0 or 1
 * @param {BoardOrientation} [orientation]
 */
export function neighbour(points, point, across, down, orientation) {
  const cells = new Map(points.map((name) => [keyOf(cellOf(name, orientation)), name]));
  let { column, row } = cellOf(point, orientation);
  do {
    column += across;
    row += down;
    if (column === CENTRE && row === CENTRE) return null;
    const found = cells.get(keyOf({ column, row }));
    if (found) return found;
  } while (column >= 1 && column <= 7 && row >= 1 && row <= 7);
  return null;
}

/**
 * The next point round the ring that a point is on.
 * @param {string[]} points
 * @param {string} point
 * @param {number} turn  1 with the clock, -1 against it
 * @param {BoardOrientation} [orientation]
 */
export function alongRing(points, point, turn, orientation) {
  /** @param {string} name */
  const around = (name) => {
    const { column, row } = cellOf(name, orientation);
    return Math.atan2(row - CENTRE, column - CENTRE);
  };
  const ring = points.filter((name) => ringOf(name) === ringOf(point)).sort((a, b) => around(a) - around(b));
  return ring[(ring.indexOf(point) + turn + ring.length) % ring.length];
}

/** @param {string} point */
function ringOf(point) {
  const { column, row } = cellOf(point);
  return Math.max(Math.abs(column - CENTRE), Math.abs(row - CENTRE));
}
