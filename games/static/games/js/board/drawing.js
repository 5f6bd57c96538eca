// Shows a board: compares what is wanted with what is drawn, and changes only what differs.

import { SIZE, TURNED_ROUND, UPRIGHT, cellOf, isSame, spotOf } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const SLIDE = { duration: 260, easing: "cubic-bezier(.3, .1, .2, 1)" };
// Where a coordinate stands: from the left edge, from the lower edge, and how far its foot is below its middle.
const [BESIDE, BELOW, HALF_A_FIGURE] = [10, 7, 6];
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Drawing {
  constructor(root) {
    this.root = root;
    this.layers = Object.fromEntries([...root.querySelectorAll("[data-layer]")].map((g) => [g.dataset.layer, g]));
    this.buttons = new Map([...root.querySelectorAll("button[data-point]")].map((b) => [b.dataset.point, b]));
    this.stones = new Map([...this.layers.stones.children].map((g) => [g.dataset.point, g]));
    this.orientation = root.hasAttribute("data-flipped") ? TURNED_ROUND : UPRIGHT;
    for (const [point, stone] of this.stones) stone.at = spotOf(point, this.orientation);
  }

  // `view` has stones by point, full lines, the last move, the chosen stone, points to go to, stones to take, labels.
  show(view) {
    if (!isSame(view.orientation, this.orientation)) this.#turn(view.orientation);
    this.#showStones(view);
    this.#showLines(view.lines);
    this.#showLast(view.last);
    this.#showHints(view);
    this.#showZwickmuehlen(view.zwickmuehlen);
    for (const [point, label] of view.labels) setAttribute(this.buttons.get(point), "aria-label", label);
    this.root.classList.toggle("board--playable", view.playable);
  }

  // Put a stone somewhere between the points, under the finger.
  carry(stone, place) {
    stone.classList.add("board__stone--carried");
    this.#put(stone, place);
    if (stone !== this.layers.stones.lastElementChild) this.layers.stones.append(stone);
  }

  release(stone) {
    stone.classList.remove("board__stone--carried");
  }

  // Back to where it belongs, after a drag that led nowhere.
  letGo(point) {
    const stone = this.stones.get(point);
    if (stone) this.#slide(stone, spotOf(point, this.orientation));
  }

  makeStone(colour) {
    const stone = element("g", { class: `board__stone board__stone--${colour}` });
    stone.append(element("use", { href: `#piece-${colour}` }));
    this.layers.stones.append(stone);
    return stone;
  }

  #turn(orientation) {
    this.orientation = orientation;
    for (const [point, button] of this.buttons) {
      const { column, row } = cellOf(point, orientation);
      button.className = `board__point board__point--column-${column} board__point--row-${row}`;
    }
    for (const [point, stone] of this.stones) this.#put(stone, spotOf(point, orientation));
    for (const text of this.root.querySelectorAll("[data-file]")) this.#putCoordinate(text, `${text.dataset.file}4`);
    for (const text of this.root.querySelectorAll("[data-rank]")) this.#putCoordinate(text, `d${text.dataset.rank}`);
    this.linesShown = this.lastShown = this.zwickmuehlenShown = null;
  }

  // Files are named at the lower edge and ranks at the left; after a quarter turn it is the other way round.
  #putCoordinate(text, point) {
    const isBelow = "file" in text.dataset === (this.orientation.turns % 2 === 0);
    const { x, y } = spotOf(point, this.orientation);
    setAttribute(text, "x", isBelow ? x : BESIDE);
    setAttribute(text, "y", isBelow ? SIZE - BELOW : y + HALF_A_FIGURE);
  }

  #showStones({ stones, chosen, takes }) {
    const gone = [...this.stones.keys()].filter((point) => colourOf(this.stones.get(point)) !== stones.get(point));
    const lifted = gone.map((point) => [point, this.stones.get(point)]);
    for (const point of gone) this.stones.delete(point);
    for (const [point, colour] of stones) {
      if (!this.stones.has(point)) this.#bring(point, colour, lifted);
    }
    for (const [, stone] of lifted) this.#fade(stone);
    for (const [point, stone] of this.stones) {
      stone.classList.toggle("board__stone--chosen", point === chosen);
      stone.classList.toggle("board__stone--at-stake", takes.has(point));
    }
  }

  // A stone of the colour that has left another point slides over; else a new one is put down.
  #bring(point, colour, lifted) {
    const index = lifted.findIndex(([, stone]) => colourOf(stone) === colour);
    const spot = spotOf(point, this.orientation);
    const stone = index < 0 ? this.makeStone(colour) : lifted.splice(index, 1)[0][1];
    stone.dataset.point = point;
    this.stones.set(point, stone);
    if (index < 0) this.#drop(stone, spot);
    else this.#slide(stone, spot);
  }

  #slide(stone, spot) {
    const from = stone.at;
    this.layers.stones.append(stone);
    this.#put(stone, spot);
    if (!still.matches) stone.animate([{ transform: css(from) }, { transform: css(spot) }], SLIDE);
  }

  #drop(stone, spot) {
    this.#put(stone, spot);
    if (still.matches) return;
    const from = { transform: `${css(spot)} scale(1.25)`, opacity: 0 };
    stone.animate([from, { transform: css(spot), opacity: 1 }], { ...SLIDE, duration: 180 });
  }

  #fade(stone) {
    if (still.matches) {
      stone.remove();
      return;
    }
    const at = css(stone.at);
    const fading = [{ transform: at, opacity: 1 }, { transform: `${at} scale(.6)`, opacity: 0 }];
    stone.animate(fading, { ...SLIDE, fill: "forwards" }).finished.then(() => stone.remove(), () => stone.remove());
  }

  #put(stone, spot) {
    stone.at = spot;
    setAttribute(stone, "transform", `translate(${spot.x} ${spot.y})`);
  }

  #showLines(lines) {
    const wanted = lines.map((line) => line.join("")).join(" ");
    if (wanted === this.linesShown) return;
    this.linesShown = wanted;
    this.layers.mills.replaceChildren(...lines.map((line) => {
      const [start, end] = [spotOf(line[0], this.orientation), spotOf(line[2], this.orientation)];
      return element("line", { class: "board__mill", x1: start.x, y1: start.y, x2: end.x, y2: end.y });
    }));
  }

  #showLast(move) {
    const wanted = move ? `${move.source}${move.target}${move.removed}` : "";
    if (wanted === this.lastShown) return;
    this.lastShown = wanted;
    const marks = [];
    if (move?.source) marks.push(this.#mark("circle", "board__came-from", move.source, { r: 24 }));
    if (move) marks.push(this.#mark("circle", "board__went-to", move.target, { r: 44 }));
    if (move?.removed) marks.push(this.#mark("path", "board__taken", move.removed, { d: "M-17-17l34 34m0-34l-34 34" }));
    this.layers.last.replaceChildren(...marks);
  }

  // Two arrows between the two points, and a ring round each of the four stones that stay.
  #showZwickmuehlen(zwickmuehlen) {
    const wanted = JSON.stringify(zwickmuehlen);
    if (wanted === this.zwickmuehlenShown) return;
    this.zwickmuehlenShown = wanted;
    this.root.querySelector("[data-layer=zwickmuehlen]")?.replaceChildren(...zwickmuehlen.flatMap(({ u, v, partners }) => [
      ...partners.map((point) => this.#mark("circle", "board__partner", point, { r: 40 })),
      element("path", { class: "board__swing", d: this.#swing(u, v) }),
    ]));
  }

  #swing(u, v) {
    const [from, to] = [spotOf(u, this.orientation), spotOf(v, this.orientation)];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const arrow = (tip, way) => {
      const wing = (side) => `${tip.x - way * 18 * x + side * 13 * y} ${tip.y - way * 18 * y - side * 13 * x}`;
      return `M${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}`;
    };
    return `M${from.x} ${from.y}L${to.x} ${to.y}${arrow(to, 1)}${arrow({ x: from.x, y: from.y }, -1)}`;
  }

  #showHints({ chosen, targets, takes, playable, placing }) {
    const marks = chosen ? [this.#mark("circle", "board__chosen", chosen, { r: 46 })] : [];
    if (playable && !placing) for (const point of targets) marks.push(this.#mark("circle", "board__target", point, { r: 17 }));
    for (const point of takes) marks.push(this.#mark("circle", "board__take", point, { r: 42 }));
    this.layers.hints.replaceChildren(...marks);
    for (const [point, button] of this.buttons) {
      button.classList.toggle("board__point--open", playable && (targets.has(point) || takes.has(point)));
    }
  }

  #mark(name, className, point, attributes) {
    const spot = spotOf(point, this.orientation);
    return element(name, { class: className, transform: `translate(${spot.x} ${spot.y})`, ...attributes });
  }
}

export function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function colourOf(stone) {
  return stone.classList.contains("board__stone--white") ? "white" : "black";
}

function css({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}

function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
