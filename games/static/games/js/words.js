// Sentences from the server with places to fill in, durations in the reader's language, and the two live regions.

export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
}

// A duration in its two largest units, as the server writes it: "2 days 4 hours".
export function duration(seconds, language) {
  const units = { day: Math.floor(seconds / 86400), hour: Math.floor((seconds % 86400) / 3600) };
  const minutes = Math.floor((seconds % 3600) / 60);
  if (!units.day && (minutes || !units.hour)) units.minute = minutes;
  return Object.entries(units)
    .filter(([unit, count]) => count > 0 || unit === "minute")
    .map(([unit, count]) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count))
    .map((words) => words.replace(" ", "\u00a0"))
    .join(" ");
}

// Polite waits until the reader has finished; assertive interrupts. The same sentence twice is said twice.
export function say(sentence, { assertive = false } = {}) {
  const region = document.getElementById(assertive ? "assertive" : "polite");
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
