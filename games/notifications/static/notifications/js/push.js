// @ts-check
// Push notifications in this browser: whether it has them, and switching them on and off. The list of all browsers is the
// server's.

import { all, byId, jsonOf, one } from "../../web/js/dom.js";
import { send } from "../../web/js/requests.js";
import "../../site/js/site.js";

// Read by the service worker: games/site/templates/site/shell/worker.js.
const [NOTES, NOTE] = ["notes", "/push-subscription"];
const place = byId("push-here");
// By the digest of a browser's address: the id under which the server knows it.
const known = /** @type {Record<string, string>} */ (jsonOf("push-known"));
const hasWorker = "serviceWorker" in navigator && document.querySelector("meta[name=service-worker]") !== null;
const isAble = hasWorker && "PushManager" in window && "Notification" in window;

/** @param {"unable" | "forbidden" | "on" | "off"} which */
function show(which) {
  for (const each of all(place, "[data-case]")) each.hidden = each.dataset.case !== which;
}

async function look() {
  if (!isAble) return show("unable");
  if (Notification.permission === "denied") return show("forbidden");
  const subscription = await subscriptionHere();
  const isOn = (await knownId(subscription)) !== undefined;
  if (isOn) await note(subscription);
  else if (await renewed(subscription)) return location.reload();
  return show(isOn ? "on" : "off");
}

/**
 * By this the service worker can say which browser it is when its push service gives it another address.
 * @param {PushSubscription | null} subscription
 */
async function note(subscription) {
  const notes = await caches.open(NOTES);
  if (subscription) await notes.put(NOTE, new Response(JSON.stringify(subscription)));
  else await notes.delete(NOTE);
}

/**
 * The service worker tells the server when this browser gets another address. Where that did not arrive, it is told
 * here; true if the server has taken it.
 * @param {PushSubscription | null} subscription
 */
async function renewed(subscription) {
  const former = await noted();
  if (!subscription || !former || former.endpoint === subscription.endpoint) return false;
  const { endpoint, keys } = subscription.toJSON();
  const body = { former_endpoint: former.endpoint, former_auth: former.keys?.auth, endpoint, ...keys };
  try {
    const answer = await ask(place.dataset.renewal, { body: JSON.stringify(body) });
    if (answer.ok) await note(subscription);
    return answer.ok;
  } catch {
    // The next visit is another chance.
    return false;
  }
}

/** @returns {Promise<PushSubscriptionJSON | undefined>} */
async function noted() {
  const notes = await caches.open(NOTES);
  return (await notes.match(NOTE))?.json();
}

async function manager() {
  const worker = await navigator.serviceWorker.ready;
  return worker.pushManager;
}

async function subscriptionHere() {
  const pushes = await manager();
  return pushes.getSubscription();
}

/**
 * The server tells addresses of browsers to nobody, only what follows from them.
 * @param {PushSubscription | null} subscription
 * @returns {Promise<string | undefined>}
 */
async function knownId(subscription) {
  if (!subscription) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return known[[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")];
}

function keyBytes() {
  const text = atob((place.dataset.key ?? "").replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

// A subscription by an older key of the server's would bring nothing.
async function subscribed() {
  const pushes = await manager();
  await (await pushes.getSubscription())?.unsubscribe();
  return pushes.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes() });
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return look();
  const subscription = await subscribed();
  const { endpoint, keys } = subscription.toJSON();
  const answer = await ask(place.dataset.url, { body: JSON.stringify({ endpoint, ...keys }) });
  if (answer.ok) return location.reload();
  await subscription.unsubscribe();
  throw new Error((await answer.json()).detail);
}

async function switchOff() {
  const subscription = await subscriptionHere();
  const id = await knownId(subscription);
  if (id) await ask(`${place.dataset.url}${id}/`, { method: "DELETE" });
  await subscription?.unsubscribe();
  await note(null);
  location.reload();
}

/**
 * @param {string} [address]
 * @param {import("../../web/js/requests.js").Sendable} [request]
 */
function ask(address = "", request = {}) {
  return send(address, { ...request, headers: { "Content-Type": "application/json", Accept: "application/json" } });
}

/**
 * The error of a browser is a technical one and not shown; that of the server is.
 * @param {() => Promise<void>} action
 * @param {HTMLButtonElement} button
 */
async function attempt(action, button) {
  const failure = one(place, "[data-failure]");
  failure.hidden = true;
  button.disabled = true;
  try {
    await action();
  } catch (error) {
    failure.hidden = false;
    const isTold = error instanceof Error && error.constructor === Error;
    one(failure, "[data-why]").textContent = isTold ? error.message : "";
  }
  button.disabled = false;
}

const [on, off] = ["on", "off"].map((which) => one(place, `[data-switch=${which}]`, HTMLButtonElement));
on.addEventListener("click", () => attempt(switchOn, on));
off.addEventListener("click", () => attempt(switchOff, off));
look();
