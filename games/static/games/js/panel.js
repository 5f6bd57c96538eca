// A case of the panel: the game replayed in place, and reasons that are ready. Without this file links and the server
// do the same.

const SVG = "http://www.w3.org/2000/svg";

class Replay {
  #frames;
  #at;
  #men = document.getElementById("men");
  #slider = document.getElementById("slider");
  #label = document.getElementById("frame-label");
  #words = document.getElementById("frame-words");

  constructor(frames, ply) {
    this.#frames = frames;
    this.#at = Math.max(
      0,
      frames.findIndex((frame) => frame.ply === ply),
    );
    this.#slider.hidden = false;
    this.#slider.addEventListener("input", () => this.show(Number(this.#slider.value)));
    this.#say();
    document.addEventListener("click", (event) => this.#follow(event));
  }

  show(at) {
    this.#at = Math.max(0, Math.min(this.#frames.length - 1, at));
    this.#draw(this.#frames[this.#at]);
    this.#say();
  }

  #follow(event) {
    const link = event.target.closest("a[data-ply], a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = link.dataset.step ? this.#step(link.dataset.step) : this.#index(Number(link.dataset.ply));
    if (to < 0) return;
    event.preventDefault();
    this.show(to);
    if (!link.closest(".replay")) document.getElementById("board").scrollIntoView({ block: "nearest" });
  }

  #step(name) {
    return { first: 0, back: this.#at - 1, forward: this.#at + 1, last: this.#frames.length - 1 }[name] ?? this.#at;
  }

  #index(ply) {
    return this.#frames.findIndex((frame) => frame.ply === ply);
  }

  #say() {
    const frame = this.#frames[this.#at];
    this.#slider.value = String(this.#at);
    this.#slider.setAttribute("aria-valuetext", frame.label);
    this.#label.textContent = frame.label;
    this.#words.textContent = frame.words;
    for (const link of document.querySelectorAll(".replay__moves a")) {
      if (Number(link.dataset.ply) !== frame.ply) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "step");
        keepInSight(link);
      }
    }
  }

  #draw(frame) {
    const mills = frame.mills.map(([start, end]) => shape("line", "replay__mill", { x1: start[0], y1: start[1], x2: end[0], y2: end[1] }));
    const stones = [...frame.white.map((at) => stone("#w", at)), ...frame.black.map((at) => stone("#b", at))];
    const rings = [ring("left", frame.left, 24), ring("reached", frame.reached, 44), ring("taken", frame.taken, 30)];
    this.#men.replaceChildren(...mills, ...stones, ...rings.filter(Boolean));
  }
}

/** Roll the list of moves, and nothing else, to where the link can be seen. */
function keepInSight(link) {
  const list = link.closest(".replay__moves");
  const top = link.offsetTop - list.scrollTop;
  if (top < 0 || top + link.offsetHeight > list.clientHeight) list.scrollTop += top - list.clientHeight / 2;
}

function shape(name, kind, attributes) {
  const element = document.createElementNS(SVG, name);
  if (kind) element.setAttribute("class", kind);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

function stone(href, [x, y]) {
  return shape("use", "", { href, x, y });
}

function ring(kind, at, r) {
  return at ? shape("circle", `replay__${kind}`, { cx: at[0], cy: at[1], r }) : null;
}

/** Put the sentence that is chosen into the field, unless something of the arbiter's own stands there. */
function offerReasons(select, field, reasons) {
  select.addEventListener("change", () => {
    const isOwn = field.value.trim() && !Object.values(reasons).includes(field.value.trim());
    if (!isOwn) field.value = reasons[select.value] ?? "";
    field.focus();
  });
}

function data(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

const current = document.querySelector(".replay__moves [aria-current]");
new Replay(data("frames"), Number(current?.dataset.ply ?? 0));
const verdict = document.getElementById("verdict");
if (verdict) offerReasons(verdict.elements.ready, verdict.elements.reason, data("ready-reasons"));
