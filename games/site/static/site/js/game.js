// @ts-check
// The page of a game. One state; whatever happens becomes an intent or news, changes the state, and is shown again.
// This file only puts the parts together; each of them stands in game/.

import { Board } from "../../web/js/board/board.js";
import { localTimes, tickClocks } from "../../web/js/clocks.js";
import { byId, byIdOrNull, closest, field, jsonOf } from "../../web/js/dom.js";
import { listenToAddresses } from "./game/addresses.js";
import { Actions } from "./game/actions.js";
import { listenToBar } from "./game/bar.js";
import { Desk } from "./game/desk.js";
import { News } from "./game/news.js";
import { ConditionalShowing } from "./game/conditional_showing.js";
import { ConditionalBoard } from "./game/conditional_board.js";
import { Presence } from "./game/presence.js";
import { SpectatorChat } from "./game/spectator_chat.js";
import { Sending } from "./game/sending.js";
import { Showing } from "./game/showing.js";
import { State } from "./game/state.js";
import { linkedPly, listenToTravel } from "./game/travel.js";
import { Zwickmuehlen } from "./game/zwickmuehlen.js";
import { playerEvents } from "../../web/js/player_events.js";
import "./site.js";
import { Sounds } from "../../web/js/sounds.js";
import { Stream } from "../../web/js/stream.js";
import { listenToLooks } from "../../web/js/table/looks.js";
import { Orientation } from "../../web/js/table/orientation.js";
import { Shortcuts } from "../../web/js/table/shortcuts.js";
import { listenToTools } from "../../web/js/table/tools.js";
import { stepsFrom } from "../../web/js/table/travel.js";
import { fill, say } from "../../web/js/words.js";

/**
 * @import { GameIntent } from "./game/actions.js"
 * @import { GamePage } from "./game/state.js"
 * @import { News as NewsEvent } from "../../web/js/player_events.js"
 */

const data = /** @type {GamePage} */ (jsonOf("game-data"));
const { texts, points, urls } = data;
const language = document.documentElement.lang;
const page = byId("game");
const root = byId("playing-board");
const play = byIdOrNull("play", HTMLFormElement);

/** @param {GameIntent} intent */
const intend = (intent) => actions.intend(intent);
const board = new Board(root, { points, lines: data.lines, texts, intend });
const orientation = new Orientation(board.orientation);
const state = new State(data, { orientation, onChange: show });
const zwick = new Zwickmuehlen({ state });
const { conditional } = state;
const conditionalBoard = conditional && new ConditionalBoard({ state, conditional });
const conditionalShowing = conditional && conditionalBoard && new ConditionalShowing({ state, conditional, conditionalBoard });
const showing = new Showing({ state, board, play, zwick, conditionalShowing });
const sounds = new Sounds({ isOn: () => data.preferences.sounds });
const news = new News({ state, sounds });
function show() {
  showing.show();
  conditionalBoard?.want();
}
const sending = new Sending({ state, news, play });
const actions = new Actions({ state, sending, zwick, conditionalBoard });

page.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (form === play) {
    event.preventDefault();
    const text = field(form, "notation").value.trim();
    intend(text ? { type: "type", text } : { type: "send" });
  } else if ("action" in form.dataset) {
    event.preventDefault();
    sending.submitAction(form, event.submitter);
  }
});

if (play) page.addEventListener("input", () => showing.showPlay());
byIdOrNull("undo")?.addEventListener("click", () => intend({ type: "undo" }));
listenToTools(page, { intend });
listenToBar();
const desk = new Desk(data.game, { onShow: (tab) => conditionalBoard?.open(tab === "tab-conditional-moves") });
byIdOrNull("conditional-leave")?.addEventListener("click", () => desk.show("tab-moves"));
byIdOrNull("conditional-board")?.addEventListener("click", () => desk.close());
// Where the tree lies over the board, it makes way for what was chosen.
byIdOrNull("conditional-tree")?.addEventListener("click", (event) => {
  if (closest(event, "[data-node]") && byId("conditional-board").checkVisibility()) desk.close();
});
new Shortcuts({
  dialog: byId("shortcuts"),
  travel: (to) => intend({ type: "travel", ply: stepsFrom(state.place)[to] }),
  letters: { t: () => intend({ type: "write" }) },
});
listenToTravel(page, { intend });
listenToAddresses(state);
listenToLooks({ onStyle: () => news.refresh(), onFlag: () => state.change({}), sounds, preferences: data.preferences });

const skew = Date.parse(data.game.server_time) - Date.now();
tickClocks({ texts, language, skew, onTime: () => news.refresh(), onLow: (left) => state.isMine && say(fill(texts.time_low, { left })) });
if (data.is_visitor) localTimes(language);

/** @param {MessageEvent<string> | null} event */
function eventIn(event) {
  return event && data.event_types.includes(event.type) ? /** @type {NewsEvent} */ (JSON.parse(event.data)) : null;
}

// A player's own stream tells of this game too; onlookers listen to the game.
/** @param {boolean} isUp */
const onState = (isUp) => page.toggleAttribute("data-offline", !isUp);
if (playerEvents && data.color) playerEvents.listen({ onNews: (event) => news.tell(event), onState });
else {
  news.stream = new Stream(urls.events, {
    types: data.event_types,
    after: data.last_event,
    onNews: (number, event) => (number === null || number > state.lastEvent) && news.hear(eventIn(event)),
    onState,
  });
}

if (play && data.game.status === "ongoing") {
  const presence = new Presence({ state });
  news.listeners.push(() => presence.say());
}
news.listeners.push(() => desk.tellNews());
window.addEventListener("beforeunload", (event) => state.hasUnsaved && event.preventDefault());
// A page that the browser has kept, and shows again when one goes back.
window.addEventListener("pageshow", (event) => event.persisted && news.refresh());

if (!data.is_visitor) new SpectatorChat({ url: urls.spectator_chat, news });

// The notice of the move that led here is said once; reloading the page or sharing its address does not repeat it.
if (byIdOrNull("game-sent")) history.replaceState(null, "", urls.page);
state.change({ shown: linkedPly(data.game.ply) });
page.toggleAttribute("data-ready", true);
