// Keeps the words of running clocks true between two looks at the server, and shows guests their own local time.

import { duration, fill } from "./words.js";

const DAY = 86400;
const HOUR = 3600;
const EVERY = 5000;
const GRACE = 2000;

// `skew` is how far the reader's clock is behind the server's, in milliseconds.
export function tickClocks({ texts, language, skew, onTimeUp }) {
  const told = new Set();
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-deadline]")) {
      const left = Date.parse(clock.dataset.deadline) - (Date.now() + skew);
      clock.querySelector("[data-time-left]").textContent = words(left / 1000, texts, language);
      if (left < -GRACE && !told.has(clock.dataset.deadline)) {
        told.add(clock.dataset.deadline);
        onTimeUp();
      }
    }
  };
  setInterval(tick, EVERY);
}

function words(seconds, texts, language) {
  if (seconds <= 0) return texts.time_is_up;
  if (seconds < 60) return texts.soon;
  return fill(texts.left, { duration: duration(rounded(seconds), language) });
}

// As the server rounds: down to the unit that matters.
function rounded(seconds) {
  const unit = [DAY, HOUR].find((size) => seconds >= 2 * size);
  return unit ? seconds - (seconds % unit) : seconds;
}

export function localTimes(language) {
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const form = new Intl.DateTimeFormat(language, parts);
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = form.format(new Date(time.dateTime));
  }
}
