// How a tree is listed: the main line as numbered rows of two half-moves, variations between them as lines. Pure.

// Blocks in order: {number, first, second} is a row, with null for what stands elsewhere; {lines} are variations, each a
// list of {node, label, lines}. `skipped` is 1 where Black has the first move.
export function blocksOf(root, skipped) {
  const blocks = [];
  let row = null;
  for (let node = root; !node.isLeaf; [node] = node.children) {
    const [move, ...others] = node.children;
    const place = placeOf(move, skipped);
    if (!row || place.isFirst) blocks.push((row = { number: place.number, first: null, second: null }));
    row[place.isFirst ? "first" : "second"] = move;
    if (others.length) {
      blocks.push({ lines: others.map((other) => lineOf(other, skipped)) });
      row = null;
    }
  }
  return blocks;
}

// A variation from its first move on: [{node, label, lines}], where `lines` replace the move that they stand behind.
function lineOf(start, skipped) {
  const items = [item(start, skipped, [], { isFirst: true })];
  for (let node = start; !node.isLeaf; [node] = node.children) {
    const [move, ...others] = node.children;
    items.push(item(move, skipped, others, { isFirst: items.at(-1).lines.length > 0 }));
  }
  return items;
}

function item(node, skipped, others, { isFirst }) {
  const place = placeOf(node, skipped);
  let label = place.isFirst ? `${place.number}.` : "";
  if (!place.isFirst && isFirst) label = `${place.number}. …`;
  return { node, label, lines: others.map((other) => lineOf(other, skipped)) };
}

function placeOf(node, skipped) {
  const index = node.ply - 1 + skipped;
  return { number: Math.floor(index / 2) + 1, isFirst: index % 2 === 0 };
}
