// @ts-check
// Storage of the browser between pages. If the browser allows none, values last as long as the page.

/** @typedef {"localStorage" | "sessionStorage"} Place  For the whole browser, or for this tab alone. */

/**
 * @param {string} key
 * @param {unknown} value  null removes what was kept.
 * @param {Place} [place]
 */
export function keep(key, value, place = "localStorage") {
  try {
    if (value === null) window[place].removeItem(key);
    else window[place].setItem(key, JSON.stringify(value));
  } catch {
    // The browser keeps nothing.
  }
}

/**
 * The stored value, or null. It may come from an older version of the page or from another tab.
 * @param {string} key
 * @param {Place} [place]
 * @returns {unknown}
 */
export function kept(key, place = "localStorage") {
  try {
    return JSON.parse(window[place].getItem(key) ?? "null");
  } catch {
    return null;
  }
}
