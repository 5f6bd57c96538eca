// The main line as a record that this page, and every program that reads records, can replay. Pure.

const WIDTH = 78;

export function recordOf({ rules, start, moves, result, names = {} }) {
  const tags = [["White", names.white], ["Black", names.black], ["Result", result], ["Variant", rules], ["Position", start]];
  const head = tags.filter(([, value]) => value).map(([name, value]) => `[${name} "${escaped(value)}"]`);
  return `${head.join("\n")}\n\n${wrapped([...numbered(moves, start), result])}\n`;
}

function numbered(moves, start) {
  const skipped = start?.split(" ")[1] === "b" ? 1 : 0;
  return moves.flatMap((move, index) => {
    const place = index + skipped;
    if (place % 2 === 0) return [`${place / 2 + 1}.`, move];
    return index === 0 ? ["1...", move] : [move];
  });
}

function wrapped(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join("\n");
}

function escaped(value) {
  return value.replace(/\s+/g, " ").replace(/[\\"]/g, "\\$&");
}
