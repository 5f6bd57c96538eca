// @ts-check
// Finds the elements of a page by name and type. A missing element is an error.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {new () => Element | RadioNodeList} ElementType */

/**
 * The element with the id.
 * @template {ElementType} [T=typeof HTMLElement]
 * @param {string} id
 * @param {T} [type]
 * @returns {InstanceType<T>}
 */
export function byId(id, type) {
  return checked(document.getElementById(id), `#${id}`, type);
}

/**
 * The element with the id, or null where the page has none.
 * @template {ElementType} [T=typeof HTMLElement]
 * @param {string} id
 * @param {T} [type]
 * @returns {InstanceType<T> | null}
 */
export function byIdOrNull(id, type) {
  const found = document.getElementById(id);
  return found && checked(found, `#${id}`, type);
}

/**
 * The first element that the selector finds.
 * @template {ElementType} [T=typeof HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {T} [type]
 * @returns {InstanceType<T>}
 */
export function one(root, selector, type) {
  return checked(root.querySelector(selector), selector, type);
}

/**
 * The first element that the selector finds, or null.
 * @template {ElementType} [T=typeof HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {T} [type]
 * @returns {InstanceType<T> | null}
 */
export function oneOrNull(root, selector, type) {
  const found = root.querySelector(selector);
  return found && checked(found, selector, type);
}

/**
 * Every element that the selector finds.
 * @template {ElementType} [T=typeof HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {T} [type]
 * @returns {InstanceType<T>[]}
 */
export function all(root, selector, type) {
  return [...root.querySelectorAll(selector)].map((found) => checked(found, selector, type));
}

/**
 * The field of a form, by its name or id. Radio buttons of one name are a RadioNodeList.
 * @template {ElementType} [T=typeof HTMLInputElement]
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {T} [type]
 * @returns {InstanceType<T>}
 */
export function field(form, name, type) {
  const wanted = /** @type {T} */ (type ?? HTMLInputElement);
  return checked(form.elements.namedItem(name), name, wanted);
}

/**
 * The element in which an event has happened, or the nearest around it that the selector finds.
 * @template {ElementType} [T=typeof HTMLElement]
 * @param {Event} event
 * @param {string} selector
 * @param {T} [type]
 * @returns {InstanceType<T> | null}
 */
export function closest({ target }, selector, type) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found && checked(found, selector, type);
}

/**
 * The link that a click follows; null for a click that opens it elsewhere.
 * @param {MouseEvent} event
 * @param {string} selector
 */
export function clickedLink(event, selector) {
  return event.ctrlKey || event.metaKey || event.shiftKey ? null : closest(event, selector, HTMLAnchorElement);
}

/**
 * The data of a form, without files.
 * @param {HTMLFormElement} form
 */
export function formBody(form) {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/**
 * Data that a template has put into the page by json_script.
 * @param {string} id
 * @returns {unknown}
 */
export function jsonOf(id) {
  return JSON.parse(byId(id).textContent);
}

/**
 * @template {keyof SVGElementTagNameMap} N
 * @param {N} name
 * @param {Record<string, unknown>} attributes
 */
export function svgElement(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * @template {ElementType} T
 * @param {unknown} found
 * @param {string} name
 * @param {T} [type]
 * @returns {InstanceType<T>}
 */
function checked(found, name, type) {
  const wanted = type ?? HTMLElement;
  if (!(found instanceof wanted)) throw new TypeError(`${name} is no ${wanted.name}`);
  return /** @type {InstanceType<T>} */ (found);
}
