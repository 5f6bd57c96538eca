// The service worker: shows a page of its own where the server cannot be reached. Everything else comes from the server.
// It keeps no page that anybody has seen, and no request: what could not be sent is lost, and the reader is told.

const SHELL = {{ shell|safe }};
// Holds two notes: the language of the page that was seen last, and the push subscription that the server knows.
const NOTES = "notes";
const LANGUAGE = "/language";
const SUBSCRIPTION = "/push-subscription";

self.addEventListener("install", (event) => event.waitUntil(prepare()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(pageFor(event));
  else if (origin === location.origin && SHELL.files.includes(pathname)) event.respondWith(kept(request));
});

// An older worker does no harm: pages come from the server, and names of files contain their hash.
async function prepare() {
  const cache = await caches.open(SHELL.cache);
  const pages = Object.values(SHELL.pages).flatMap((cases) => Object.values(cases));
  await cache.addAll([...SHELL.files, ...pages]);
  await self.skipWaiting();
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![SHELL.cache, NOTES].includes(name)).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// Asked for once, and sent once.
async function pageFor(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(noteLanguage(answer.headers.get("Content-Language")));
    return answer;
  } catch {
    return withoutServer(event.request.method === "GET" ? "offline" : "unanswered");
  }
}

async function kept(request) {
  const cache = await caches.open(SHELL.cache);
  return (await cache.match(request.url)) ?? fetch(request);
}

async function withoutServer(which) {
  const cache = await caches.open(SHELL.cache);
  return (await cache.match(SHELL.pages[await language()][which])) ?? Response.error();
}

// --- The reader's language ---

let noted = null;

async function noteLanguage(seen) {
  if (!(seen in SHELL.pages) || seen === noted) return;
  noted = seen;
  const notes = await caches.open(NOTES);
  await notes.put(LANGUAGE, new Response(seen));
}

async function language() {
  const notes = await caches.open(NOTES);
  const note = await notes.match(LANGUAGE);
  const wanted = [await note?.text(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((code) => code in SHELL.pages) ?? "en";
}

// --- Push notifications ---

self.addEventListener("push", (event) => event.waitUntil(tell(event.data?.json() ?? {})));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

// The browser has another address. It may be logged out: the former address and its secret say which one it is.
async function renew({ oldSubscription, newSubscription }) {
  const notes = await caches.open(NOTES);
  const said = oldSubscription?.toJSON();
  const former = said?.keys ? said : await (await notes.match(SUBSCRIPTION))?.json();
  if (!former) return;
  const subscription = newSubscription ?? (await subscribed());
  const answer = await sendRenewal(former, subscription.toJSON());
  if (answer.ok) await notes.put(SUBSCRIPTION, new Response(JSON.stringify(subscription)));
  // It was switched off, or removed from another device.
  if (answer.status === 404) await subscription.unsubscribe();
}

function subscribed() {
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: SHELL.push.key });
}

function sendRenewal(former, { endpoint, keys }) {
  const { p256dh, auth } = keys;
  const body = { former_endpoint: former.endpoint, former_auth: former.keys.auth, endpoint, p256dh, auth };
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  return fetch(SHELL.push.renewal, { method: "POST", credentials: "omit", headers, body: JSON.stringify(body) });
}

// One of the same kind about the same game takes the place of the last one.
function tell({ title = "Mühle", body, url, tag, lang }) {
  const looks = { icon: SHELL.icon, badge: SHELL.icon, lang };
  return self.registration.showNotification(title, { body, tag, renotify: Boolean(tag), data: { url }, ...looks });
}

// To the page that is open already, if there is one; only pages of ours are opened.
async function lead(url = "/") {
  const wanted = new URL(url, location.origin);
  if (wanted.origin !== location.origin) return null;
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => new URL(page.url).pathname === wanted.pathname);
  return open ? open.focus() : self.clients.openWindow(wanted.href);
}
