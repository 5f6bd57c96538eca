// Keeps the words of running clocks true between two looks at the server, and shows guests their own local time.

import { duration, fill } from "./words.js";

// When the reader is told how little time he has left, in seconds.
const LOW = [3600, 600, 60];
const EVERY = 5000;
const GRACE = 2000;

// `skew` is how far the reader's clock is behind the server's, in milliseconds. `onLow` is told in words whenever a
// clock gets low, but not what it was when the page was opened.
export function tickClocks({ texts, language, skew, onTimeUp, onLow }) {
  const told = new Set();
  const before = new Map();
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-deadline]")) {
      const left = Date.parse(clock.dataset.deadline) - (Date.now() + skew);
      const sentence = words(left / 1000, texts, language);
      clock.querySelector("[data-time-left]").textContent = sentence;
      const low = LOW.filter((seconds) => left <= seconds * 1000).length;
      if (low > (before.get(clock.dataset.deadline) ?? low)) onLow(sentence);
      before.set(clock.dataset.deadline, low);
      if (left < -GRACE && !told.has(clock.dataset.deadline)) {
        told.add(clock.dataset.deadline);
        onTimeUp();
      }
    }
  };
  tick();
  setInterval(tick, EVERY);
}

function words(seconds, texts, language) {
  if (seconds <= 0) return texts.time_is_up;
  if (seconds < 60) return texts.soon;
  return fill(texts.left, { duration: duration(seconds, language) });
}

export function localTimes(language) {
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const form = new Intl.DateTimeFormat(language, parts);
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = form.format(new Date(time.dateTime));
  }
}
