// The page of a game. One state; whatever happens becomes an intent or news, changes the state, and is shown again.

import { Board } from "./board/board.js";
import { EMPTY, choices, touch, typed, undone } from "./board/draft.js";
import { countStones, parseMove, parsePosition, withMove } from "./board/position.js";
import { localTimes, tickClocks } from "./clocks.js";
import { fetchPage, putRegions } from "./regions.js";
import { Stream } from "./stream.js";
import { submitMove } from "./submit.js";
import { fill, say } from "./words.js";

const data = JSON.parse(document.getElementById("game-data").textContent);
const { texts, points, urls } = data;
const language = document.documentElement.lang;
const byId = (id) => document.getElementById(id);
const play = byId("play");
const form = play?.elements;

const state = {
  game: data.game,
  lastEvent: data.last_event,
  draft: EMPTY,
  shown: null,
  flipped: byId("playing-board").hasAttribute("data-flipped"),
  confirm: true,
  sending: null,
  retrying: false,
  unsent: false,
  scolded: false,
};

const board = new Board(byId("playing-board"), { points, lines: data.lines, texts, intend });

// --- What may be done now ---

function isMine() {
  return state.game.status === "ongoing" && state.game.turn === data.color;
}

function isLive() {
  return state.shown === null;
}

function legal() {
  return isMine() && isLive() && !state.sending ? (state.game.legal_moves ?? []) : [];
}

// --- Intents ---

const deeds = {
  touch({ point }) {
    const draft = touch(legal(), state.draft, point);
    if (draft) begin(draft);
    else scold(point);
  },
  lift({ point }) {
    change({ draft: point ? { ...EMPTY, source: point } : EMPTY });
  },
  drop({ point }) {
    const draft = point && touch(legal(), state.draft, point);
    if (draft && draft.target === point) begin(draft);
    else change({ draft: EMPTY });
  },
  type({ text }) {
    const draft = typed(legal(), text);
    if (draft) begin(draft, { andSend: true });
    else send(text.trim().toLowerCase());
  },
  undo() {
    if (state.draft === EMPTY || state.sending) return;
    change({ draft: undone(state.draft), unsent: false });
    say(texts.undone);
  },
  send() {
    const { complete } = choices(legal(), state.draft);
    if (complete) send(complete);
    else say(texts.choose_first, { assertive: true });
  },
  travel({ ply }) {
    const last = state.game.ply;
    const shown = ply >= last ? null : Math.max(0, ply);
    history.replaceState(null, "", shown === null ? urls.page : `?ply=${shown}`);
    change({ shown, draft: EMPTY });
    say(fill(texts.past, { ply: shown ?? last, last }));
  },
  flip() {
    change({ flipped: !state.flipped });
  },
};

function intend({ type, ...what }) {
  deeds[type](what);
}

function change(changes) {
  Object.assign(state, changes);
  show();
}

// A step towards a move; the sentence says what is asked for next.
function begin(draft, { andSend = !state.confirm } = {}) {
  change({ draft, scolded: false, unsent: false });
  const { removals, complete } = choices(legal(), draft);
  if (complete && andSend) send(complete);
  else if (removals.size && draft.removed === null) say(texts.take, { assertive: true });
  else if (draft !== EMPTY) say(prompt());
}

// What is against the rules is ignored, and said once.
function scold(point) {
  if (state.scolded || !isMine()) return;
  state.scolded = true;
  say(fill(texts.not_possible, { point }));
}

// --- Sending ---

async function send(move) {
  if (!isMine() || state.sending) return;
  const ply = state.game.ply + 1;
  const body = { move, ply, offer_draw: form.offer_draw.checked, message: form.message.value.trim() };
  tell("");
  change({ sending: move, unsent: false });
  try {
    const answer = await submitMove(urls.moves, body, {
      csrfToken: form.csrfmiddlewaretoken.value,
      onRetry: () => change({ retrying: true }),
    });
    Object.assign(state, { sending: null, retrying: false });
    if (answer.game) accepted(move, answer.game);
    else refused(answer.problem);
  } catch {
    change({ sending: null, retrying: false, unsent: true });
    say(texts.unsent, { assertive: true });
  }
}

function accepted(move, game) {
  const ply = form.ply;
  play.reset();
  ply.value = game.ply + 1;
  byId("play-more").open = false;
  say(fill(texts.sent, { move }));
  receive(game);
  refresh();
}

function refused(problem) {
  tell(problem.detail ?? texts.refused);
  if (problem.game) receive(problem.game);
  else change({ draft: EMPTY });
  refresh();
}

// --- News ---

// The game as the server has it. A move in the making survives unless the game has moved on.
function receive(game) {
  const before = state.game;
  if (game.ply < before.ply) return;
  const changes = { game };
  if (game.ply !== before.ply || game.status !== before.status) {
    Object.assign(changes, { draft: EMPTY, unsent: false, scolded: false });
  }
  change(changes);
  if (game.ply > before.ply && before.turn !== data.color) announce(game);
}

function announce(game) {
  const mover = game.ply % 2 === 1 ? "white" : "black";
  say(fill(texts.played, { player: game.players[mover].username, move: game.moves.at(-1).move }));
}

const LOOK_AGAIN_AFTER = 2000;
let looking = null;
let lookAgain = false;
let laterLook = null;

// Fetch the page and take over its words; asked for while at it, it looks once more.
async function refresh() {
  if (looking) {
    lookAgain = true;
    return looking;
  }
  looking = look();
  await looking;
  looking = null;
  if (!lookAgain) return undefined;
  lookAgain = false;
  return refresh();
}

async function look() {
  try {
    const found = await fetchPage(urls.page);
    if (found) takeOver(found, { notices: false });
    else window.location.reload();
  } catch {
    clearTimeout(laterLook);
    laterLook = setTimeout(refresh, LOOK_AGAIN_AFTER);
  }
}

function takeOver({ page, data: fresh }, { notices }) {
  if (fresh.last_event < state.lastEvent || fresh.game.ply < state.game.ply) return;
  if (!notices) page.getElementById("game-notice").replaceWith(byId("game-notice").cloneNode(true));
  putRegions(page);
  if (data.is_guest) localTimes(language);
  state.lastEvent = fresh.last_event;
  if (stream) stream.after = Math.max(stream.after, fresh.last_event);
  receive(fresh.game);
}

// A form of the page, sent without leaving it.
async function submitDeed(deed, submitter) {
  tell("");
  const body = new URLSearchParams(new FormData(deed));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  try {
    const found = await fetchPage(deed.action, { method: "POST", body });
    if (!found) return window.location.reload();
    if (found.ok) deed.reset();
    for (const fold of deed.closest(".fold") ? [deed.closest(".fold")] : []) fold.open = false;
    takeOver(found, { notices: true });
  } catch {
    tell(texts.unsent);
  }
  return undefined;
}

// --- Showing ---

function shownPosition() {
  return parsePosition(positionText(), points);
}

function positionText() {
  if (isLive()) return state.game.position.text;
  return state.shown === 0 ? data.start : byId(`ply-${state.shown}`).dataset.position;
}

function lastMove() {
  const ply = state.shown ?? state.game.ply;
  const played = state.game.moves.find((move) => move.ply === ply);
  return played ? parseMove(played.move) : null;
}

function show() {
  const position = shownPosition();
  board.show({ position, legal: legal(), draft: state.draft, last: lastMove(), flipped: state.flipped });
  showTrays(withMove(position, state.draft));
  showTravel();
  if (play) showPlay();
}

function showPlay() {
  play.hidden = state.game.status !== "ongoing";
  play.dataset.turn = isMine() ? "mine" : "theirs";
  play.dataset.waits = choices(legal(), state.draft).complete ? "send" : "";
  form.ply.value = state.game.ply + 1;
  byId("undo").disabled = state.draft === EMPTY || Boolean(state.sending);
  const isReady = play.dataset.waits === "send" || form.notation.value.trim() !== "";
  byId("send").disabled = !isMine() || !isLive() || Boolean(state.sending) || !isReady;
  byId("prompt").textContent = prompt();
}

function prompt() {
  if (!isLive()) return fill(texts.past, { ply: state.shown, last: state.game.ply });
  if (state.retrying) return texts.retrying;
  if (state.sending) return fill(texts.sending, { move: state.sending });
  if (!isMine()) return texts.waiting;
  if (state.unsent) return texts.unsent;
  const { source, target, removed } = state.draft;
  const { sources, removals, complete } = choices(legal(), state.draft);
  if (complete) return fill(texts.ready, { move: complete });
  if (removals.size && removed === null) return texts.take;
  if (source && target === null) return fill(texts.target, { point: source });
  return sources.size ? texts.move : texts.place;
}

function showTrays(position) {
  for (const tray of document.querySelectorAll("[data-tray]")) {
    const { hand, onBoard, lost } = countStones(position, tray.dataset.tray);
    const kinds = [...Array(hand).fill("hand"), ...Array(onBoard).fill("board"), ...Array(lost).fill("lost")];
    tray.querySelectorAll(".tray__slot").forEach((slot, index) => {
      for (const kind of ["hand", "board", "lost"]) slot.classList.toggle(`tray__slot--${kind}`, kind === kinds[index]);
    });
    tray.querySelector("[data-tray-words]").textContent = fill(texts.tray, { hand, lost });
    tray.classList.toggle("tray--playable", board.trayColour() === tray.dataset.tray);
  }
}

function showTravel() {
  const last = state.game.ply;
  const ply = state.shown ?? last;
  const steps = { first: 0, back: Math.max(0, ply - 1), forward: Math.min(last, ply + 1), last };
  for (const link of document.querySelectorAll("[data-travel]")) {
    const goal = steps[link.dataset.travel];
    link.dataset.ply = goal;
    link.href = goal === last ? urls.page : `?ply=${goal}`;
    link.toggleAttribute("data-idle", goal === ply);
  }
  document.querySelector("[data-travel-count]").textContent = `${ply}/${last}`;
  for (const link of document.querySelectorAll(".moves__move")) {
    if (Number(link.dataset.ply) !== ply) link.removeAttribute("aria-current");
    else if (link !== current) setCurrent(link);
  }
}

let current = null;

// Mark the move that led to what is shown, and roll the list, and nothing else, to where it can be seen.
function setCurrent(link) {
  current = link;
  link.setAttribute("aria-current", "true");
  const list = link.closest(".moves__list");
  const row = link.closest("li");
  if (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }
}

// A sentence above the form, for what was refused; empty to take it away.
function tell(sentence) {
  const notice = byId("notice-shape").content.cloneNode(true);
  notice.querySelector("p").textContent = sentence;
  byId("game-notice").replaceChildren(...(sentence ? [notice] : []));
}

// --- Wiring ---

byId("game").addEventListener("submit", (event) => {
  if (event.target === play) {
    event.preventDefault();
    const text = form.notation.value.trim();
    intend(text ? { type: "type", text } : { type: "send" });
  } else if ("deed" in event.target.dataset) {
    event.preventDefault();
    submitDeed(event.target, event.submitter);
  }
});

byId("game").addEventListener("click", (event) => {
  const link = event.target.closest("a[data-ply]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  intend({ type: "travel", ply: Number(link.dataset.ply) });
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const ply = state.shown ?? state.game.ply;
  if (event.key === "ArrowLeft") intend({ type: "travel", ply: ply - 1 });
  if (event.key === "ArrowRight") intend({ type: "travel", ply: ply + 1 });
});

play?.addEventListener("input", showPlay);
byId("undo")?.addEventListener("click", () => intend({ type: "undo" }));
byId("flip").addEventListener("click", () => intend({ type: "flip" }));
byId("flip").hidden = false;

const copy = byId("copy-link");
copy.hidden = !navigator.clipboard;
copy.addEventListener("click", async () => {
  await navigator.clipboard.writeText(byId("share").value);
  say(texts.copied);
});

tickClocks({ texts, language, skew: Date.parse(data.game.server_time) - Date.now(), onTimeUp: refresh });
if (data.is_guest) localTimes(language);

const stream = new Stream(urls.events, {
  types: data.event_types,
  after: data.last_event,
  onNews: (number) => (number === null || number > state.lastEvent) && refresh(),
  onState: (isUp) => byId("game").toggleAttribute("data-offline", !isUp),
});

// A link to a half-move opens there, be it ?ply=12 (the server has drawn it) or #ply-12.
const linked = /^#ply-(\d+)$/.exec(location.hash)?.[1] ?? new URLSearchParams(location.search).get("ply");
if (linked !== null && Number(linked) < state.game.ply) state.shown = Number(linked);
show();
byId("game").toggleAttribute("data-ready", true);
