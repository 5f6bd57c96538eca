// A position as the server writes it, turned into stones; and what a move does to them. Not whether it may be played.

const COLOURS = { W: "white", B: "black" };
const STONES_EACH = 9;

// Stones by point, and how many each side has in hand, from "W..B… w 8 9 0".
export function parsePosition(text, points) {
  const [board, side, white, black, quiet] = text.split(" ");
  const stones = new Map();
  points.forEach((point, index) => {
    if (board[index] !== ".") stones.set(point, COLOURS[board[index]]);
  });
  const hand = { white: Number(white), black: Number(black) };
  return { stones, turn: side === "w" ? "white" : "black", hand, quiet: Number(quiet) };
}

// "d6-f6xa1" as {source, target, removed}; what is not there is null.
export function parseMove(notation) {
  const [path, removed = null] = notation.split("x");
  const steps = path.split("-");
  return { source: steps.length === 2 ? steps[0] : null, target: steps.at(-1), removed };
}

// The position with a whole or half-finished move of the side to move carried out on it.
export function withMove(position, { source, target, removed }) {
  if (target === null) return position;
  const stones = new Map(position.stones);
  const hand = { ...position.hand };
  if (source) stones.delete(source);
  else hand[position.turn] -= 1;
  stones.set(target, position.turn);
  if (removed) stones.delete(removed);
  return { ...position, stones, hand };
}

// Whether a move that led to the position closed a mill, which need not have taken a stone.
export function closesMill(position, { target }, lines) {
  return fullLines(position, lines).some((line) => line.includes(target));
}

// What became of a side's nine stones.
export function countStones(position, colour) {
  const onBoard = [...position.stones.values()].filter((stone) => stone === colour).length;
  const hand = position.hand[colour];
  return { hand, onBoard, lost: Math.max(0, STONES_EACH - hand - onBoard) };
}

// "a7d7g7 b6d6f6 …" as lists of three points each.
export function linesOf(text) {
  return text.split(" ").map((line) => line.match(/../g));
}

// Those of the lines that are full of one colour, each as its three points.
export function fullLines(position, lines) {
  return lines.filter((line) => {
    const [first, second, third] = line.map((point) => position.stones.get(point));
    return first !== undefined && first === second && second === third;
  });
}
