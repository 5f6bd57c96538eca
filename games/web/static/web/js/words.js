// @ts-check
// Sentences from the server with places to fill in, durations in the reader's language, and the two live regions.

import { byId } from "./dom.js";

/** @typedef {Record<string, string>} Texts  Sentences by name, in the reader's language. */

/**
 * The sentence with its places filled: "%(side)s to move."
 * @param {string} sentence
 * @param {Record<string, unknown>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
}

/**
 * A duration in its two largest units, as the server writes it: "2 days 4 hours".
 * @param {number} seconds
 * @param {string} language
 */
export function duration(seconds, language) {
  /** @type {Record<string, number>} */
  const units = { day: Math.floor(seconds / 86400), hour: Math.floor((seconds % 86400) / 3600) };
  const minutes = Math.floor((seconds % 3600) / 60);
  if (!units.day && (minutes || !units.hour)) units.minute = minutes;
  return Object.entries(units)
    .filter(([unit, count]) => count > 0 || unit === "minute")
    .map(([unit, count]) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count))
    .map((words) => words.replace(" ", "\u00a0"))
    .join(" ");
}

/**
 * The same where there is little room, unit by unit, as the server writes it: "2 days", "4 h".
 * @param {number} seconds
 * @param {Texts} texts
 */
export function shortDuration(seconds, texts) {
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600)];
  const minutes = Math.floor((seconds % 3600) / 60);
  const parts = [];
  if (days) parts.push(fill(days === 1 ? texts.short_day : texts.short_days, { count: days }));
  if (hours) parts.push(fill(texts.short_hours, { count: hours }));
  if (!days && (minutes || !hours)) parts.push(fill(texts.short_minutes, { count: minutes }));
  return parts;
}

/**
 * Says a sentence to a screen reader. Polite waits until the reader has finished; assertive interrupts. The same
 * sentence twice is said twice.
 * @param {string} sentence
 */
export function say(sentence, { assertive = false } = {}) {
  const region = byId(assertive ? "assertive" : "polite");
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
