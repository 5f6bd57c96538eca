// @ts-check
// Time zone and language of the browser: for a new account, and in a line where they differ from the account's.

import { all, byIdOrNull, one, oneOrNull } from "./dom.js";
import { keep, kept } from "./storage.js";

// What the reader has said that they keep, with the value of the browser at that time.
const KEY = "browser-settings-kept";

/**
 * A time zone by the name that this browser has for it: Asia/Calcutta is Asia/Kolkata.
 * @param {string} [zone]  The browser's own, if it is left out.
 */
export function zoneName(zone) {
  try {
    return new Intl.DateTimeFormat("en", zone ? { timeZone: zone } : {}).resolvedOptions().timeZone;
  } catch {
    return zone ?? "";
  }
}

/**
 * The language of the site that comes first among those of the browser, or none.
 * @param {readonly string[]} preferred
 */
export function siteLanguage(preferred) {
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => code === "de" || code === "en");
}

/** Fill in the time zone for a new account, and show a line where the browser differs from the account. */
export function compareBrowser() {
  const zone = zoneName();
  for (const input of all(document, "input[data-browser-zone]", HTMLInputElement)) input.value = zone;
  const place = byIdOrNull("browser-settings");
  if (!place) return;
  const found = { zone, language: siteLanguage(navigator.languages) ?? "" };
  const own = { zone: zoneName(place.dataset.zone), language: place.dataset.language ?? "" };
  const differing = /** @type {const} */ (["zone", "language"]).find(
    (name) => found[name] && found[name] !== own[name] && keptBefore()[name] !== found[name],
  );
  if (!differing) return;
  const line = one(place, `[data-differs=${differing}]`, HTMLFormElement);
  const name = oneOrNull(line, "[data-name]");
  if (name) name.textContent = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  if (differing === "zone") one(line, "input[name=time_zone]", HTMLInputElement).value = zone;
  one(line, "[data-keep]").addEventListener("click", () => {
    keep(KEY, { ...keptBefore(), [differing]: found[differing] });
    line.hidden = true;
  });
  line.hidden = false;
}

/** @returns {Record<string, unknown>} */
function keptBefore() {
  const found = kept(KEY);
  return found && typeof found === "object" ? /** @type {Record<string, unknown>} */ (found) : {};
}
