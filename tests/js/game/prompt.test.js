// @ts-check

import { EMPTY } from "../web/js/board/draft.js";
import { prompt } from "../site/js/game/prompt.js";
import { State } from "../site/js/game/state.js";
import { Orientation } from "../web/js/table/orientation.js";
import { UPRIGHT } from "../web/js/board/geometry.js";
import { LINES, POINTS, drawn } from "../board/fixtures.js";
import { equal, test } from "../testing.js";

/** @import { GamePage } from "../site/js/game/state.js" */

// Each text is its own name, with the places that are filled in.
const texts = {
  ...Object.fromEntries(["retrying", "frozen", "waiting", "unsent", "take", "move", "place"].map((name) => [name, name])),
  past: "past %(ply)s/%(last)s",
  sending: "sending %(move)s",
  ready: "ready %(move)s",
  typed: "typed %(text)s",
  target: "target %(point)s",
  touched_goes: "touched_goes %(point)s",
};

/** @type {GamePage} */
const PAGE = {
  game: {
    number: 7,
    ply: 4,
    rules: "standard",
    status: "ongoing",
    turn: "white",
    position: { text: drawn({ white: "d6 a7", black: "a1 g1" }) },
    moves: [],
    players: { white: { display_name: "anna" }, black: { display_name: "bert" } },
    legal_moves: ["d6-f6", "d6-b6xa1", "d6-b6xg1", "a7-a4"],
    quiet_limit: 50,
    repetitions: 1,
    sequence: null,
    clock: { paused: [] },
    server_time: "2026-03-02T12:00:00Z",
  },
  color: "white",
  is_visitor: false,
  start: drawn({}),
  points: POINTS,
  lines: LINES,
  urls: { moves: "", events: "", presence: "", zwickmuehlen: "", analysis: "", spectator_chat: "", page: "" },
  event_types: [],
  last_event: 1,
  takebacks: 0,
  ending: null,
  waiting: 1,
  next: null,
  rematch: null,
  may_see_zwickmuehlen: false,
  conditional_moves: null,
  preferences: { sounds: false, marks: true, touch_move: false, confirm_moves: true, go_on: false },
  texts,
};

/**
 * @param {Partial<State>} changes
 * @param {Partial<GamePage["game"]>} game
 */
function said(changes = {}, game = {}, typed = "") {
  const page = { ...PAGE, game: { ...PAGE.game, ...game } };
  const state = new State(page, { orientation: new Orientation(UPRIGHT), onChange: () => {} });
  state.change(changes);
  return prompt(state, typed);
}

test("a player on move is asked step by step", () => {
  equal(said(), "move");
  equal(said({ draft: { ...EMPTY, source: "d6" } }), "target d6");
  equal(said({ draft: { ...EMPTY, source: "d6", target: "b6" } }), "take");
  equal(said({ draft: { source: "d6", target: "b6", removed: "a1" } }), "ready d6-b6xa1");
  equal(said({}, { legal_moves: ["d6", "f4"] }), "place");
});

test("a stone that has been touched must be moved where that is the rule", () => {
  equal(said({ draft: { ...EMPTY, source: "d6" }, preferences: { ...PAGE.preferences, touch_move: true } }), "touched_goes d6");
});

test("who is not on move waits, and so does everybody in a disputed game", () => {
  equal(said({}, { turn: "black" }), "waiting");
  equal(said({}, { status: "finished", turn: null }), "waiting");
  equal(said({}, { clock: { paused: ["dispute"] } }), "frozen");
});

test("a move on its way is told, and what becomes of it", () => {
  equal(said({ sending: "d6-f6" }), "sending d6-f6");
  equal(said({ sending: "d6-f6", retrying: true }), "retrying");
  equal(said({ unsent: true }), "unsent");
});

test("whoever looks at the past is told where", () => {
  equal(said({ shown: 2 }), "past 2/4");
});

test("a typed move waits to be read", () => {
  equal(said({}, {}, "d6 f6"), "typed d6 f6");
});
