// @ts-check
// Keeps the words of running clocks true between two looks at the server, looks again when time is up or the hold of a
// clock has ended, and shows guests their own local time.

import { all, one } from "./dom.js";
import { duration, fill, shortDuration } from "./words.js";

/** @import { Texts } from "./words.js" */

// When the reader is told how little time is left, in seconds.
const LOW = [3600, 600, 60];
const EVERY = 5000;
const GRACE = 2000;

/**
 * @param {object} page
 * @param {Texts} page.texts
 * @param {string} page.language
 * @param {number} page.skew  How far the reader's clock is behind the server's, in milliseconds.
 * @param {() => void} page.onTime  Called once for each deadline and each end of a hold that has passed.
 * @param {(left: string) => void} page.onLow  Told in words whenever a clock gets low, but not what it was when the
 *   page was opened.
 */
export function tickClocks({ texts, language, skew, onTime, onLow }) {
  const told = new Set();
  const before = new Map();
  const tick = () => {
    for (const clock of all(document, "[data-deadline]")) {
      const { deadline = "" } = clock.dataset;
      const left = Date.parse(deadline) - (Date.now() + skew);
      const sentence = words(left / 1000, texts, language);
      one(clock, "[data-time-left]").textContent = sentence;
      one(clock, "[data-time-short]").replaceChildren(...shortWords(left / 1000, texts).flatMap(part));
      const low = LOW.filter((seconds) => left <= seconds * 1000).length;
      if (low > (before.get(deadline) ?? low)) onLow(sentence);
      before.set(deadline, low);
    }
    for (const { dataset } of all(document, "[data-deadline], [data-held-until]")) {
      const at = dataset.deadline ?? dataset.heldUntil ?? "";
      if (Date.parse(at) + GRACE < Date.now() + skew && !told.has(at)) {
        told.add(at);
        onTime();
      }
    }
  };
  tick();
  setInterval(tick, EVERY);
}

/**
 * @param {number} seconds
 * @param {Texts} texts
 * @param {string} language
 */
function words(seconds, texts, language) {
  if (seconds <= 0) return texts.time_is_up;
  if (seconds < 60) return texts.soon;
  return fill(texts.left, { duration: duration(seconds, language) });
}

/**
 * @param {number} seconds
 * @param {Texts} texts
 */
function shortWords(seconds, texts) {
  if (seconds <= 0) return [texts.time_is_up];
  if (seconds < 60) return [fill(texts.short_minutes, { count: "< 1" })];
  return shortDuration(seconds, texts);
}

/** @param {string} unit */
function part(unit) {
  const node = document.createElement("span");
  node.textContent = unit;
  return [node, " "];
}

const WEEK = 6 * 86_400_000;

/** @param {string} language */
export function localTimes(language) {
  const form = new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  const near = new Intl.DateTimeFormat(language, { weekday: "short", hour: "2-digit", minute: "2-digit" });
  const far = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
  for (const time of all(document, "time[datetime]", HTMLTimeElement)) {
    const at = new Date(time.dateTime);
    const short = Math.abs(at.getTime() - Date.now()) < WEEK ? near : far;
    time.textContent = ("short" in time.dataset ? short : form).format(at);
    if (time.title) time.title = form.format(at);
  }
}
