// Watches a page for tools.bench.page: the largest paint, what shifts, and when a stone is on the screen.

window.measured = { paint: 0, shift: 0, ready: 0, events: [] };

new PerformanceObserver((list) => {
  window.measured.paint = list.getEntries().at(-1).startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.measured.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });

new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.measured.events.push(duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });

// A wait that never ends would leave the measurement without a word.
const PATIENCE = 10_000;

function within(milliseconds, what, begin) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${what} did not come within ${milliseconds} ms`)), milliseconds);
    begin(resolve, reject);
  });
}

// Resolves with the time, on the given clock, at which a frame with the element in it has been painted.
window.painted = (selector, now) =>
  within(PATIENCE, selector, (resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) return false;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(now());
        port2.postMessage(null);
      });
      return true;
    };
    const observer = new MutationObserver(look);
    if (!look()) observer.observe(document, { subtree: true, childList: true, attributes: true });
  });

// From the finger's lifting to the stone on the screen.
window.tapped = (selector) =>
  within(2 * PATIENCE, `a tap for ${selector}`, (resolve, reject) => {
    const begin = (event) => {
      removeEventListener("click", begin, true);
      window.painted(selector, () => performance.now()).then((end) => resolve(end - event.timeStamp), reject);
    };
    addEventListener("click", begin, true);
  });

// The least that a tap could cost: a mark, made by a single line.
window.markedByTap = (selector) => {
  document.querySelector("#mark")?.remove();
  const measured = window.tapped("#mark");
  const make = () => document.body.append(Object.assign(document.createElement("i"), { id: "mark" }));
  document.querySelector(selector).addEventListener("click", make, { once: true });
  return measured;
};

new MutationObserver((_, observer) => {
  if (!document.querySelector("#game[data-ready]")) return;
  window.measured.ready = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });
