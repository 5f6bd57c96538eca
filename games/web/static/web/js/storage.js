// @ts-check
// Storage of the browser between pages. If the browser allows none, values last as long as the page.

/**
 * @param {string} key
 * @param {unknown} value  null removes what was kept.
 */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser keeps nothing.
  }
}

/**
 * The stored value, or null. It may come from an older version of the page or from another tab.
 * @param {string} key
 * @returns {unknown}
 */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
