// What is wrong with the layout of the page of a game: parts out of the window, text that is cut or too small, controls
// that are cut or too small, and whatever lies over something else. Names are the only thing that may be cut, and are
// told in full then.
() => {
  const faults = [], W = innerWidth, H = innerHeight, box = (e) => e.getBoundingClientRect();
  const isShown = (e) => {
    const { width, height } = box(e);
    const hides = ".visually-hidden, .skip-link, svg *, .board__points, details:not([open]) > :not(summary)";
    return width > 0 && height > 0 && e.checkVisibility({ visibilityProperty: true }) && !e.closest(hides)
      && getComputedStyle(e).clipPath === "none" && !clippedAway(e);
  };
  const clippedAway = (e) => {
    for (let p = e.parentElement; p; p = p.parentElement) if (getComputedStyle(p).clipPath !== "none") return true;
    return false;
  };
  const name = (e) => `${e.className.baseVal === undefined && e.className ? "." + e.className : e.tagName} «`
    + `${(e.getAttribute("aria-label") ?? e.textContent).trim().replace(/\s+/g, " ").slice(0, 30)}»`;
  const scrolled = [document.documentElement, document.body, document.querySelector(".frame")];
  for (const e of scrolled) {
    if (e.scrollWidth > W) faults.push(`sideways ${e.scrollWidth}`);
    if (e.scrollHeight > H) faults.push(`down ${e.scrollHeight}`);
  }
  for (const part of [".board", ".seat--top", ".seat--bottom", ".bar", ".desk", ".desk__tabs", ".bar__more > summary"]) {
    const b = box(document.querySelector(part));
    if (b.left < -0.5 || b.top < -0.5 || b.right > W + 0.5 || b.bottom > H + 0.5) faults.push(`out of view: ${part}`);
  }
  // What there is to see of an element: its box, within all that clips it.
  const seen = (b, e) => {
    let { left, top, right, bottom } = b;
    for (let p = e; p; p = p.parentElement) {
      if (!/hidden|auto|scroll/.test(getComputedStyle(p).overflow)) continue;
      const c = box(p);
      [left, top, right, bottom] = [Math.max(left, c.left), Math.max(top, c.top), Math.min(right, c.right), Math.min(bottom, c.bottom)];
    }
    return right - left > 0.5 && bottom - top > 0.5 ? { left, top, right, bottom } : null;
  };
  const hasText = (e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const written = (e) => {
    const all = [...e.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()).map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    });
    const edge = (side, pick) => pick(...all.map((rect) => rect[side]));
    return { left: edge("left", Math.min), top: edge("top", Math.min), right: edge("right", Math.max), bottom: edge("bottom", Math.max) };
  };
  const controls = "button, a, summary, input, textarea, select";
  const leaves = [...document.querySelectorAll(".frame *")].filter((e) => isShown(e)
    && (hasText(e) || e.matches(`${controls}, svg.icon, .avatar, .tray, .board`)));
  const isName = (e) => e.matches(".seat__name, .name, .wait__name, .menu__name");
  const boxes = leaves.map((e) => [e, seen(hasText(e) && !e.matches(`${controls}, .avatar, .count`) ? written(e) : box(e), e)]).filter(([, b]) => b);
  boxes.forEach(([a, x], i) => boxes.slice(i + 1).forEach(([b, y]) => {
    if (a.contains(b) || b.contains(a) || a.closest(".bell .count") || b.closest(".bell .count")) return;
    const [w, h] = [Math.min(x.right, y.right) - Math.max(x.left, y.left), Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top)];
    if (w > 1 && h > 2) faults.push(`overlap: ${name(a)} / ${name(b)} ${Math.round(w)}x${Math.round(h)}`);
  }));
  for (const e of leaves) {
    if (hasText(e)) {
      const text = written(e);
      if (parseFloat(getComputedStyle(e).fontSize) < 16) faults.push(`small text: ${name(e)}`);
      for (let p = e; p && p !== document.body; p = p.parentElement) {
        if (!/hidden|auto|scroll|clip/.test(getComputedStyle(p).overflowX)) continue;
        const c = box(p);
        if (text.right <= c.right + 1 && text.left >= c.left - 1) continue;
        const whole = e.textContent.trim();
        if (!isName(e)) faults.push(`cut: ${name(e)} in ${name(p)}`);
        else if (![e, e.closest("[title]")].some((told) => told?.title.includes(whole))) faults.push(`cut and told nowhere: ${name(e)}`);
        break;
      }
      if (!isName(e) && (text.right > W + 0.5 || text.left < -0.5)) faults.push(`beyond the edge: ${name(e)}`);
    }
    if (e.matches(controls) && !e.closest(".board")) {
      const b = box(e), isList = e.closest(".desk__sheet") && matchMedia("(pointer: fine)").matches;
      if (!isList && !e.matches(".seat__name, .desk__sheet *") && (b.width < 43.9 || b.height < 43.9)) faults.push(`small: ${name(e)} ${Math.round(b.width)}x${Math.round(b.height)}`);
    }
  }
  const fixed = ".seat__rating, .clock, .bar__do .button, .desk__tab";
  for (const e of document.querySelectorAll(fixed)) {
    if (!isShown(e)) continue;
    const b = box(e), s = seen(b, e);
    if (!s || b.right - s.right > 0.6 || s.left - b.left > 0.6 || b.bottom - s.bottom > 0.6 || e.scrollWidth > e.clientWidth + 1) faults.push(`not whole: ${name(e)}`);
  }
  if (box(document.querySelector(".seat--bottom .seat__name")).width < 60) faults.push("no room for one's own name");
  const side = box(document.querySelector(".board")).width;
  const isPlayed = ["move", "draft", "conditional"].includes(document.querySelector(".bar").dataset.state);
  if (isPlayed && box(document.querySelector(".board__point")).width < 44) faults.push(`small board: ${side}`);
  return [...new Set(faults)];
}
