// @ts-check
// What changes something on the server is sent from here, with the token of the page. After a login on another tab the
// token of the page is old: it is replaced, and the request sent once more. Where nobody is logged in any more, or
// somebody else, nothing is sent, and the page says so and keeps what was typed.

import { all, byIdOrNull, one, oneOrNull } from "./dom.js";

/** @typedef {{player: number | null, name: string, csrf_token: string}} Session  `player` is null where nobody is logged in. */

/**
 * A request with a body that can be sent more than once.
 * @typedef {Omit<RequestInit, "body"> & {body?: string | URLSearchParams}} Sendable
 */

const FIELD = "csrfmiddlewaretoken";
const about = oneOrNull(document, "meta[name=session]", HTMLMetaElement);
const notice = byIdOrNull("session-ended");

/** The session of the page has ended; the page says so. */
export class SessionEnded extends Error {}

/** The token that goes with whatever the page sends. */
export function csrfToken() {
  return oneOrNull(document, `[name=${FIELD}]`, HTMLInputElement)?.value ?? "";
}

/**
 * The answer of the server; rejects with SessionEnded, or where the server cannot be reached.
 * @param {string} url
 * @param {Sendable} request
 */
export async function send(url, request) {
  let answer = await sent(url, request);
  if (isRefused(answer) && about) {
    await renew(about);
    answer = await sent(url, request);
  }
  if (answer.ok) tell(null);
  return answer;
}

/**
 * @param {string} url
 * @param {Sendable} request
 */
function sent(url, { headers, body, ...request }) {
  if (body instanceof URLSearchParams) body.set(FIELD, csrfToken());
  return fetch(url, { ...request, method: request.method ?? "POST", body, headers: { ...headers, "X-CSRFToken": csrfToken() } });
}

/** @param {Response} answer */
function isRefused({ status }) {
  return status === 401 || status === 403;
}

/**
 * Whether a page that was fetched is made for somebody else than this one; if so, this one says it.
 * @param {Document} page
 */
export function isOfAnotherSession(page) {
  const other = oneOrNull(page, "meta[name=session]", HTMLMetaElement)?.dataset;
  if (!about || !other || other.player === about.dataset.player) return false;
  tell({ player: other.player ? Number(other.player) : null, name: other.name ?? "" });
  return true;
}

/** @param {HTMLMetaElement} page */
async function renew({ content: url, dataset }) {
  const answer = await fetch(url, { headers: { Accept: "application/json" }, cache: "no-store" });
  /** @type {Session} */
  const session = await answer.json();
  if (String(session.player ?? "") !== dataset.player) {
    tell(session);
    throw new SessionEnded();
  }
  for (const input of all(document, `[name=${FIELD}]`, HTMLInputElement)) input.defaultValue = session.csrf_token;
}

/** @param {Pick<Session, "player" | "name"> | null} session  Whose it is now; null takes the notice away. */
function tell(session) {
  if (!notice) return;
  const [nobody, another] = all(notice, "[data-case]");
  notice.hidden = session === null;
  nobody.hidden = session?.player !== null;
  another.hidden = !session?.player;
  if (session) one(another, "[data-name]").textContent = session.name;
}

/** A page that said so looks again when the reader comes back to it, from where they have logged in. */
export function watchSession() {
  document.addEventListener("visibilitychange", async () => {
    if (!about || !notice || notice.hidden || document.visibilityState !== "visible") return;
    try {
      await renew(about);
      tell(null);
    } catch {
      // Still so, or no line.
    }
  });
}
