// Marks Zwickmühlen on the board: the way of the stone that goes to and fro, and a ring round each that stays.

import { element } from "../board/drawing.js";
import { spotOf } from "../board/geometry.js";

export class ZwickmuehleMarks {
  #shown = "";

  constructor(boardRoot) {
    this.layer = element("g", { class: "zwickmuehlen" });
    boardRoot.querySelector("[data-layer=hints]").before(this.layer);
  }

  show(found, orientation) {
    const wanted = JSON.stringify([found, orientation]);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.layer.replaceChildren(...found.flatMap((each) => marksOf(each, orientation)));
  }
}

function marksOf({ u, v, partners }, orientation) {
  const [from, to] = [spotOf(u, orientation), spotOf(v, orientation)];
  const way = element("line", { class: "zwickmuehlen__way", x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  const rings = [u, ...partners].map((point) => {
    const { x, y } = spotOf(point, orientation);
    return element("circle", { class: "zwickmuehlen__stone", cx: x, cy: y, r: 43 });
  });
  return [way, element("circle", { class: "zwickmuehlen__goal", cx: to.x, cy: to.y, r: 24 }), ...rings];
}
