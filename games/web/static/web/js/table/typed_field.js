// @ts-check
// The field in which moves are typed: what was refused stays in it, marked as wrong, with a reference to the reason.

/**
 * @param {HTMLInputElement} field
 * @param {string} notice  The id of the element that says why.
 */
export function refuse(field, notice) {
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", notice);
}

/**
 * The draft on the board counts; a typed move does not wait beside it.
 * @param {HTMLInputElement} field
 */
export function clear(field) {
  field.value = "";
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
}
